/**
 * Runs a request: authentication, reply, delivery, and the problem for a failure of any of them. What is complete already
 * needs no fiber; a known caller and a handler that waits for nothing cost none.
 */
import { findStorageFailure, makeOutageLog, type OutageLog } from "@annotary/core/effect"
import type { HttpApi } from "@effect/platform"
import { type Cause, Context, Effect, Exit, Runtime } from "effect"
import { isSmall, readEarly } from "../body/early.ts"
import type { Exchange, Observation } from "../exchange/exchange.ts"
import type { Incoming } from "../exchange/incoming.ts"
import type { Responder } from "../exchange/responder.ts"
import { type Statuses, toProblem } from "../problem/failures.ts"
import { Refused } from "../problem/problem.ts"
import * as refusals from "../problem/refusals.ts"
import { type Delivered, deliver, sendProblem } from "../reply/deliver.ts"
import type { Reply } from "../reply/reply.ts"
import type { Failure, Handlers } from "../routing/handlers.ts"
import type { Route } from "../routing/routes.ts"
import type { TransportOptions, TransportSettings } from "../settings.ts"
import { continueWith, isComplete, run, tryMake } from "./completed.ts"
import type { Idempotent } from "./idempotency.ts"
import { makeRateLimiter, readRateKey } from "./rateLimit.ts"
import { type AnyHandler, replyTo } from "./replyTo.ts"
import { requestRuntime } from "./scheduler.ts"

export interface HandlerOptions<Api extends HttpApi.HttpApi.Any, Actor, R, Provided> {
  readonly api: Api
  readonly handlers: Handlers<Api, Actor, NoInfer<R | Provided>>
  readonly runtime: Runtime.Runtime<R>
  /** Finds the actor of a request. Every failure becomes the same 401. */
  readonly authenticate: (request: Incoming) => Effect.Effect<Actor, Failure, R>
  /** The key of the rate limit; by default the Authorization header. */
  readonly rateKey?: (request: Incoming, actor: Actor) => string
  /** The actor on endpoints annotated `Public`, which need no authentication. */
  readonly anonymous: Actor
  /** Services of one request, for example the current actor. Annotate its parameters, or `Provided` is not inferred. */
  readonly provide?: (actor: Actor, requestId: string) => Context.Context<Provided>
  readonly settings?: TransportOptions
  /** Statuses of errors that an endpoint may fail with without declaring them, by tag. */
  readonly statuses?: Statuses
  readonly idempotent?: Idempotent<Actor, R | Provided>
  /** Changes the replies of endpoints that need a key, as they leave; not those with a secret. Idempotency keeps what was before. */
  readonly outgoing?: <R2>(reply: Reply<R2>) => Effect.Effect<Reply<R2>>
  /** Whether the engine is closed. Then every request gets a 503. */
  readonly closed?: () => boolean
  /** Called once per request, when its response was passed to the host. Must not throw. */
  readonly observe?: (observation: Observation) => void
}

/** Starts the fiber of a request. The returned function interrupts it. */
export type Run = (
  route: Route,
  exchange: Exchange,
  params: unknown,
  responder: Responder,
  done: (delivered: Delivered) => void,
) => () => void

export const makeRunner = <Api extends HttpApi.HttpApi.Any, Actor, R, Provided>(
  options: HandlerOptions<Api, Actor, R, Provided>,
  settings: TransportSettings,
  routes: ReadonlyArray<Route>,
): Run => {
  const { anonymous, idempotent, statuses = {} } = options
  const handlers = resolveHandlers<R | Provided>(options.handlers, routes)
  const identified = makeIdentifier(options, settings)
  const runtime = requestRuntime(options.runtime, settings.tracing)
  const makeRuntime = makeRuntimeProvider(options, runtime)
  const fork = Runtime.runFork(runtime)
  const outages = makeOutageLog("Requests are answered 503 meanwhile.", calmMillis)
  const start: Run = (route, exchange, params, responder, done) => {
    const handler = handlers.get(route) ?? dieWithoutHandler
    let isCancelled = false
    const fail = (cause: Cause.Cause<Failure>): void => {
      const failure = toProblem(cause, route.statuses, statuses, exchange.requestId)
      if (failure.unexpected) fork(logFailure(outages, cause, route, exchange))
      done(sendProblem(exchange, responder, settings, failure.problem))
    }
    const startReply = (actor: Actor): (() => void) => {
      const reply = tryMake(() => replyTo({ settings, idempotent }, route, handler, exchange, params, actor))
      const outgoing = route.isPublic || route.secret ? undefined : options.outgoing
      const last = outgoing === undefined ? reply : tryMake(() => continueWith(reply, outgoing))
      const delivered = tryMake(() =>
        continueWith(last, (made) => deliver(exchange, responder, settings, made)),
      )
      return run(
        delivered,
        () => makeRuntime(actor, exchange.requestId),
        (exit) => {
          if (Exit.isFailure(exit)) return isCancelled ? done(gone) : fail(exit.cause)
          // A public route may succeed without the storage.
          if (outages.isOpen() && !route.isPublic && exit.value.status < 400) fork(outages.answered)
          done(exit.value)
        },
      )
    }
    let cancelAnswer: (() => void) | undefined
    const cancelIdentity = run(
      route.isPublic ? Effect.succeed(anonymous) : tryMake(() => identified(exchange)),
      () => runtime,
      (exit) => {
        if (isCancelled) return done(gone)
        if (Exit.isFailure(exit)) return fail(exit.cause)
        if (!route.isPublic) exchange.actor = exit.value
        cancelAnswer = startReply(exit.value)
      },
    )
    return () => {
      isCancelled = true
      const cancel = cancelAnswer ?? cancelIdentity
      cancel()
    }
  }
  return (route, exchange, params, responder, done) =>
    canAwaitBody(route, exchange, settings)
      ? runAfterBody(exchange, settings, done, () => start(route, exchange, params, responder, done))
      : start(route, exchange, params, responder, done)
}

