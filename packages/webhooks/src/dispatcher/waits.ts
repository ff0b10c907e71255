/**
 * The retry schedule of a failed delivery: a table with a jitter of 20 %, so that deliveries that failed
 * together are not retried together.
 */

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** Waits before the second attempt, the third, and so on: three days in all, as in the example of Standard Webhooks. */
export const defaultWaits: ReadonlyArray<number> = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]

/** Relative deviation to either side. */
const jitter = 0.2

/** The longest wait, also for `Retry-After`: the last wait of the table with its jitter. */
export const maxWaitMillis = 24 * hour * (1 + jitter)

/** One attempt, and one after each wait. */
export const countMaxAttempts = (waits: ReadonlyArray<number>): number => waits.length + 1

/**
 * Milliseconds to wait after this many failed attempts, or null when the delivery is given up. `random` is from
 * 0 to 1.
 */
export const waitAfter = (
  failures: number,
  random: number,
  waits: ReadonlyArray<number> = defaultWaits,
): number | null => {
  const wait = waits[failures - 1]
  return wait === undefined ? null : Math.round(wait * (1 - jitter + 2 * jitter * random))
}
