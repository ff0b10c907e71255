/** The worker role: background work. Processes share it. Failures are logged and retried. */
import { Effect, Layer } from "effect"
import { ConfigurationJobs } from "../config/ConfigurationJobs.ts"
import { Cloning } from "../datasets/Cloning.ts"
import { Purge } from "../datasets/Purge.ts"
import { JobHandlers } from "../jobs/JobHandlers.ts"
import { JobWorker } from "../jobs/JobWorker.ts"
import { RoleChanges } from "../queue/RoleChanges.ts"
import { ReleaseBuilder } from "../releases/ReleaseBuilder.ts"
import { PeriodicTaskStore } from "../storage/PeriodicTaskStore.ts"
import { EngineSettings } from "./EngineSettings.ts"
import { Maintenance } from "./Maintenance.ts"
import { runLeased } from "./periodicTasks.ts"

/** The service for each kind of job. */
export const layerJobHandlers = Layer.effect(
  JobHandlers,
  Effect.gen(function* () {
    const release = yield* ReleaseBuilder
    const clone = yield* Cloning
    const purge = yield* Purge
    const placement = yield* RoleChanges
    const configuration = yield* ConfigurationJobs
    return {
      release: release.handler,
      clone: clone.handler,
      purge: purge.handler,
      placement: placement.handler,
      ...configuration.handlers,
    }
  }),
)

/** Runs jobs, and the periodic tasks that one process runs for all, until the scope closes. Jobs in progress are released. */
export const layerWorkers: Layer.Layer<never, never, JobWorker | Maintenance | PeriodicTaskStore> =
  Layer.scopedDiscard(
    Effect.gen(function* () {
      const worker = yield* JobWorker
      const maintenance = yield* Maintenance
      const store = yield* PeriodicTaskStore
      const { jobConcurrency } = yield* EngineSettings
      const loops = [
        ...Effect.replicate(worker.run, jobConcurrency),
        runLeased(store, { name: "expire-leases", everySeconds: 5, run: maintenance.expireLeases }),
        runLeased(store, { name: "forget", everySeconds: 3600, run: maintenance.forget }),
      ]
      yield* Effect.forEach(loops, Effect.forkScoped, { discard: true })
    }),
  )
