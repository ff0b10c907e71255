/**
 * Instants of the API: ISO 8601 UTC text with microseconds. The order of the text is the order of time in every
 * database.
 */
import { Clock, Effect, Schema } from "effect"

/** `2026-11-20T13:25:01.123456Z` */
export const Timestamp = Schema.String.pipe(
  Schema.pattern(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/),
  Schema.filter((text) => isOnTheCalendar(text) || "must be an instant that there is", { jsonSchema: {} }),
  Schema.brand("Timestamp"),
  Schema.annotations({
    identifier: "Timestamp",
    description: "ISO 8601 UTC with microseconds",
    // Cast: the brand comes from this very schema.
    examples: ["2026-11-20T13:25:01.123456Z" as never],
  }),
)
export type Timestamp = typeof Timestamp.Type

/** Rejects 30 February and 25 o'clock. */
const isOnTheCalendar = (text: string): boolean => {
  const seconds = text.slice(0, 19)
  const millis = Date.parse(`${seconds}Z`)
  return !Number.isNaN(millis) && new Date(millis).toISOString().startsWith(seconds)
}

/** The instant of a number of microseconds since 1970-01-01T00:00:00Z. */
export const fromMicros = (micros: bigint): Timestamp => {
  const millis = Number(micros / 1000n)
  const rest = (micros % 1000n).toString().padStart(3, "0")
  return `${new Date(millis).toISOString().slice(0, -1)}${rest}Z` as Timestamp
}

/** The instant of a number of milliseconds since 1970-01-01T00:00:00Z. */
export const fromMillis = (millis: number): Timestamp => fromMicros(BigInt(Math.round(millis * 1000)))

/** Milliseconds since 1970-01-01T00:00:00Z, with microseconds as a fraction. */
export const toMillis = (at: Timestamp): number =>
  Date.parse(`${at.slice(0, 23)}Z`) + Number(at.slice(23, 26)) / 1000

/** The current instant of the fiber's Clock. */
export const now: Effect.Effect<Timestamp> = Clock.clockWith((clock) =>
  Effect.sync(() => fromMicros(readMicros(clock))),
)

/** Lag of a clock's count of nanoseconds behind its milliseconds, and the last instant that it gave, in microseconds. */
const readings = new WeakMap<Clock.Clock, { readonly lag: bigint; readonly last: bigint }>()

/**
 * Effect counts nanoseconds from the time at which the process started: they give the microseconds, but do not follow
 * when the machine sleeps or its time is corrected. The milliseconds do, and are right where both differ. Their slow correction
 * is no reason to go back.
 */
const readMicros = (clock: Clock.Clock): bigint => {
  const millis = BigInt(clock.unsafeCurrentTimeMillis()) * 1000n
  const counted = clock.unsafeCurrentTimeNanos() / 1000n
  const { lag, last } = readings.get(clock) ?? { lag: 0n, last: 0n }
  const isFollowing = isWithin(counted + lag - millis, toleratedMicros)
  const micros = isFollowing ? counted + lag : millis
  const current = micros < last && isWithin(micros - last, 2n * toleratedMicros) ? last : micros
  readings.set(clock, { lag: isFollowing ? lag : millis - counted, last: current })
  return current
}

/** Milliseconds are whole, and both clocks are not read at once. */
const toleratedMicros = 2000n

const isWithin = (difference: bigint, most: bigint): boolean => difference >= -most && difference <= most
