/** Settings of the dispatcher, each with a default. Settings that would cause duplicate sends are refused at start. */
import { defaultPolicy, type FailurePolicy } from "@annotary/core/effect"
import { Schema } from "effect"
import { defaultLimits, type SendLimits } from "../http/limits.ts"
import { defaultWaits } from "./waits.ts"

/** Settings of the dispatcher. */
export interface DispatchSettings {
  /** Maximum number of requests per claim. */
  readonly claim: number
  /** Maximum number of requests that this process has claimed and not yet saved. */
  readonly capacity: number
  /** Maximum number of concurrent requests from this process to one endpoint. */
  readonly inFlight: number
  /**
   * Maximum number of requests to one endpoint that are claimed ahead, over all processes. The claim shrinks it
   * as this process fills up.
   */
  readonly ahead: number
  readonly leaseMillis: number
  readonly renewMillis: number
  /** A result waits at most this long to be saved together with others. */
  readonly flushMillis: number
  /** Interval between claims without a notification, with a jitter of 20 %. */
  readonly pollMillis: number
  /** Interval of maintenance (reclaiming lost requests, counting the backlog), with a jitter of 20 %. */
  readonly maintenanceIntervalMillis: number
  readonly waits: ReadonlyArray<number>
  readonly policy: FailurePolicy
  readonly limits: SendLimits
}

/** The default of each setting. */
export const defaultDispatch: DispatchSettings = {
  claim: 64,
  capacity: 512,
  inFlight: 8,
  ahead: 64,
  leaseMillis: 30_000,
  renewMillis: 5000,
  flushMillis: 20,
  pollMillis: 1000,
  maintenanceIntervalMillis: 5000,
  waits: defaultWaits,
  policy: defaultPolicy,
  limits: defaultLimits,
}

/** Time between the end of the longest request and the end of its lease. */
export const leaseMarginMillis = 5000

/** Settings of the dispatcher contradict each other. */
export class DispatchMisconfigured extends Schema.TaggedError<DispatchMisconfigured>()(
  "DispatchMisconfigured",
  {
    /** The setting to change, and its smallest valid value. */
    setting: Schema.Literal("leaseMillis"),
    least: Schema.Number,
    reason: Schema.String,
  },
) {
  override get message() {
    return this.reason
  }
}

/** The longest request that fits within a lease. It caps the timeout of every endpoint. */
export const computeLongestMillis = ({
  flushMillis,
  leaseMillis,
}: Pick<DispatchSettings, "flushMillis" | "leaseMillis">): number =>
  leaseMillis - flushMillis - leaseMarginMillis

/** Returns null when the settings are consistent. */
export const checkSettings = ({
  flushMillis,
  leaseMillis,
  limits,
  renewMillis,
}: DispatchSettings): DispatchMisconfigured | null => {
  const setting = "leaseMillis"
  const refuseLease = (least: number, because: string) => {
    const reason = `The dispatcher setting \`${setting}\` (${leaseMillis}) must be at least ${least}: ${because}.`
    return new DispatchMisconfigured({ setting, least, reason })
  }
  const least = limits.totalMillis + flushMillis + leaseMarginMillis
  if (leaseMillis < least)
    return refuseLease(least, `\`limits.totalMillis\`, \`flushMillis\` and ${leaseMarginMillis} together`)
  return renewMillis * 2 > leaseMillis ? refuseLease(renewMillis * 2, "twice `renewMillis`") : null
}
