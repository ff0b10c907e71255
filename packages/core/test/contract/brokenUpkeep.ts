/** Broken storages of what operators see and remove: the workload, audit entries, ended jobs. */
import { Effect, type Layer } from "effect"
import { AuditStore } from "../../src/access/AuditStore.ts"
import type { Storage } from "../../src/engine/Storage.ts"
import { JobStore } from "../../src/jobs/JobStore.ts"
import { WorkloadStore } from "../../src/workload/WorkloadStore.ts"
import { but } from "./sabotage.ts"

export const brokenUpkeep: ReadonlyArray<
  readonly [port: string, how: string, layer: () => Layer.Layer<Storage>]
> = [
  [
    "WorkloadStore",
    "that counts what has ended",
    but(WorkloadStore, (w) => ({
      jobs: (limit) =>
        Effect.map(w.jobs(limit), (all) => all.map((one) => ({ ...one, waiting: one.waiting + 2 }))),
    })),
  ],
  [
    "WorkloadStore",
    "that names every dataset",
    but(WorkloadStore, (w) => ({ queues: () => w.queues(1000) })),
  ],
  [
    "AuditStore",
    "that forgets more than it says",
    but(AuditStore, (w) => ({ forget: (before) => w.forget(before, 1000) })),
  ],
  ["JobStore", "that forgets nothing", but(JobStore, () => ({ forgetEnded: () => Effect.succeed(0) }))],
]
