/**
 * Webhooks for an engine: `createEngine({ storage: sqlite({ filename }), extensions: [webhooks()] })`, then
 * `engine.webhooks`.
 */
import type { EngineExtension, ExtensionRunners } from "@annotary/core"
import {
  AccountFeed,
  Deliveries,
  defaultWebhookSettings,
  Endpoints,
  KeySets,
  layerFanOut,
  PeriodicTaskStore,
  promiseMethods,
  Retention,
  runLeased,
  WebhookSettings,
  type WebhookSettingsValues,
  type WebhookStorage,
  type WebhookTransition,
} from "@annotary/core/effect"
import { Effect, Layer } from "effect"
import { layerWebhooks } from "./layerWebhooks.ts"
import { Sealer } from "./signing/Sealer.ts"
import { type AddressPolicyOptions, makeAddressPolicy } from "./ssrf/AddressPolicy.ts"

/** Options of {@link webhooks}. */
export interface WebhookOptions extends AddressPolicyOptions {
  readonly settings?: Partial<WebhookSettingsValues>
  /**
   * Called when an endpoint is failing, is disabled or has recovered, and when a delivery is given up. The
   * process that detected it calls it after the transition is stored, at most once. Errors of the function are
   * logged.
   */
  readonly onTransition?: ((transition: WebhookTransition) => void | PromiseLike<void>) | undefined
}

const makeSettingsLayer = ({ settings }: WebhookOptions) =>
  Layer.succeed(WebhookSettings, { ...defaultWebhookSettings, ...settings })

/** Sends due deliveries and prunes old ones until the scope closes. Loads the HTTP client on demand. */
const makeWorkerLayer = ({ onTransition, ...guard }: WebhookOptions) =>
  Layer.unwrapEffect(
    Effect.gen(function* () {
      const { defaultLimits, layerDispatcher, makeSender, makeSystemResolver } = yield* Effect.promise(
        () => import("./dispatcher/index.ts"),
      )
      const policy = makeAddressPolicy(guard)
      const resolver = makeSystemResolver(policy)
      const dispatcher = layerDispatcher({
        sender: yield* makeSender({ policy, resolver, limits: defaultLimits, userAgent: "annotary" }),
        worker: globalThis.crypto.randomUUID(),
        onTransition: onTransition === undefined ? undefined : makeHook(onTransition),
      })
      return Layer.merge(dispatcher, layerRetention)
    }),
  ).pipe(Layer.provide(Sealer.Default), Layer.orDie)

const makeHook =
  (onTransition: NonNullable<WebhookOptions["onTransition"]>) => (transition: WebhookTransition) =>
    Effect.promise(async () => await onTransition(transition))

/** Only one process at a time prunes. */
const layerRetention = Layer.scopedDiscard(
  Effect.gen(function* () {
    const store = yield* PeriodicTaskStore
    const { prune } = yield* Retention
    const task = { name: "forget-webhooks", everySeconds: 3600, run: () => prune }
    yield* Effect.forkScoped(runLeased(store, task))
  }),
).pipe(Layer.provide(Retention.Default))

/** The services that the extension adds to the engine's runtime. */
export type WebhookServices = Layer.Layer.Success<ReturnType<typeof layerWebhooks>> | WebhookSettings

const endpointMethods = ["list", "get", "create", "update", "remove", "secret", "rotate", "test"] as const
const deliveryMethods = [
  "list",
  "listAll",
  "get",
  "replay",
  "skip",
  "cancel",
  "bulk",
  "recover",
  "recoveries",
] as const

const feedMethods = ["read"] as const

const keySetMethods = ["get"] as const

/** The Promise interface of webhooks on an engine. */
export type Webhooks = ReturnType<ReturnType<typeof webhooks>["expose"]>

/** The extension that adds webhooks to an engine: `createEngine({ storage, extensions: [webhooks()] })`. */
export const webhooks = (options: WebhookOptions = {}) => {
  const exposeServices = (runner: ExtensionRunners<WebhookServices>["system"]) => ({
    endpoints: promiseMethods(runner, endpointsOf, endpointMethods),
    deliveries: promiseMethods(runner, deliveriesOf, deliveryMethods),
    feed: promiseMethods(runner, feedOf, feedMethods),
    keySets: promiseMethods(runner, keySetsOf, keySetMethods),
  })
  return {
    storage: layerFanOut,
    services: Layer.provideMerge(layerWebhooks(makeAddressPolicy(options)), makeSettingsLayer(options)),
    worker: Layer.provide(makeWorkerLayer(options), makeSettingsLayer(options)),
    expose: ({ as, system }: ExtensionRunners<WebhookServices>) => ({
      webhooks: { ...exposeServices(system), as: (username: string) => exposeServices(as(username)) },
    }),
  } satisfies EngineExtension<WebhookStorage, WebhookServices>
}

const endpointsOf = Effect.serviceFunctions(Endpoints)
const feedOf = Effect.serviceFunctions(AccountFeed)
const keySetsOf = Effect.serviceFunctions(KeySets)
const deliveriesOf = Effect.serviceFunctions(Deliveries)
