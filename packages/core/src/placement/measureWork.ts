/** Measures a piece of work from the times that its client reports. Pure. */
import type { Array as Arr } from "effect"
import { fromMillis, type Timestamp, toMillis } from "../domain/Timestamp.ts"
import type { EndedLease } from "./ClaimStore.ts"
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

/** A measurement, and how much of the report it leaves out. */
export interface WorkMeasurement {
  readonly measured: MeasuredTime
  /**
   * The milliseconds that may be work under claims that ended before it was sent. 0 where the report leaves out no more than the clocks
   * of client and server differ, which count from the sending and from the arrival of the previous work.
   */
  readonly unsent: number
}

/**
 * Returns the times of the work since the previous one on the claim, together at most the time that has passed since then. So the times
 * of all work on a claim never exceed its duration. The first `earlierMillis` beyond that are work under claims that ended before it was
 * sent, which only times since the previous work contain.
 *
 * Clients that do not say from where they measure may report the time since the claim with every work. Such times are closer to the age
 * of the claim than to the time since the last save, if pauses are reported too; the times of the saves are subtracted from them, at most
 * what had passed since the claim: saves may contain earlier work.
 */
export const measureWork = (
  { inactiveTime = 0, time = 0, timeSince }: ReportedTime,
  claimedAt: Timestamp,
  at: Timestamp,
  saved: SavedWork | null,
  earlierMillis = 0,
): WorkMeasurement => {
  const sinceClaim = countMillis(claimedAt, at)
  const sincePrevious = saved === null ? sinceClaim : Math.min(countMillis(saved.lastAt, at), sinceClaim)
  const isSinceClaim =
    timeSince === undefined ? time + inactiveTime > (sinceClaim + sincePrevious) / 2 : timeSince === "claim"
  const before =
    saved !== null && isSinceClaim
      ? limitTimes(saved, countMillis(claimedAt, saved.lastAt))
      : { time: 0, inactiveTime: 0 }
  const reported = { time: time - before.time, inactiveTime: inactiveTime - before.inactiveTime }
  const measured = limitTimes(reported, sincePrevious + earlierMillis)
  const left = time + inactiveTime - measured.time - measured.inactiveTime
  return { measured, unsent: timeSince === "previous" && left > toleranceMillis ? left : 0 }
}

/** A request may take that much longer on its way than the next one. */
const toleranceMillis = 5000

/** The times, together at most the limit. */
const limitTimes = ({ inactiveTime, time }: MeasuredTime, limit: number): MeasuredTime => {
  const active = clampMillis(time, limit)
  return { time: active, inactiveTime: clampMillis(inactiveTime, limit - active) }
}

/** A span of time, in milliseconds since 1970. */
interface Span {
  readonly start: number
  readonly end: number
}

/** Time under claims that ended before the work under them was sent. */
export interface EarlierTime {
  readonly millis: number
  /** The moment until which the leases of those claims are counted with it. */
  readonly until: Timestamp
}

/**
 * Measures at most `unsent` milliseconds of the leases that ended before the work under them was sent: the earliest ones until the claim
 * of the work, from the last save under each on, and no moment twice, although the clocks of processes differ. There is at least one lease.
 */
export const measureEarlier = (
  ended: Arr.NonEmptyReadonlyArray<EndedLease>,
  sessions: ReadonlyArray<Pick<WorkSession, "claimId" | "lastAt">>,
  claimedAt: Timestamp,
  unsent: number,
): EarlierTime => {
  const savedAt = new Map(sessions.map(({ claimId, lastAt }) => [claimId, toMillis(lastAt)]))
  const spans = ended
    .map(
      (lease): Span => ({
        start: Math.max(toMillis(lease.startsAt), savedAt.get(lease.id) ?? 0),
        end: Math.min(toMillis(lease.endsAt), toMillis(claimedAt)),
      }),
    )
    .toSorted((a, b) => a.start - b.start)
  let sum = 0
  let counted = 0
  for (const { end, start } of spans) {
    const from = Math.max(start, counted)
    if (from >= end) continue
    const millis = Math.min(end - from, unsent - sum)
    sum += millis
    counted = from + millis
    if (sum >= unsent) return { millis: Math.floor(sum), until: fromMillis(Math.ceil(counted)) }
  }
  const last = Math.max(...ended.map(({ endsAt }) => toMillis(endsAt)))
  return { millis: Math.floor(sum), until: fromMillis(last) }
}

/** The milliseconds between two instants; none when the clocks of processes differ. */
const countMillis = (from: Timestamp, to: Timestamp): number =>
  Math.max(0, Math.ceil(toMillis(to) - toMillis(from)))

const clampMillis = (millis: number, limit: number): number =>
  Math.round(Math.min(Math.max(0, millis), limit))
