/** Runs the work of a command as the system actor, on the services of a layer that closes afterwards. */
import { CurrentActor, InvalidInput, system } from "@annotary/core/effect"
import { Cause, Effect, Layer } from "effect"
import { CommandFailed, UsageError } from "../cli/failures.ts"
import { makeLoggingLayer } from "../serve/logging.ts"
import type { Settings } from "../settings/settings.ts"
import { toStorageProblem } from "./storageProblem.ts"

export const runCommandWork = <A, E extends { readonly message: string }, Services>(
  settings: Settings,
  services: Layer.Layer<Services>,
  work: Effect.Effect<A, E, Services | CurrentActor>,
): Effect.Effect<A, CommandFailed | UsageError> =>
  work.pipe(
    Effect.mapError(toCommandError),
    Effect.provideService(CurrentActor, system),
    Effect.provide(services),
    Effect.provide(makeLoggingLayer(settings)),
    Effect.provide(Layer.setTracerEnabled(false)),
    Effect.catchAllCause((cause) => {
      const problem = toStorageProblem(settings, Cause.squash(cause))
      return problem === undefined ? Effect.failCause(cause) : problem
    }),
  )

/** Lists violations; other errors of the engine have a readable message. */
export const toCommandError = (error: { readonly message: string }): CommandFailed | UsageError => {
  if (error instanceof CommandFailed || error instanceof UsageError) return error
  const code = "code" in error && typeof error.code === "string" ? { code: error.code } : {}
  if (!(error instanceof InvalidInput)) return new CommandFailed({ sentence: error.message, ...code })
  const violations = error.errors.map(({ message, pointer }) => `${pointer.slice(1) || "input"} ${message}`)
  return new CommandFailed({ sentence: `${violations.join("; ")}.`, ...code })
}
