/** The limits and options of the transport, with their defaults. */

import type { Proxies } from "./address/clientAddress.ts"
import { Budget } from "./body/budget.ts"
import type { LargeBodies } from "./codec/largeBodies.ts"
import type { RateLimit } from "./request/rateLimit.ts"

const KiB = 1024
const MiB = 1024 * KiB

export interface TransportSettings {
  /** The version of the API, sent with every response. */
  readonly version: string
  readonly body: {
    /** Maximum bytes of a JSON body as sent. */
    readonly sentBytes: number
    /** Maximum bytes of an inflated JSON body. */
    readonly inflatedBytes: number
    /** Maximum bytes of one NDJSON line. */
    readonly lineBytes: number
    /** Maximum levels of nesting. */
    readonly depth: number
    /** Maximum bytes of a body that become JavaScript values. Raw fields do not count. */
    readonly parsedBytes: number
    /** Timeout for a whole JSON body to arrive. */
    readonly millis: number
    /** A body below this rate is slow. */
    readonly slowBytesPerSecond: number
    /** A body that is slow for this long ends its request with 408. */
    readonly slowMillis: number
    /** Bodies above this many inflated bytes are read by {@link LargeBodies}, if there are any. */
    readonly threadBytes: number
  }
  /** By default the host decides: Node listeners have worker threads, `Request` → `Response` has none. */
  readonly largeBodies: LargeBodies | undefined
  /** Maximum bytes of inflated JSON in progress, shared by all handlers of a process. */
  readonly budget: Budget
  readonly compression: {
    readonly enabled: boolean
    /** Smaller responses are sent uncompressed. */
    readonly thresholdBytes: number
    /** Level 1 takes a third of the time of level 6. */
    readonly level: number
  }
  /** Origins that may call the API from a browser. */
  readonly corsOrigins: ReadonlyArray<string>
  /** Allowed host names; undefined for all. See `listHosts`. */
  readonly allowedHosts: ReadonlyArray<string> | undefined
  /** The trusted proxies that report client addresses; without them the socket's address is used. */
  readonly proxies: Proxies | undefined
  /** Undefined when there is no rate limit. */
  readonly rateLimit: RateLimit | undefined
  /** Off by default: spans cost more than most requests. */
  readonly tracing: boolean
}

/** Settings of the transport. All of them, and all parts of its groups, have defaults. */
export interface TransportOptions
  extends Partial<Omit<TransportSettings, "body" | "compression" | "budget">> {
  readonly body?: Partial<TransportSettings["body"]>
  readonly budget?: Budget
  readonly compression?: Partial<TransportSettings["compression"]>
}

/** Shared by every handler of the process without its own budget. */
const processBudget = new Budget(256 * MiB)

export const makeSettings = (options: TransportOptions = {}): TransportSettings => ({
  version: "2026-11-01",
  budget: processBudget,
  corsOrigins: [],
  allowedHosts: undefined,
  proxies: undefined,
  rateLimit: undefined,
  largeBodies: undefined,
  tracing: false,
  ...options,
  body: {
    sentBytes: 64 * MiB,
    inflatedBytes: 128 * MiB,
    lineBytes: 8 * MiB,
    depth: 200,
    parsedBytes: 16 * MiB,
    millis: 300_000,
    slowBytesPerSecond: KiB,
    slowMillis: 30_000,
    threadBytes: MiB,
    ...options.body,
  },
  compression: { enabled: true, thresholdBytes: 4 * KiB, level: 1, ...options.compression },
})
