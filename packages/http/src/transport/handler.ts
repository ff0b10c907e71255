/**
 * Combines an API, its handlers and a runtime into one function from requests to responses. Each request has one fiber,
 * except those that need none: unknown addresses, wrong methods, preflights.
 */
import type { HttpApi } from "@effect/platform"
import { Effect, Option } from "effect"
import { type AddressOf, makeAddressOf } from "./address/clientAddress.ts"
import { isKnownHost } from "./address/hostNames.ts"
import { beginExchange, type Exchange, type Observation } from "./exchange/exchange.ts"
import { type Incoming, makeUnreadRequest } from "./exchange/incoming.ts"
import type { Responder } from "./exchange/responder.ts"
import type { Problem } from "./problem/problem.ts"
import * as refusals from "./problem/refusals.ts"
import { type Delivered, sendProblem, sendText } from "./reply/deliver.ts"
import { makePreflightHeaders } from "./reply/headers.ts"
import { type HandlerOptions, makeRunner } from "./request/runner.ts"
import { type Find, makeRouter } from "./routing/router.ts"
import { type AnyApi, makeRoutes, type Route } from "./routing/routes.ts"
import { makeSettings, type TransportSettings } from "./settings.ts"

/** The interface between a host and the API. */
export interface HttpHandler {
  /** Handles a request. The returned function reports that the client disconnected. */
  readonly handle: (incoming: Incoming, responder: Responder) => () => void
  /** Responds with a problem to a request that is not handled. `incoming` is absent when the request could not be read. */
  readonly refuse: (problem: Problem, responder: Pick<Responder, "send">, incoming?: Incoming) => void
  /** Whether a route exists at this path, with any method. */
  readonly knows: (pathname: string) => boolean
  /** Completes when no request is in progress. */
  readonly settled: Effect.Effect<void>
}

export const makeHandler = <Api extends HttpApi.HttpApi.Any, Actor, R, Provided = never>(
  options: HandlerOptions<Api, Actor, R, Provided>,
): HttpHandler => {
  const { closed = () => false } = options
  const settings = makeSettings(options.settings)
  // Cast: an Api's type parameters are invariant, and reflecting it needs none of them.
  const routes = makeRoutes(options.api as unknown as AnyApi, settings.body)
  const find = findRouter(routes)
  const run = makeRunner(options, settings, routes)
  const observed = makeObserver(options.observe, makeAddressOf(settings.proxies))
  const work = new Work()
  return {
    settled: work.settled,
    refuse: (problem, responder, incoming = makeUnreadRequest()) => {
      const exchange = beginExchange(incoming, settings)
      observed(exchange, undefined, sendProblem(exchange, responder, settings, problem))
    },
    knows: (pathname) => find("GET", pathname)._tag !== "Unknown",
    handle: (incoming, responder) => {
      const exchange = beginExchange(incoming, settings)
      const refuse = (problem: Problem): (() => void) => {
        observed(exchange, undefined, sendProblem(exchange, responder, settings, problem))
        return ignoreEnd
      }
      if (settings.allowedHosts !== undefined && !isKnownHost(incoming.header("host"), settings.allowedHosts))
        return refuse(refusals.unknownHost)
      const wrong = findProtocolFault(incoming, settings)
      if (wrong !== undefined) return refuse(wrong)
      if (closed()) return refuse(refusals.unavailable)
      const match = find(incoming.method, exchange.pathname)
      if (match._tag === "Unknown") return refuse(refusals.notFound)
      if (match._tag === "Found") {
        work.begin()
        return run(match.route, exchange, match.params, responder, (delivered) => {
          exchange.lease?.release()
          work.end()
          observed(exchange, match.route.pattern, delivered)
        })
      }
      if (incoming.method !== "OPTIONS") return refuse(refusals.makeMethodNotAllowed(match.allow))
      observed(exchange, undefined, answerPreflight(exchange, responder, settings, match.allow))
      return ignoreEnd
    },
  }
}

const routers = new WeakMap<ReadonlyArray<Route>, Find<Route>>()

/** The router of these routes, which handlers share as they share the routes. */
const findRouter = (routes: ReadonlyArray<Route>): Find<Route> => {
  const router = routers.get(routes) ?? makeRouter(routes, canNameResource)
  routers.set(routes, router)
  return router
}

/** Faults of the protocol that no address can accept. */
const findProtocolFault = ({ header }: Incoming, { version }: TransportSettings): Problem | undefined => {
  const coding = header("transfer-encoding")
  if (coding !== undefined && coding.trim().toLowerCase() !== "chunked")
    return refusals.unknownTransferEncoding
  const requested = header("annotary-version")
  return requested === undefined || requested === version ? undefined : refusals.makeUnknownVersion(version)
}

/** Whether these parameters can name anything. A malformed id is an address that does not exist, for every method. */
const canNameResource = ({ path }: Route, params: unknown): boolean =>
  path === undefined || Option.isSome(path(params))

/** Counts the requests in progress and reports when there are none. */
class Work {
  private count = 0
  private waiting: Array<() => void> = []

  begin(): void {
    this.count += 1
  }

  end(): void {
    this.count -= 1
    if (this.count > 0) return
    for (const notify of this.waiting.splice(0)) notify()
  }

  readonly settled: Effect.Effect<void> = Effect.async((resume) => {
    if (this.count === 0) return resume(Effect.void)
    this.waiting.push(() => resume(Effect.void))
  })
}

type Observed = (exchange: Exchange, route: string | undefined, delivered: Delivered) => void

/** Called once per request, when it is over. */
export type Observe = (observation: Observation) => void

/** Reports a finished exchange as an observation. */
export const makeObserver =
  (observe: Observe | undefined, addressOf: AddressOf): Observed =>
  ({ actor, begun, incoming, requestId }, route, { bytes, cut, status }) =>
    observe?.({
      requestId,
      actor,
      method: incoming.method,
      clientAddress: addressOf(incoming),
      route,
      status,
      durationMillis: performance.now() - begun,
      bytes,
      aborted: cut,
    })

const ignoreEnd = (): void => {}

const answerPreflight = (
  exchange: Exchange,
  responder: Responder,
  settings: TransportSettings,
  allow: string,
): Delivered => {
  const origin = exchange.incoming.header("origin")
  const listed = origin !== undefined && settings.corsOrigins.includes(origin)
  const own = { Allow: allow, ...(listed ? makePreflightHeaders(allow) : {}) }
  return sendText(exchange, responder, settings, 204, own, undefined)
}
