/** Measures a piece of work from the times that its client reports. Pure. */
import { type Timestamp, toMillis } from "../domain/Timestamp.ts"
import type { WorkSession } from "./WorkunitStore.ts"

/** The beginning of the times that a client reports: the claim, or the previous work on it. */
export type TimeSince = "claim" | "previous"

/** The values of `timeSince`. */
export const timesSince = ["claim", "previous"] as const satisfies ReadonlyArray<TimeSince>

/** Milliseconds as the client reports them. */
export interface ReportedTime {
  readonly time?: number | undefined
  readonly inactiveTime?: number | undefined
  /** Absent: the length of the times decides. */
  readonly timeSince?: TimeSince | undefined
}

/** The saves on a claim. */
export type SavedWork = Pick<WorkSession, "time" | "inactiveTime" | "lastAt">

/** The duration of one piece of work in whole milliseconds. */
export interface MeasuredTime {
  readonly time: number
  readonly inactiveTime: number
}

/**
 * Returns the times of the work since the previous one on the claim, together at most the time that has passed since then. So the times
 * of all work on a claim never exceed its duration.
 *
 * Clients that do not say from where they measure may report the time since the claim with every work. Such times are closer to the age
 * of the claim than to the time since the last save, if pauses are reported too; the times of the saves are subtracted from them.
 */
export const measureWork = (
  { inactiveTime = 0, time = 0, timeSince }: ReportedTime,
  claimedAt: Timestamp,
  at: Timestamp,
  saved: SavedWork | null,
): MeasuredTime => {
  const sinceClaim = countMillis(claimedAt, at)
  const sincePrevious = saved === null ? sinceClaim : Math.min(countMillis(saved.lastAt, at), sinceClaim)
  const isSinceClaim =
    timeSince === undefined ? time + inactiveTime > (sinceClaim + sincePrevious) / 2 : timeSince === "claim"
  const before = saved !== null && isSinceClaim ? saved : { time: 0, inactiveTime: 0 }
  const active = clampMillis(time - before.time, sincePrevious)
  return {
    time: active,
    inactiveTime: clampMillis(inactiveTime - before.inactiveTime, sincePrevious - active),
  }
}

/** The milliseconds between two instants; none when the clocks of processes differ. */
const countMillis = (from: Timestamp, to: Timestamp): number =>
  Math.max(0, Math.ceil(toMillis(to) - toMillis(from)))

const clampMillis = (millis: number, limit: number): number =>
  Math.round(Math.min(Math.max(0, millis), limit))
