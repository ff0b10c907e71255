/** Runs the work of a command that opens the storage itself: no engine, which would migrate the database. */
import { Cause, Effect, Layer, type Scope } from "effect"
import type { CommandFailed } from "../cli/failures.ts"
import { toStorageProblem } from "../engine/storageProblem.ts"
import { makeLoggingLayer } from "../serve/logging.ts"
import type { Settings } from "../settings/settings.ts"

/** Failures of the storage are reported in one sentence. */
export const runWithoutEngine = <A>(
  settings: Settings,
  work: Effect.Effect<A, CommandFailed, Scope.Scope>,
): Effect.Effect<A, CommandFailed> =>
  Effect.scoped(work).pipe(
    Effect.provide(makeLoggingLayer(settings)),
    Effect.provide(Layer.setTracerEnabled(false)),
    Effect.catchAllCause((cause) => {
      const problem = toStorageProblem(settings, Cause.squash(cause))
      return problem === undefined ? Effect.failCause(cause) : problem
    }),
  )
