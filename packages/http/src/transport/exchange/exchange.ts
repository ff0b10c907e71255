/** One request while it is answered, and what is reported of it afterwards. */
import { originForm } from "../address/target.ts"
import type { Lease } from "../body/budget.ts"
import type { EarlyBody } from "../body/early.ts"
import { paced } from "../body/paced.ts"
import type { BodySource } from "../body/source.ts"
import type { TransportSettings } from "../settings.ts"
import type { Incoming } from "./incoming.ts"

/** A request under way. */
export interface Exchange {
  readonly incoming: Incoming
  /** Its body, with a least rate. */
  readonly body: BodySource
  readonly pathname: string
  readonly search: string
  readonly requestId: string
  readonly begun: number
  /** The body, where it was awaited before anything else. */
  early: EarlyBody | undefined
  /** The part of the process's budget that its body takes until the request is over. */
  lease: Lease | undefined
  /** Put into the answer by those before the handler. */
  extra: Readonly<Record<string, string>>
  /** The actor, once authenticated. */
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

const sane = /^[A-Za-z0-9._:-]{1,128}$/

const requestIdOf = (sent: string | undefined): string =>
  sent !== undefined && sane.test(sent) ? sent : globalThis.crypto.randomUUID()

/** What was answered, for metrics and logs. */
export interface Observation {
  readonly requestId: string
  /** The actor that `authenticate` found; undefined when it found none. */
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
