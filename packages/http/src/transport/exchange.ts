/** One request and its answer as a host hands them over, and the headers that every answer carries. */
import type { Effect } from "effect"
import type { Lease } from "./body/budget.ts"
import type { EarlyBody } from "./body/early.ts"
import { paced } from "./body/paced.ts"
import { type BodySource, noBody } from "./body/source.ts"
import type { LargeBodies } from "./codec/largeBodies.ts"
import { originHeaders } from "./cors.ts"
import type { TransportSettings } from "./settings.ts"

/** A request, from any host. */
export interface Incoming {
  readonly method: string
  /** Path and query, as sent. */
  readonly target: string
  /** A header by its name in lower case. */
  readonly header: (name: string) => string | undefined
  readonly body: BodySource
  /** The address at the other end of the socket, where the host knows it. */
  readonly address?: string | undefined
  /** Where the host has mounted the API, without a slash at the end: addresses in answers begin with it. */
  readonly base?: string
  /** The request as the host knows it. */
  readonly source?: unknown
  /** What the host has for large bodies. */
  readonly largeBodies?: LargeBodies
}

/** What stands for a request of which nothing is known, but where it came from. */
export const unread = (address?: string): Incoming => ({
  method: "-",
  target: "/",
  header: () => undefined,
  body: noBody,
  address,
})

/** Names and values in turn. */
export type HeaderList = Array<string>

/** Where the answer goes: one of the two is called, once. */
export interface Responder {
  readonly send: (status: number, headers: HeaderList, body: string | Uint8Array | undefined) => void
  readonly open: (status: number, headers: HeaderList) => Outlet
}

/** An answer that is written piece by piece. */
export interface Outlet {
  /** Returns when there is room for more. */
  readonly write: (chunk: string | Uint8Array) => Effect.Effect<void>
  readonly end: Effect.Effect<void>
  /** Ends it so that the receiver sees that it is not whole. */
  readonly cut: () => void
}

/** What was answered, for metrics and logs. */
export interface Observation {
  readonly requestId: string
  /** Who asked, as `authenticate` answered; undefined when nobody was found. */
  readonly actor: unknown
  readonly method: string
  /** Where the request came from, behind proxies that are trusted; undefined where the host does not know. */
  readonly clientAddress: string | undefined
  /** The pattern of the address; undefined where there is none. */
  readonly route: string | undefined
  readonly status: number
  readonly durationMillis: number
  /** Bytes of the answer's body. */
  readonly bytes: number
  /** The caller was gone before the end, or the answer was cut. */
  readonly aborted: boolean
}

/** A request under way. */
export interface Exchange {
  readonly incoming: Incoming
  /** Its body, held to a pace. */
  readonly body: BodySource
  readonly pathname: string
  readonly search: string
  readonly requestId: string
  readonly begun: number
  /** The body, where it was awaited before anything else. */
  early: EarlyBody | undefined
  /** What its body takes of the process's budget, until the request is over. */
  lease: Lease | undefined
  /** Put into the answer by those before the handler. */
  extra: Readonly<Record<string, string>>
  /** Who asks, once that is known. */
  actor: unknown
}

export const beginExchange = (incoming: Incoming, settings: TransportSettings): Exchange => {
  const target = originForm(incoming.target)
  const query = target.indexOf("?")
  return {
    incoming,
    body: paced(incoming.body, settings.body),
    pathname: query < 0 ? target : target.slice(0, query),
    search: query < 0 ? "" : target.slice(query + 1),
    requestId: requestIdOf(incoming.header("x-request-id")),
    begun: performance.now(),
    early: undefined,
    lease: undefined,
    extra: {},
    actor: undefined,
  }
}

/** Proxies may send a whole address. */
export const originForm = (target: string): string =>
  target.startsWith("/") ? target : target.replace(/^https?:\/\/[^/?#]*/i, "") || "/"

const sane = /^[A-Za-z0-9._:-]{1,128}$/

const requestIdOf = (sent: string | undefined): string =>
  sent !== undefined && sane.test(sent) ? sent : globalThis.crypto.randomUUID()

/** All headers of an answer: its own, and ours where it does not say otherwise. */
export const answerHeaders = (
  exchange: Exchange,
  settings: TransportSettings,
  own: Readonly<Record<string, string>>,
  compressible: boolean,
): Array<string> => {
  const list: Array<string> = []
  let vary = "Authorization"
  let cached = false
  for (const name of Object.keys(own)) {
    const value = own[name] ?? ""
    if (name.length === 4 && name.toLowerCase() === "vary") {
      vary = joined(vary, value)
      continue
    }
    if (name.length === 13 && name.toLowerCase() === "cache-control") cached = true
    list.push(name, value)
  }
  for (const name of Object.keys(exchange.extra)) list.push(name, exchange.extra[name] ?? "")
  if (!cached) list.push("Cache-Control", "private, no-store")
  if (compressible) vary = joined(vary, "Accept-Encoding")
  if (settings.corsOrigins.length > 0) {
    vary = joined(vary, "Origin")
    const origin = exchange.incoming.header("origin")
    const open = list.some((name) => name.toLowerCase() === "access-control-allow-origin")
    if (origin !== undefined && !open && settings.corsOrigins.includes(origin))
      list.push(...originHeaders(origin))
  }
  list.push("Vary", vary, "annotary-version", settings.version, "X-Request-Id", exchange.requestId)
  list.push("X-Content-Type-Options", "nosniff")
  return list
}

/** A Vary header with one name more, unless it has it. */
export const joined = (vary: string, more: string): string =>
  vary.toLowerCase().split(", ").includes(more.toLowerCase()) ? vary : `${vary}, ${more}`
