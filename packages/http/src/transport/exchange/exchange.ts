/** A request in progress, and the observation that is reported at its end. */
import { toOriginForm } from "../address/target.ts"
import { matchLength } from "../body/announced.ts"
import type { Lease } from "../body/budget.ts"
import type { EarlyBody } from "../body/early.ts"
import { limitPace } from "../body/limitPace.ts"
import type { BodySource } from "../body/source.ts"
import type { TransportSettings } from "../settings.ts"
import type { Incoming } from "./incoming.ts"

/** A request in progress. */
export interface Exchange {
  readonly incoming: Incoming
  /** The body, with a minimum rate. */
  readonly body: BodySource
  readonly pathname: string
  readonly search: string
  readonly requestId: string
  readonly begun: number
  /** The body, when it was awaited first. */
  early: EarlyBody | undefined
  /** The share of the process's budget that the body takes until the request ends. */
  lease: Lease | undefined
  /** Response headers added before the handler. */
  extra: Readonly<Record<string, string>>
  /** The actor, after authentication. */
  actor: unknown
}

export const beginExchange = (incoming: Incoming, settings: TransportSettings): Exchange => {
  const target = toOriginForm(incoming.target)
  const query = target.indexOf("?")
  return {
    incoming,
    body: limitPace(matchLength(incoming.body), settings.body),
    pathname: query < 0 ? target : target.slice(0, query),
    search: query < 0 ? "" : target.slice(query + 1),
    requestId: toRequestId(incoming.header("x-request-id")),
    begun: performance.now(),
    early: undefined,
    lease: undefined,
    extra: {},
    actor: undefined,
  }
}

const sane = /^[A-Za-z0-9._:-]{1,128}$/

const toRequestId = (sent: string | undefined): string =>
  sent !== undefined && sane.test(sent) ? sent : globalThis.crypto.randomUUID()

/** A finished request, for metrics and logs. */
export interface Observation {
  readonly requestId: string
  /** The actor returned by `authenticate`; undefined when it failed. */
  readonly actor: unknown
  readonly method: string
  /** The client's address behind trusted proxies; undefined when the host does not know it. */
  readonly clientAddress: string | undefined
  /** The pattern of the route; undefined for unknown addresses. */
  readonly route: string | undefined
  readonly status: number
  readonly durationMillis: number
  /** Bytes of the response body. */
  readonly bytes: number
  /** Whether the client disconnected, or the response was cut. */
  readonly aborted: boolean
}
