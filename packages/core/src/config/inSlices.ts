/** Runs work on the calling thread in slices of some milliseconds, so that other work runs between them. */
import { Effect } from "effect"
import { betweenBatches } from "../jobs/betweenBatches.ts"

const sliceMillis = 10

export const inSlices = <A>(steps: Iterator<void, A>): Effect.Effect<A> =>
  Effect.clockWith((clock) => {
    const end = clock.unsafeCurrentTimeMillis() + sliceMillis
    for (;;) {
      const step = steps.next()
      if (step.done === true) return Effect.succeed(step.value)
      if (clock.unsafeCurrentTimeMillis() >= end) return Effect.zipRight(betweenBatches, inSlices(steps))
    }
  })
