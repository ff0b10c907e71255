/** Settings of the dispatcher; each has a default. Settings that would send twice by themselves are refused at the start. */
import { defaultPolicy, type FailurePolicy } from "@annotary/core/effect"
import { Schema } from "effect"
import { defaultLimits, type SendLimits } from "../http/limits.ts"
import { defaultWaits } from "./waits.ts"

export interface DispatchSettings {
  /** Requests that one claim asks for at most. */
  readonly claim: number
  /** Requests that this process has claimed and not yet saved, at most. */
  readonly capacity: number
  /** Requests that are sent to one endpoint at the same time, by this process. */
  readonly inFlight: number
  /** Requests to one endpoint that are claimed ahead, over all processes; the fewer, the more this one has in flight. */
  readonly ahead: number
  readonly leaseMillis: number
  readonly renewMillis: number
  /** How long a result may wait to be saved together with others. */
  readonly flushMillis: number
  /** How often to claim without a notification, a fifth more or less. */
  readonly pollMillis: number
  /** How often maintenance runs: lost requests are reclaimed, waiting deliveries counted. A fifth more or less. */
  readonly maintenanceIntervalMillis: number
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
  maintenanceIntervalMillis: 5000,
  waits: defaultWaits,
  policy: defaultPolicy,
  limits: defaultLimits,
}

/** Room between the end of the longest request and the end of its lease. */
export const leaseMarginMillis = 5000

export class DispatchMisconfigured extends Schema.TaggedError<DispatchMisconfigured>()(
  "DispatchMisconfigured",
  {
    /** The setting to change, and the least that it must be for the others. */
    setting: Schema.Literal("leaseMillis"),
    least: Schema.Number,
    reason: Schema.String,
  },
) {
  override get message() {
    return this.reason
  }
}

/** The longest request that a lease leaves room for, whatever its endpoint asks. */
export const longestMillis = ({
  flushMillis,
  leaseMillis,
}: Pick<DispatchSettings, "flushMillis" | "leaseMillis">): number =>
  leaseMillis - flushMillis - leaseMarginMillis

/** Null when all is well. */
export const misconfigured = ({
  flushMillis,
  leaseMillis,
  limits,
  renewMillis,
}: DispatchSettings): DispatchMisconfigured | null => {
  const setting = "leaseMillis"
  const refused = (least: number, because: string) => {
    const reason = `The dispatcher setting \`${setting}\` (${leaseMillis}) must be at least ${least}: ${because}.`
    return new DispatchMisconfigured({ setting, least, reason })
  }
  const least = limits.totalMillis + flushMillis + leaseMarginMillis
  if (leaseMillis < least)
    return refused(least, `\`limits.totalMillis\`, \`flushMillis\` and ${leaseMarginMillis} together`)
  return renewMillis * 2 > leaseMillis ? refused(renewMillis * 2, "twice `renewMillis`") : null
}
