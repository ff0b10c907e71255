/** The worker role: what a process does in the background. Processes share the work; what fails is logged and tried again. */
import { Effect, Layer, Schedule } from "effect"
import { Cloning } from "../datasets/Cloning.ts"
import { Purge } from "../datasets/Purge.ts"
import { JobHandlers } from "../jobs/JobHandlers.ts"
import { JobWorker } from "../jobs/JobWorker.ts"
import { RoleChanges } from "../queue/RoleChanges.ts"
import { ReleaseBuilder } from "../releases/ReleaseBuilder.ts"
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
    return {
      release: release.handler,
      clone: clone.handler,
      purge: purge.handler,
      placement: placement.handler,
    }
  }),
)

/** Works until the scope closes: jobs, leases that ended, and once an hour what is kept for a day. A job in work is given back. */
export const layerWorkers: Layer.Layer<never, never, JobWorker | Maintenance> = Layer.scopedDiscard(
  Effect.gen(function* () {
    const worker = yield* JobWorker
    const maintenance = yield* Maintenance
    const { jobConcurrency } = yield* EngineSettings
    const loops = Effect.replicate(worker.run, jobConcurrency)
    yield* Effect.forEach(loops, Effect.forkScoped, { discard: true })
    yield* Effect.forkScoped(regularly("5 seconds", maintenance.expireLeases))
    yield* Effect.forkScoped(regularly("1 hour", maintenance.forget))
  }),
)

const regularly = (every: "5 seconds" | "1 hour", task: Effect.Effect<void>): Effect.Effect<void> =>
  task.pipe(
    Effect.catchAllCause((cause) => Effect.logError("Maintenance failed and goes on.", cause)),
    Effect.repeat(Schedule.jittered(Schedule.spaced(every))),
    Effect.asVoid,
  )
