/** What the dispatcher may be told; every setting has a default. Settings that would send twice by themselves are refused at the start. */
import { Schema } from "effect"
import { defaultPolicy, type FailurePolicy } from "../domain/health.ts"
import { defaultWaits } from "../retry/waits.ts"
import { defaultLimits, type SendLimits } from "../send/limits.ts"

export interface DispatchSettings {
  /** Requests that one claim asks for at most. */
  readonly claim: number
  /** Requests that this process has claimed and not yet told of, at most. */
  readonly capacity: number
  /** Requests that are sent to one endpoint at the same time, by this process. */
  readonly inFlight: number
  /** Requests to one endpoint that are claimed ahead, over all processes; the fewer, the more this one has in hand. */
  readonly ahead: number
  readonly leaseMillis: number
  readonly renewMillis: number
  /** How long what is known may wait to be told together with more. */
  readonly flushMillis: number
  /** How often to look without being woken, a fifth more or less. */
  readonly pollMillis: number
  /** How often what was lost with other processes is taken back, and what waits is counted. */
  readonly tendMillis: number
  readonly waits: ReadonlyArray<number>
  readonly policy: FailurePolicy
  readonly limits: SendLimits
}

export const defaultDispatch: DispatchSettings = {
  claim: 64,
  capacity: 512,
  inFlight: 8,
  ahead: 64,
  leaseMillis: 30_000,
  renewMillis: 5000,
  flushMillis: 20,
  pollMillis: 1000,
  tendMillis: 5000,
  waits: defaultWaits,
  policy: defaultPolicy,
  limits: defaultLimits,
}

/** Room between the end of the longest request and the end of its lease. */
export const leaseMarginMillis = 5000

export class DispatchMisconfigured extends Schema.TaggedError<DispatchMisconfigured>()(
  "DispatchMisconfigured",
  { reason: Schema.String },
) {
  override get message() {
    return this.reason
  }
}

/** Null when all is well. */
export const misconfigured = (settings: DispatchSettings): DispatchMisconfigured | null => {
  const { flushMillis, leaseMillis, limits, renewMillis } = settings
  const least = limits.totalMillis + flushMillis + leaseMarginMillis
  if (leaseMillis < least) {
    const reason = `The lease of deliveries (${leaseMillis} ms) must be at least ${least} ms: the longest request, the delay of what is told, and ${leaseMarginMillis} ms.`
    return new DispatchMisconfigured({ reason })
  }
  if (renewMillis * 2 > leaseMillis) {
    const reason = `The lease of deliveries (${leaseMillis} ms) must be at least twice the time between renewals (${renewMillis} ms).`
    return new DispatchMisconfigured({ reason })
  }
  return null
}
