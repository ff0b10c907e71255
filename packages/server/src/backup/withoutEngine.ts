/** Runs the work of a command that opens the storage itself: no engine, which would migrate the database. */
import { Cause, Effect, Layer, type Scope } from "effect"
import type { CommandFailed } from "../cli/failures.ts"
import { storageProblem } from "../engine/storageProblem.ts"
import { logging } from "../serve/logging.ts"
import type { Settings } from "../settings/settings.ts"

/** Failures of the storage are reported in one sentence. */
export const withoutEngine = <A>(
  settings: Settings,
  work: Effect.Effect<A, CommandFailed, Scope.Scope>,
): Effect.Effect<A, CommandFailed> =>
  Effect.scoped(work).pipe(
    Effect.provide(logging(settings)),
    Effect.provide(Layer.setTracerEnabled(false)),
    Effect.catchAllCause((cause) => {
      const problem = storageProblem(settings, Cause.squash(cause))
      return problem === undefined ? Effect.failCause(cause) : problem
    }),
  )
