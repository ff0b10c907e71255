/** Storages whose lists and retries of jobs are broken on purpose. */
import { Effect, type Layer } from "effect"
import type { Storage } from "../../src/engine/Storage.ts"
import { JobStore } from "../../src/jobs/JobStore.ts"
import { but } from "./sabotage.ts"

export const brokenJobs: ReadonlyArray<
  readonly [port: string, how: string, layer: () => Layer.Layer<Storage>]
> = [
  [
    "JobStore",
    "that retries again",
    but(JobStore, (w) => ({ retry: (job) => Effect.as(w.retry(job), true) })),
  ],
  [
    "JobStore",
    "that lists every status",
    but(JobStore, (w) => ({ list: (page) => w.list({ ...page, status: null }) })),
  ],
]
