/** Delivers webhooks in the worker role. The package is loaded only here. */
import { hostname } from "node:os"
import {
  type Notifier,
  PeriodicTaskStore,
  Retention,
  runLeased,
  type WebhookStorage,
} from "@annotary/core/effect"
import type { Dispatcher } from "@annotary/webhooks/dispatcher"
import { type Context, Effect, Layer, type Scope } from "effect"
import { CommandFailed } from "../cli/failures.ts"
import type { Running } from "../engine/engineLayer.ts"
import type { Settings } from "../settings/settings.ts"
import { getVersion } from "../version.ts"

/** Delivers until the scope closes; then waits for requests in flight. */
export const deliver = (
  settings: Settings,
): Effect.Effect<
  Context.Tag.Service<Dispatcher>,
  CommandFailed,
  Running | WebhookStorage | Notifier | Scope.Scope
> =>
  Effect.gen(function* () {
    const webhooks = yield* Effect.promise(() => import("@annotary/webhooks/dispatcher"))
    const policy = webhooks.makeAddressPolicy({ allow: settings.webhookAllow })
    const totalMillis = settings.webhookTimeoutSeconds * 1000
    const limits = {
      ...webhooks.defaultLimits,
      totalMillis,
      connectMillis: Math.min(webhooks.defaultLimits.connectMillis, totalMillis),
    }
    const sender = yield* webhooks.makeSender({
      policy,
      resolver: webhooks.makeSystemResolver(policy),
      limits,
      userAgent: `annotary/${getVersion()}`,
    })
    const leaseMillis = settings.webhookLeaseSeconds * 1000
    const options = {
      limits,
      leaseMillis,
      renewMillis: Math.min(webhooks.defaultDispatch.renewMillis, leaseMillis / 3),
      maintenanceIntervalMillis: Math.min(
        webhooks.defaultDispatch.maintenanceIntervalMillis,
        leaseMillis / 6,
      ),
      inFlight: settings.webhookInFlight,
      // Over all processes: several of them together must be able to claim what they may send.
      ahead: Math.max(webhooks.defaultDispatch.ahead, settings.webhookInFlight * 8),
      waits: settings.webhookWaits,
    }
    const worker = `${hostname()} ${process.pid}`
    const layer = webhooks
      .layerDispatcher({ sender, worker, settings: options })
      .pipe(Layer.provide(webhooks.Sealer.Default))
    const built = yield* Effect.mapError(
      Layer.build(layer),
      ({ message }) => new CommandFailed({ sentence: message }),
    )
    const { prune } = yield* Effect.provide(Retention, Retention.Default)
    const task = { name: "forget-webhooks", everySeconds: 3600, run: () => prune }
    yield* Effect.forkScoped(runLeased(yield* PeriodicTaskStore, task))
    return yield* Effect.provide(webhooks.Dispatcher, built)
  })
