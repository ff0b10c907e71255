/**
 * An api, its handlers and a runtime made into one function from a request to its answer. One fiber a request; what needs
 * none (unknown addresses, wrong methods, preflights) gets none.
 */
import type { HttpApi } from "@effect/platform"
import { Effect, Option } from "effect"
import { type AddressOf, clientAddress } from "./address/clientAddress.ts"
import { isKnownHost } from "./address/hostNames.ts"
import { beginExchange, type Exchange } from "./exchange/exchange.ts"
import { type Incoming, unread } from "./exchange/incoming.ts"
import type { Responder } from "./exchange/responder.ts"
import type { Problem } from "./problem/problem.ts"
import * as refusals from "./problem/refusals.ts"
import { type Delivered, sendProblem, sendText } from "./reply/deliver.ts"
import { preflightHeaders } from "./reply/headers.ts"
import { type HandlerOptions, makeRunner } from "./request/runner.ts"
import { makeRouter } from "./routing/router.ts"
import { type AnyApi, type Route, routesOf } from "./routing/routes.ts"
import { settingsOf, type TransportSettings } from "./settings.ts"

/** What a host needs: hand over requests, and know which addresses are ours. */
export interface HttpHandler {
  /** Answers a request; the function returned says that the caller is gone. */
  readonly handle: (incoming: Incoming, responder: Responder) => () => void
  /** Answers what is not to be handled; a host may have nothing to show for what never became a request. */
  readonly refuse: (problem: Problem, responder: Pick<Responder, "send">, incoming?: Incoming) => void
  /** Whether any method answers at this path. */
  readonly knows: (pathname: string) => boolean
  /** Returns when no request is in work. */
  readonly settled: Effect.Effect<void>
}

export const makeHandler = <Api extends HttpApi.HttpApi.Any, Actor, R, Provided = never>(
  options: HandlerOptions<Api, Actor, R, Provided>,
): HttpHandler => {
  const { closed = () => false } = options
  const settings = settingsOf(options.settings)
  // An Api's type parameters are invariant; reflecting it needs none of them.
  const routes = routesOf(options.api as unknown as AnyApi, settings.body)
  const find = makeRouter(routes, names)
  const run = makeRunner(options, settings, routes)
  const observed = observer(options.observe, clientAddress(settings.proxies))
  const work = new Work()
  return {
    settled: work.settled,
    refuse: (problem, responder, incoming = unread()) => {
      const exchange = beginExchange(incoming, settings)
      observed(exchange, undefined, sendProblem(exchange, responder, settings, problem))
    },
    knows: (pathname) => find("GET", pathname)._tag !== "Unknown",
    handle: (incoming, responder) => {
      const exchange = beginExchange(incoming, settings)
      const refuse = (problem: Problem): (() => void) => {
        observed(exchange, undefined, sendProblem(exchange, responder, settings, problem))
        return nothing
      }
      if (settings.allowedHosts !== undefined && !isKnownHost(incoming.header("host"), settings.allowedHosts))
        return refuse(refusals.unknownHost)
      const wrong = protocolFault(incoming, settings)
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
      if (incoming.method !== "OPTIONS") return refuse(refusals.methodNotAllowed(match.allow))
      observed(exchange, undefined, answerOptions(exchange, responder, settings, match.allow))
      return nothing
    },
  }
}

/** What no address of ours can make up for. */
const protocolFault = ({ header }: Incoming, { version }: TransportSettings): Problem | undefined => {
  const coding = header("transfer-encoding")
  if (coding !== undefined && coding.trim().toLowerCase() !== "chunked")
    return refusals.unknownTransferEncoding
  const asked = header("annotary-version")
  return asked === undefined || asked === version ? undefined : refusals.unknownVersion(version)
}

/** Whether these parameters can name anything: a malformed id is an address that does not exist, by whatever method. */
const names = ({ path }: Route, params: unknown): boolean => path === undefined || Option.isSome(path(params))

/** Counts the requests in work, for those who wait until there are none. */
class Work {
  private count = 0
  private waiting: Array<() => void> = []

  begin(): void {
    this.count += 1
  }

  end(): void {
    this.count -= 1
    if (this.count > 0) return
    for (const wake of this.waiting.splice(0)) wake()
  }

  readonly settled: Effect.Effect<void> = Effect.async((resume) => {
    if (this.count === 0) return resume(Effect.void)
    this.waiting.push(() => resume(Effect.void))
  })
}

type Observed = (exchange: Exchange, route: string | undefined, delivered: Delivered) => void

const observer =
  (
    observe: HandlerOptions<HttpApi.HttpApi.Any, never, never, never>["observe"],
    addressOf: AddressOf,
  ): Observed =>
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

const nothing = (): void => {}

const answerOptions = (
  exchange: Exchange,
  responder: Responder,
  settings: TransportSettings,
  allow: string,
): Delivered => {
  const origin = exchange.incoming.header("origin")
  const listed = origin !== undefined && settings.corsOrigins.includes(origin)
  const own = { Allow: allow, ...(listed ? preflightHeaders(allow) : {}) }
  return sendText(exchange, responder, settings, 204, own, undefined)
}
