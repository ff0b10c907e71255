/** Every limit and habit of the transport, with its default. */

import type { Proxies } from "./address/clientAddress.ts"
import { Budget } from "./body/budget.ts"
import type { LargeBodies } from "./codec/largeBodies.ts"
import type { RateLimit } from "./request/rateLimit.ts"

const KiB = 1024
const MiB = 1024 * KiB

export interface TransportSettings {
  /** The API's date, sent with every answer. */
  readonly version: string
  readonly body: {
    /** Bytes of a JSON body as sent. */
    readonly sentBytes: number
    /** Bytes of a JSON body inflated. */
    readonly inflatedBytes: number
    /** Bytes of one line of NDJSON. */
    readonly lineBytes: number
    /** Levels of nesting. */
    readonly depth: number
    /** Bytes of a body that may become JavaScript values; fields kept as text do not count. */
    readonly parsedBytes: number
    /** Time for a whole JSON body to arrive. */
    readonly millis: number
    /** Below this rate a body of any kind is slow… */
    readonly slowBytesPerSecond: number
    /** …and when it was slow for so long, its request ends with 408. */
    readonly slowMillis: number
    /** Above this many bytes inflated, a body is read by {@link LargeBodies}, if there are any. */
    readonly threadBytes: number
  }
  /** Undefined leaves it to the host: node's listeners bring worker threads, `Request` → `Response` brings none. */
  readonly largeBodies: LargeBodies | undefined
  /** Inflated JSON in work at one time; one for all handlers of a process. */
  readonly budget: Budget
  readonly compression: {
    readonly enabled: boolean
    /** Answers below this size are sent as they are. */
    readonly thresholdBytes: number
    /** 1 is a third of the time of 6. */
    readonly level: number
  }
  /** Origins that may call from a browser. */
  readonly corsOrigins: ReadonlyArray<string>
  /** Host names that are answered; undefined answers all. See `hostsOf`. */
  readonly allowedHosts: ReadonlyArray<string> | undefined
  /** Proxies in front that say where requests come from; undefined: none, the socket tells. */
  readonly proxies: Proxies | undefined
  /** Off when undefined. */
  readonly rateLimit: RateLimit | undefined
  /** Spans cost more than most requests; on where somebody collects them. */
  readonly tracing: boolean
}

/** What may be left out of {@link TransportSettings}: everything, and any part of its groups. */
export interface TransportOptions
  extends Partial<Omit<TransportSettings, "body" | "compression" | "budget">> {
  readonly body?: Partial<TransportSettings["body"]>
  readonly budget?: Budget
  readonly compression?: Partial<TransportSettings["compression"]>
}

/** Shared by every handler of the process that brings no budget of its own. */
const processBudget = new Budget(256 * MiB)

export const settingsOf = (options: TransportOptions = {}): TransportSettings => ({
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
