/** Milliseconds of the fiber's clock that never go back: for durations and deadlines, not for dates. */
import type { Clock } from "effect"

export const monotonicMillis = (clock: Clock.Clock): number => Number(clock.unsafeCurrentTimeNanos()) / 1e6
