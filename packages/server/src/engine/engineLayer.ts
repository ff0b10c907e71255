/** The engine over the storage of the settings. The only module that maps databases to packages. */
import {
  Authenticator,
  type Deliveries,
  type Endpoints,
  type EngineServices,
  EngineSettings,
  FormatRegistry,
  LabelChecker,
  layerEngine,
  layerFanOut,
  type Storage,
  WebhookSettings,
  type WebhookStorage,
} from "@annotary/core/effect"
import { checkInThreads } from "@annotary/http/node"
import { layerWebhooks, makeAddressPolicy } from "@annotary/webhooks"
import { Effect, Layer } from "effect"
import { layerBucketConnections } from "../buckets/bucketConnections.ts"
import type { CommandFailed } from "../cli/failures.ts"
import { layerRemoteFiles } from "../files/remoteFiles.ts"
import { lazyFormats } from "../formats/registry.ts"
import type { Settings } from "../settings/settings.ts"
import { engineSettings, webhookSettings } from "./partSettings.ts"
import { storageLayer } from "./storageLayer.ts"

/** The services of a running server. */
export type Running = EngineServices | Authenticator | Storage | WebhookStorage | Endpoints | Deliveries

/** `listening` is called when a URL is written, because the port is known only then. */
export const engineLayer = (
  settings: Settings,
  listening: () => string,
): Effect.Effect<Layer.Layer<Running>, CommandFailed> =>
  Effect.map(storageLayer(settings), (storage) => {
    const policy = makeAddressPolicy({ allow: settings.webhookAllow })
    return layerWebhooks(policy).pipe(
      Layer.provideMerge(Authenticator.apiKeys),
      Layer.provideMerge(layerEngine),
      Layer.provideMerge(layerBucketConnections(policy)),
      Layer.provideMerge(
        layerRemoteFiles({ policy, hosts: settings.fileHosts, maxBytes: settings.maxUpload }),
      ),
      Layer.provideMerge(Layer.provideMerge(layerFanOut, storage)),
      Layer.provideMerge(Layer.succeed(EngineSettings, engineSettings(settings, listening))),
      Layer.provideMerge(Layer.succeed(WebhookSettings, webhookSettings(settings))),
      Layer.provideMerge(Layer.succeed(LabelChecker, checkInThreads)),
      Layer.provideMerge(Layer.succeed(FormatRegistry, lazyFormats(settings))),
    )
  })
