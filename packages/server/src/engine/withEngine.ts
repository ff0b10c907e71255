/** Runs a command with an engine over the configured database, as the system actor, and closes it afterwards. */
import type { CurrentActor } from "@annotary/core/effect"
import { Effect } from "effect"
import type { CommandFailed, UsageError } from "../cli/failures.ts"
import { findAssetAddress } from "../settings/address.ts"
import type { SettingsRefused } from "../settings/loadSettings.ts"
import type { Settings } from "../settings/settings.ts"
import { makeEngineLayer, type Running } from "./engineLayer.ts"
import { runCommandWork } from "./runCommandWork.ts"

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
    return yield* runCommandWork(values, engine, work)
  })
