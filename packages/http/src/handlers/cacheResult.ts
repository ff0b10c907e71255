/** Values that take time to make, and are made once. */
import { Effect } from "effect"

/**
 * Makes a value at the first run and keeps it; a failure is not kept. The promise is shared and not an effect, because all
 * callers would get the interruption of the first one.
 */
export const cacheResult = <A>(make: () => Promise<A>): Effect.Effect<A> => {
  let made: Promise<A> | undefined
  return Effect.promise(() => {
    made ??= make().catch((cause: unknown) => {
      made = undefined
      throw cause
    })
    return made
  })
}
