/** The monotonic clock of the fiber, in milliseconds: for durations and deadlines, not for dates. */
import type { Clock } from "effect"

export const monotonicMillis = (clock: Clock.Clock): number => Number(clock.unsafeCurrentTimeNanos()) / 1e6
