import { Effect } from "effect"

/**
 * The pause of long work between two batches, in which other work runs. It waits for a timer: Node polls sockets only after a
 * wait, and a fiber that merely yields continues before them as long as its storage answers synchronously, as SQLite and
 * memory do.
 */
export const betweenBatches: Effect.Effect<void> = Effect.sleep(0)

/** The duration of a slice. */
const sliceMillis = 10

/** Runs work on the calling thread in slices of some milliseconds, so that other work runs between them. */
export const runInSlices = <A>(steps: Iterator<void, A>): Effect.Effect<A> =>
  Effect.clockWith((clock) => {
    const end = clock.unsafeCurrentTimeMillis() + sliceMillis
    for (;;) {
      const step = steps.next()
      if (step.done === true) return Effect.succeed(step.value)
      if (clock.unsafeCurrentTimeMillis() >= end) return Effect.zipRight(betweenBatches, runInSlices(steps))
    }
  })

/** Makes an Effect for the end of each step of long work: it pauses when the work has taken a slice of time since the last pause. */
export const makeSlicePauses: Effect.Effect<Effect.Effect<void>> = Effect.map(Effect.clock, (clock) => {
  let end = clock.unsafeCurrentTimeMillis() + sliceMillis
  return Effect.suspend(() => {
    if (clock.unsafeCurrentTimeMillis() < end) return Effect.void
    return Effect.map(betweenBatches, () => {
      end = clock.unsafeCurrentTimeMillis() + sliceMillis
    })
  })
})
