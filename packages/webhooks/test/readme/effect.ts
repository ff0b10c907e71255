import { defaultWebhookSettings, layerEngine, layerFanOut, WebhookSettings } from "@annotary/core/effect"
import { layerMemory } from "@annotary/core/memory"
import { layerWebhooks, makeAddressPolicy, Sealer } from "@annotary/webhooks"
import { defaultLimits, layerDispatcher, makeSender, makeSystemResolver } from "@annotary/webhooks/dispatcher"
import { Effect, Layer } from "effect"

const policy = makeAddressPolicy({ allow: ["10.0.0.0/8"] })
const resolver = makeSystemResolver(policy)
const dispatcher = Effect.map(
  makeSender({ policy, resolver, limits: defaultLimits, userAgent: "shop" }),
  (sender) => layerDispatcher({ sender, worker: "shop-1" }),
)

export const layerShop = Layer.unwrapEffect(dispatcher).pipe(
  Layer.provide(Sealer.Default),
  Layer.provideMerge(layerWebhooks(policy)),
  Layer.provideMerge(layerEngine),
  Layer.provideMerge(Layer.provideMerge(layerFanOut, layerMemory)),
  Layer.provideMerge(Layer.succeed(WebhookSettings, defaultWebhookSettings)),
)
