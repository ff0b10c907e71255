import { Effect } from "effect"

/** Owners whose files are read or written at once. */
const maxOwners = 8

/** Makes the function that runs work with files: of each owner one at a time, so that slow files of one do not hold up others. */
export const makeOwnerPermits = Effect.map(Effect.makeSemaphore(maxOwners), (all) => {
  const owners = new Map<string, { readonly semaphore: Effect.Semaphore; users: number }>()

  const enter = (owner: string) =>
    Effect.sync(() => {
      const entry = owners.get(owner) ?? { semaphore: Effect.unsafeMakeSemaphore(1), users: 0 }
      entry.users += 1
      owners.set(owner, entry)
      return entry
    })

  const withOwner =
    (owner: string) =>
    <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.acquireUseRelease(
        enter(owner),
        ({ semaphore }) => semaphore.withPermits(1)(all.withPermits(1)(work)),
        (entry) =>
          Effect.sync(() => {
            entry.users -= 1
            if (entry.users === 0) owners.delete(owner)
          }),
      )

  return { withOwner }
})
