/** Runs a command with the services of people over the configured database: it starts in a fraction of the time of an engine. */
import {
  type AccountServices,
  type AccountStorage,
  type CurrentActor,
  EngineSettings,
  layerAccounts,
} from "@annotary/core/effect"
import { Effect, Layer } from "effect"
import type { CommandFailed, UsageError } from "../cli/failures.ts"
import { findDatabase } from "../databases/databases.ts"
import { findAssetAddress } from "../settings/address.ts"
import type { SettingsRefused } from "../settings/loadSettings.ts"
import type { Settings } from "../settings/settings.ts"
import { toEngineSettings } from "./partSettings.ts"
import { runCommandWork } from "./runCommandWork.ts"

export const withAccounts = <A, E extends { readonly message: string }>(
  settings: Effect.Effect<Settings, SettingsRefused | CommandFailed>,
  work: Effect.Effect<A, E, AccountServices | AccountStorage | CurrentActor>,
): Effect.Effect<A, CommandFailed | UsageError | SettingsRefused> =>
  Effect.gen(function* () {
    // At a terminal, an unreachable database fails at once.
    const values = { ...(yield* settings), databaseWaitSeconds: 0 }
    const storage = yield* findDatabase(values).makeAccountStorageLayer
    const engineSettings = toEngineSettings(values, () => findAssetAddress(values) ?? "")
    const services = layerAccounts.pipe(
      Layer.provideMerge(storage),
      Layer.provideMerge(Layer.succeed(EngineSettings, engineSettings)),
    )
    return yield* runCommandWork(values, services, work)
  })
