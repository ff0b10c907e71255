/** The engine over the storage that the settings name. The only place that knows which package brings which database. */
import {
  Authenticator,
  type EngineServices,
  EngineSettings,
  layerEngine,
  type Storage,
} from "@annotary/core/effect"
import { Effect, Layer } from "effect"
import type { CommandFailed } from "../cli/failures.ts"
import type { Settings } from "../settings/settings.ts"
import { engineSettings } from "./engineSettings.ts"
import { storageLayer } from "./storageLayer.ts"

/** What the server's parts are made of. */
export type Running = EngineServices | Authenticator | Storage

/** `listening` is asked when a URL is written: the port is known only by then. */
export const engineLayer = (
  settings: Settings,
  listening: () => string,
): Effect.Effect<Layer.Layer<Running>, CommandFailed> =>
  Effect.map(storageLayer(settings), (storage) =>
    Authenticator.apiKeys.pipe(
      Layer.provideMerge(layerEngine),
      Layer.provideMerge(storage),
      Layer.provideMerge(Layer.succeed(EngineSettings, engineSettings(settings, listening))),
    ),
  )