/** Whether the body is small enough to be awaited first. Clients that expect "100 Continue" get it first. */
const canAwaitBody = (route: Route, { body, incoming }: Exchange, settings: TransportSettings): boolean =>
  route.payload !== undefined &&
  !route.linesBody &&
  isSmall(body, settings.body.sentBytes) &&
  incoming.header("expect") === undefined

const runAfterBody = (
  exchange: Exchange,
  settings: TransportSettings,
  done: (delivered: Delivered) => void,
  start: () => () => void,
): (() => void) => {
  const forget = readEarly(exchange.body, settings.body.millis, (body) => {
    exchange.early = body
    cancel = start()
  })
  let cancel = (): void => {
    forget()
    done(gone)
  }
  return () => cancel()
}

/** The actor of a request, within the rate limit. */
const makeIdentifier = <Api extends HttpApi.HttpApi.Any, Actor, R, Provided>(
  { authenticate, rateKey: keyOf = getRequestKey }: HandlerOptions<Api, Actor, R, Provided>,
  settings: TransportSettings,
): ((exchange: Exchange) => Effect.Effect<Actor, Failure, R>) => {
  const limit = settings.rateLimit === undefined ? undefined : makeRateLimiter(settings.rateLimit)
  return (exchange) => {
    const { incoming } = exchange
    const identified = authenticate(incoming)
    const identity = isComplete(identified) ? identified : Effect.catchAll(identified, refuseUnauthorized)
    if (limit === undefined) return identity
    return continueWith(identity, (actor): Effect.Effect<Actor, Refused> => {
      const { allowed, headers, retryAfter } = limit(keyOf(incoming, actor), performance.now())
      exchange.extra = headers
      return allowed
        ? Effect.succeed(actor)
        : Effect.fail(new Refused({ problem: refusals.makeThrottled(retryAfter) }))
    })
  }
}

const getRequestKey = (request: Incoming): string => readRateKey(request.header("authorization"))

const refuseUnauthorized = (): Effect.Effect<never, Refused> =>
  Effect.fail(new Refused({ problem: refusals.unauthorized }))

/** The runtime of a request, with its own services. */
const makeRuntimeProvider = <Api extends HttpApi.HttpApi.Any, Actor, R, Provided>(
  { provide }: HandlerOptions<Api, Actor, R, Provided>,
  runtime: Runtime.Runtime<R>,
) => {
  type RuntimeFor = (actor: Actor, requestId: string) => Runtime.Runtime<R | Provided>
  // Cast: without `provide`, `Provided` is never.
  if (provide === undefined) return (() => runtime) as RuntimeFor
  const makeRuntime: RuntimeFor = (actor, requestId) =>
    Runtime.make({ ...runtime, context: Context.merge(runtime.context, provide(actor, requestId)) })
  return makeRuntime
}

/** The conventional status in logs for a client that disconnected. */
const gone: Delivered = { status: 499, bytes: 0, cut: true }

/** Logs an unexpected failure. An unavailable storage fails all requests and is logged once. */
const logFailure = (
  outages: OutageLog,
  cause: Cause.Cause<unknown>,
  route: Route,
  { requestId }: Exchange,
): Effect.Effect<void> => {
  const away = findStorageFailure(cause)
  const log =
    away === undefined ? Effect.logError("Request failed unexpectedly.", cause) : outages.failed(away)
  return Effect.annotateLogs(log, { requestId, route: `${route.method} ${route.pattern}` })
}

/** While a database is overloaded, some requests fail and others succeed. */
const calmMillis = 5000

const dieWithoutHandler = (): Effect.Effect<never> =>
  Effect.dieMessage("There is no handler for this endpoint.")

/**
 * The handlers by route. Cast: the type of `handlers` follows from the declaration, which was checked where they were
 * passed in. A handler that is missing nevertheless fails the start.
 */
const resolveHandlers = <R>(
  handlers: unknown,
  routes: ReadonlyArray<Route>,
): ReadonlyMap<Route, AnyHandler<R>> => {
  const groups = handlers as Readonly<Record<string, Readonly<Record<string, AnyHandler<R>>>>>
  return new Map(
    routes.map((route) => {
      const handler = groups[route.group]?.[route.endpoint]
      if (handler === undefined) throw new Error(`There is no handler for ${route.group}.${route.endpoint}.`)
      return [route, handler]
    }),
  )
}
