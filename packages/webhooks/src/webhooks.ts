/** Webhooks for an engine: `createEngine({ storage: sqlite({ filename }), extensions: [webhooks()] })`, then `engine.webhooks`. */
import type { EngineExtension, ExtensionRunners } from "@annotary/core"
import { PeriodicTaskStore, promised, runLeased } from "@annotary/core/effect"
import { Effect, Layer } from "effect"
import { AccountFinder } from "./AccountFinder.ts"
import { Deliveries } from "./Deliveries.ts"
import type { WebhookTransition } from "./domain/operational.ts"
import { EndpointDatasets } from "./EndpointDatasets.ts"
import { EndpointFinder } from "./EndpointFinder.ts"
import { EndpointSecrets } from "./EndpointSecrets.ts"
import { Endpoints } from "./Endpoints.ts"
import { EndpointViews } from "./EndpointViews.ts"
import { layerFanOut } from "./FanOut.ts"
import { type AddressPolicyOptions, makeAddressPolicy } from "./guard/AddressPolicy.ts"
import { KeySets } from "./KeySets.ts"
import type { WebhookStorage } from "./ports/WebhookStorage.ts"
import { Retention } from "./Retention.ts"
import { Sealer } from "./signing/Sealer.ts"
import { defaultWebhookSettings, WebhookSettings, type WebhookSettingsValues } from "./WebhookSettings.ts"

export interface WebhookOptions extends AddressPolicyOptions {
  readonly settings?: Partial<Omit<WebhookSettingsValues, "policy">>
  /**
   * Called when an endpoint is failing, is disabled or has recovered, and when a delivery is given up: by the process that has seen
   * it, after it is stored, at most once. What it throws is logged.
   */
  readonly onTransition?: ((transition: WebhookTransition) => void | PromiseLike<void>) | undefined
}

const settingsOf = ({ onTransition: _, settings, ...guard }: WebhookOptions) =>
  Layer.succeed(WebhookSettings, {
    ...defaultWebhookSettings,
    ...settings,
    policy: makeAddressPolicy(guard),
  })

/** The services, over those of an engine whose storage has the ports of the webhooks; as `WebhookSettings` says. */
export const layerWebhooks = Deliveries.Default.pipe(
  Layer.provideMerge(Endpoints.Default),
  Layer.provideMerge(EndpointFinder.Default),
  Layer.provideMerge(Layer.merge(AccountFinder.Default, EndpointViews.Default)),
  Layer.provideMerge(Layer.merge(EndpointDatasets.Default, KeySets.Default)),
  Layer.provideMerge(EndpointSecrets.Default),
  Layer.provideMerge(Sealer.Default),
)

/** Sends what is due, and removes what is old, until the scope closes. The HTTP client is loaded only here. */
const layerWorker = ({ onTransition }: WebhookOptions) =>
  Layer.unwrapEffect(
    Effect.promise(async () => {
      const { defaultLimits, layerDispatcher, makeSender, systemResolver } = await import("./sending.ts")
      const dispatcher = Layer.unwrapEffect(
        Effect.map(WebhookSettings, ({ policy }) => {
          const resolver = systemResolver(policy)
          const sender = makeSender({ policy, resolver, limits: defaultLimits, userAgent: "annotary" })
          return layerDispatcher({
            sender,
            worker: globalThis.crypto.randomUUID(),
            onTransition: onTransition === undefined ? undefined : hookOf(onTransition),
          })
        }),
      )
      return Layer.merge(dispatcher, layerRetention)
    }),
  ).pipe(Layer.provide(Sealer.Default), Layer.orDie)

const hookOf =
  (onTransition: NonNullable<WebhookOptions["onTransition"]>) => (transition: WebhookTransition) =>
    Effect.promise(async () => await onTransition(transition))

/** One process for all. */
const layerRetention = Layer.scopedDiscard(
  Effect.gen(function* () {
    const store = yield* PeriodicTaskStore
    const { prune } = yield* Retention
    yield* Effect.forkScoped(runLeased(store, { name: "forget-webhooks", everySeconds: 3600, run: prune }))
  }),
).pipe(Layer.provide(Retention.Default))

/** What the extension adds to the engine's runtime. */
export type WebhookServices = Layer.Layer.Success<typeof layerWebhooks> | WebhookSettings

const endpointMethods = ["list", "get", "create", "update", "remove", "secret", "rotate", "test"] as const
const deliveryMethods = ["list", "get", "replay", "skip", "cancel", "bulk", "recover", "recoveries"] as const

const keySetMethods = ["get"] as const

export type Webhooks = ReturnType<ReturnType<typeof webhooks>["expose"]>

export const webhooks = (options: WebhookOptions = {}) => {
  const exposed = (runner: ExtensionRunners<WebhookServices>["system"]) => ({
    endpoints: promised(runner, endpointsOf, endpointMethods),
    deliveries: promised(runner, deliveriesOf, deliveryMethods),
    keySets: promised(runner, keySetsOf, keySetMethods),
  })
  return {
    storage: layerFanOut,
    services: Layer.provideMerge(layerWebhooks, settingsOf(options)),
    worker: Layer.provide(layerWorker(options), settingsOf(options)),
    expose: ({ as, system }: ExtensionRunners<WebhookServices>) => ({
      webhooks: { ...exposed(system), as: (username: string) => exposed(as(username)) },
    }),
  } satisfies EngineExtension<WebhookStorage, WebhookServices>
}

const endpointsOf = Effect.serviceFunctions(Endpoints)
const keySetsOf = Effect.serviceFunctions(KeySets)
const deliveriesOf = Effect.serviceFunctions(Deliveries)
