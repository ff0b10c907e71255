/** Runs a command with an engine over the configured database, as the system actor, and closes it afterwards. */
import { CurrentActor, InvalidInput, system } from "@annotary/core/effect"
import { Cause, Effect, Layer } from "effect"
import { CommandFailed, UsageError } from "../cli/failures.ts"
import { makeLoggingLayer } from "../serve/logging.ts"
import { findAssetAddress } from "../settings/address.ts"
import type { SettingsRefused } from "../settings/loadSettings.ts"
import type { Settings } from "../settings/settings.ts"
import { makeEngineLayer, type Running } from "./engineLayer.ts"
import { toStorageProblem } from "./storageProblem.ts"

export const withEngine = <A, E extends { readonly message: string }>(
  settings: Effect.Effect<Settings, SettingsRefused | CommandFailed>,
  work: Effect.Effect<A, E, Running | CurrentActor>,
  options: { readonly waits?: boolean } = {},
): Effect.Effect<A, CommandFailed | UsageError | SettingsRefused> =>
  Effect.gen(function* () {
    const loaded = yield* settings
    // At a terminal, an unreachable database fails at once.
    const values = options.waits === true ? loaded : { ...loaded, databaseWaitSeconds: 0 }
    // Without an address, texts keep the paths of assets.
    const engine = yield* makeEngineLayer(values, () => findAssetAddress(values) ?? "")
    return yield* work.pipe(
      Effect.mapError(toCommandError),
      Effect.provideService(CurrentActor, system),
      Effect.provide(engine),
      Effect.provide(makeLoggingLayer(values)),
      Effect.provide(Layer.setTracerEnabled(false)),
      Effect.catchAllCause((cause) => {
        const problem = toStorageProblem(values, Cause.squash(cause))
        return problem === undefined ? Effect.failCause(cause) : problem
      }),
    )
  })

/** Lists violations; other errors of the engine have a readable message. */
export const toCommandError = (error: { readonly message: string }): CommandFailed | UsageError => {
  if (error instanceof CommandFailed || error instanceof UsageError) return error
  const code = "code" in error && typeof error.code === "string" ? { code: error.code } : {}
  if (!(error instanceof InvalidInput)) return new CommandFailed({ sentence: error.message, ...code })
  const violations = error.errors.map(({ message, pointer }) => `${pointer.slice(1) || "input"} ${message}`)
  return new CommandFailed({ sentence: `${violations.join("; ")}.`, ...code })
}
