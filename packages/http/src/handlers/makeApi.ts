/** Builds the API over the services of an engine: one handler for every host. */
import {
  type Actor,
  AssetUrls,
  Authenticator,
  BucketUrls,
  CurrentActor,
  CurrentRequest,
  type EngineServices,
  EngineSettings,
  type IdempotencyStore,
  type PeriodicTaskStore,
  type SecretStore,
  Sessions,
  TakesLongTexts,
  type Transaction,
  type Username,
  ValidatedJson,
} from "@annotary/core/effect"
import { Context, Effect, Option, Runtime } from "effect"
import { AnnotaryApi, apiVersion } from "../api/Api.ts"
import { statuses } from "../api/statuses.ts"
import type { Observation } from "../transport/exchange/exchange.ts"
import { type HttpHandler, makeHandler } from "../transport/handler.ts"
import type { TransportOptions } from "../transport/settings.ts"
import { makeAllHandlers } from "./all.ts"
import { withAssetBase } from "./assetBase.ts"
import { withSignedUrls } from "./assetUrls.ts"
import { withBucketUrls } from "./bucketUrls.ts"
import { makeCookieIdentity } from "./console/cookieIdentity.ts"
import type { ConsoleOptions } from "./console/site.ts"
import { idempotency } from "./idempotency.ts"
import { nobody } from "./nobody.ts"
import type { StatusOptions } from "./status.ts"

/** Options of the API. Each has a default. */
export interface ApiOptions extends Partial<StatusOptions> {
  /** Limits, hosts, origins, compression, tracing. */
  readonly transport?: TransportOptions
  /** Present while the console is on: it is at `/console/`, and people sign in with a cookie, at `/console/session`. */
  readonly console?: ConsoleOptions | undefined
  /** Whether the engine is closed. Then every request gets a 503. */
  readonly closed?: () => boolean
  /** Called once per request, when it is over: for metrics and access logs. Must not throw. */
  readonly observe?: (observation: Observation) => void
}

/** The services and ports that the API needs. */
export type ApiServices =
  | EngineServices
  | Authenticator
  | PeriodicTaskStore
  | IdempotencyStore
  | SecretStore
  | Transaction

/** Builds the API's handler from the services in its context. Hosts call it through `toNode`, `toWeb` or their own adapter. */
export const makeApi = (options: ApiOptions = {}): Effect.Effect<HttpHandler, never, ApiServices> =>
  Effect.gen(function* () {
    const { authenticate, rateKey = Option.none } = yield* Authenticator
    const identify =
      options.console === undefined
        ? authenticate
        : makeCookieIdentity(
            authenticate,
            yield* Sessions,
            (yield* EngineSettings).publicUrl,
            options.console,
          )
    const handlers = yield* makeAllHandlers({ ...options, version: options.version ?? apiVersion })
    const idempotent = yield* idempotency
    const { areSigned, signer } = yield* AssetUrls
    const resolveAssets = withAssetBase((yield* EngineSettings).publicUrl)
    const signBuckets = withBucketUrls((yield* BucketUrls).findSigner)
    // Handlers captured their services already, and every span copies the context of its request.
    const runtime = Runtime.updateContext(yield* Effect.runtime(), () => Context.empty())
    return makeHandler<typeof AnnotaryApi, Actor, never, CurrentActor>({
      api: AnnotaryApi,
      handlers,
      runtime,
      authenticate: identify,
      rateKey: (request, actor) => Option.getOrElse(rateKey(request), () => getUsername(actor)),
      anonymous: nobody,
      provide: (actor) =>
        Context.add(Context.add(habits, CurrentActor, actor), CurrentRequest, {
          organizations: new Set<Username>(),
        }),
      idempotent,
      outgoing: areSigned
        ? (reply) => Effect.flatMap(Effect.map(signBuckets(reply), resolveAssets), withSignedUrls(signer))
        : (reply) => Effect.map(signBuckets(reply), resolveAssets),
      statuses,
      settings: { version: apiVersion, ...options.transport },
      ...(options.closed === undefined ? {} : { closed: options.closed }),
      ...(options.observe === undefined ? {} : { observe: options.observe }),
    })
  })

/** Bodies are validated while they are read, and responses are written while they are read from storage. */
const habits = Context.make(ValidatedJson, true).pipe(Context.add(TakesLongTexts, true))

const getUsername = (actor: Actor): string => (actor._tag === "Person" ? actor.username : "")
