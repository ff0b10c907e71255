/** The engine over the storage of the settings. */
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
import { makeBucketConnectionsLayer } from "../buckets/bucketConnections.ts"
import type { CommandFailed } from "../cli/failures.ts"
import { findDatabase } from "../databases/databases.ts"
import { makeRemoteFilesLayer } from "../files/remoteFiles.ts"
import { makeLazyFormats } from "../formats/registry.ts"
import type { Settings } from "../settings/settings.ts"
import { toEngineSettings, toWebhookSettings } from "./partSettings.ts"

/** The services of a running server. */
export type Running = EngineServices | Authenticator | Storage | WebhookStorage | Endpoints | Deliveries

/** `listening` is called when a URL is written, because the port is known only then. */
export const makeEngineLayer = (
  settings: Settings,
  listening: () => string,
): Effect.Effect<Layer.Layer<Running>, CommandFailed> =>
  Effect.map(findDatabase(settings).makeStorageLayer, (storage) => {
    const policy = makeAddressPolicy({ allow: settings.webhookAllow })
    return layerWebhooks(policy).pipe(
      Layer.provideMerge(Authenticator.apiKeys),
      Layer.provideMerge(layerEngine),
      Layer.provideMerge(makeBucketConnectionsLayer(policy)),
      Layer.provideMerge(
        makeRemoteFilesLayer({ policy, hosts: settings.fileHosts, maxBytes: settings.maxUpload }),
      ),
      Layer.provideMerge(Layer.provideMerge(layerFanOut, storage)),
      Layer.provideMerge(Layer.succeed(EngineSettings, toEngineSettings(settings, listening))),
      Layer.provideMerge(Layer.succeed(WebhookSettings, toWebhookSettings(settings))),
      Layer.provideMerge(Layer.succeed(LabelChecker, checkInThreads)),
      Layer.provideMerge(Layer.succeed(FormatRegistry, makeLazyFormats(settings))),
    )
  })
