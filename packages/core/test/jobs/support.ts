/** Jobs of a dataset that does not matter, and handlers made for one test. */
import { Effect, Layer, Option } from "effect"
import { Access } from "../../src/access/Access.ts"
import { CurrentActor, system } from "../../src/domain/Actor.ts"
import type { Job } from "../../src/domain/Job.ts"
import { emptyObject } from "../../src/domain/JsonText.ts"
import { type JobHandler, JobHandlers } from "../../src/jobs/JobHandlers.ts"
import { JobStore, type LeasedJob } from "../../src/jobs/JobStore.ts"
import { Jobs } from "../../src/jobs/Jobs.ts"
import { JobWorker } from "../../src/jobs/JobWorker.ts"
import { composeServices } from "../../src/kernel/composeServices.ts"
import { makeLayer } from "../../src/memory/layer.ts"
import { ada, dataset } from "../releases/snapshots.ts"

/** `leases` gets every lease. */
export const services = (handler: JobHandler, leases: Array<LeasedJob> = []) =>
  JobWorker.Default.pipe(
    Layer.provideMerge(Layer.succeed(JobHandlers, { purge: handler })),
    Layer.provideMerge(composeServices(Access, Jobs)),
    Layer.provideMerge(recordLeases(leases)),
    Layer.provideMerge(makeLayer()),
    Layer.provideMerge(Layer.succeed(CurrentActor, system)),
  )

const recordLeases = (leases: Array<LeasedJob>) =>
  Layer.effect(
    JobStore,
    Effect.map(JobStore, (store) => ({
      ...store,
      lease: (request: Parameters<typeof store.lease>[0]) =>
        Effect.tap(store.lease(request), (leased) =>
          Effect.sync(() => leases.push(...Option.toArray(leased))),
        ),
    })),
  )

export const enqueue = Effect.flatMap(Jobs, (jobs) =>
  jobs.enqueue({ kind: "purge", datasetId: dataset.id, payload: emptyObject, total: 10, createdBy: ada }),
)

export const current = (job: Job) =>
  Effect.flatMap(JobStore, (store) => Effect.map(store.byId(job.id), Option.getOrThrow))
