/** When a failed delivery is tried again: a table, not a formula, and each wait a fifth shorter or longer, so that what failed together does not come back together. */

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** Before the second attempt, the third, and so on: three days in all. The example of Standard Webhooks. */
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

/** A fifth to either side. */
export const jitter = 0.2

/** Nothing waits longer, whatever a receiver asks for: the last wait with its jitter. */
export const maxWaitMillis = 24 * hour * (1 + jitter)

/** One attempt, and one after each wait. */
export const maxAttempts = (waits: ReadonlyArray<number>): number => waits.length + 1

/** After so many failed attempts; null: it is given up. `random` is from 0 to 1. */
export const waitAfter = (
  failures: number,
  random: number,
  waits: ReadonlyArray<number> = defaultWaits,
): number | null => {
  const wait = waits[failures - 1]
  return wait === undefined ? null : Math.round(wait * (1 - jitter + 2 * jitter * random))
}
