/** The worker role: what a process does in the background. Processes share the work; what fails is logged and tried again. */
import { Effect, Layer } from "effect"
import { ConfigurationJobs } from "../config/ConfigurationJobs.ts"
import { Cloning } from "../datasets/Cloning.ts"
import { Purge } from "../datasets/Purge.ts"
import { JobHandlers } from "../jobs/JobHandlers.ts"
import { JobWorker } from "../jobs/JobWorker.ts"
import { RoleChanges } from "../queue/RoleChanges.ts"
import { ReleaseBuilder } from "../releases/ReleaseBuilder.ts"
import { DutyStore } from "../storage/DutyStore.ts"
import { performDuty } from "./duties.ts"
import { EngineSettings } from "./EngineSettings.ts"
import { Maintenance } from "./Maintenance.ts"

/** Which service does which kind of job. */
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

/** Works until the scope closes: on jobs, and on the duties that one process does for all. What is in work then is given back. */
export const layerWorkers: Layer.Layer<never, never, JobWorker | Maintenance | DutyStore> =
  Layer.scopedDiscard(
    Effect.gen(function* () {
      const worker = yield* JobWorker
      const maintenance = yield* Maintenance
      const store = yield* DutyStore
      const { jobConcurrency } = yield* EngineSettings
      const loops = [
        ...Effect.replicate(worker.run, jobConcurrency),
        performDuty(store, { name: "expire-leases", everySeconds: 5, task: maintenance.expireLeases }),
        performDuty(store, { name: "forget", everySeconds: 3600, task: maintenance.forget }),
      ]
      yield* Effect.forEach(loops, Effect.forkScoped, { discard: true })
    }),
  )
