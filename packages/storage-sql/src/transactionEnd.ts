/** What is to be known once a transaction has ended: whether its rows are there for others, or whether it was undone. */
import { Effect, Exit, FiberRef } from "effect"

export type Note = (committed: boolean) => void

const notes = FiberRef.unsafeMake<Array<Note> | null>(null)

/** Calls it when the caller's transaction has ended; at once outside of one. */
export const atEnd = (note: Note): Effect.Effect<void> =>
  Effect.map(FiberRef.get(notes), (list) => {
    if (list === null) note(true)
    else list.push(note)
  })

/** Goes around one try of a transaction, its COMMIT included. What one within another noted waits for that, unless it is undone alone. */
export const endNoted = <A, E, R>(transaction: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(FiberRef.get(notes), (outer) => {
    const list: Array<Note> = []
    return Effect.onExit(Effect.locally(transaction, notes, list), (exit) =>
      Effect.sync(() => {
        if (Exit.isSuccess(exit) && outer !== null) outer.push(...list)
        else for (const note of list) note(Exit.isSuccess(exit))
      }),
    )
  })
