/** What is to be known once a transaction has ended: whether its rows are there for others, or whether it was undone. */
import { Effect, Exit, FiberRef } from "effect"
import { insideTransaction } from "./failures.ts"

/** `unknown`: the transaction was begun by the application, which alone knows how it ends; it may not have ended yet. */
export type Ending = "committed" | "undone" | "unknown"

export type Note = (ending: Ending) => void

const current = FiberRef.unsafeMake<Notes | null>(null)

/** Calls it when the caller's transaction has ended; at once outside of one. */
export const atEnd = (note: Note): Effect.Effect<void> =>
  Effect.flatMap(FiberRef.get(current), (notes) =>
    notes === null
      ? Effect.map(insideTransaction, (inside) => note(inside ? "unknown" : "committed"))
      : Effect.sync(() => notes.add(note)),
  )

/**
 * Goes around one try of a transaction, its COMMIT included; what is inside of it is given back what may interrupt it, so that
 * nothing can come between the COMMIT and the notes. What one within another noted waits for that, unless it is undone alone.
 */
export const endNoted = <A, E, R>(
  transaction: (
    restore: <B, E2, R2>(effect: Effect.Effect<B, E2, R2>) => Effect.Effect<B, E2, R2>,
  ) => Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> =>
  Effect.zipWith(FiberRef.get(current), insideTransaction, (outer, inside) => ({ outer, inside })).pipe(
    Effect.flatMap(({ inside, outer }) => {
      const notes = makeNotes()
      const passOn = (note: Note) =>
        outer === null ? note(inside ? "unknown" : "committed") : outer.add(note)
      return Effect.uninterruptibleMask((restore) =>
        Effect.onExit(Effect.locally(transaction(restore), current, notes), (exit) =>
          Effect.sync(() => notes.end(Exit.isSuccess(exit) ? passOn : (note) => note("undone"))),
        ),
      )
    }),
  )

interface Notes {
  readonly add: (note: Note) => void
  /** From now on each note is passed on: a fiber may outlive the transaction that it was begun in. */
  readonly end: (passOn: (note: Note) => void) => void
}

const makeNotes = (): Notes => {
  let kept: Array<Note> = []
  let next = (note: Note): void => void kept.push(note)
  return {
    add: (note) => next(note),
    end: (passOn) => {
      const all = kept
      kept = []
      next = passOn
      for (const note of all) passOn(note)
    },
  }
}
