/** Callbacks for the end of a transaction, and the Notifier that uses them. */

import { makeSignals, Notifier } from "@annotary/core/effect"
import { Effect, Exit, FiberRef, Layer } from "effect"
import { insideTransaction } from "./failures.ts"

/** `unknown`: the application began the transaction, which may still be open; only the application knows how it ends. */
export type Ending = "committed" | "undone" | "unknown"

export type Note = (ending: Ending) => void

// The key of a fiber's own value: nothing is shared between fibers.
const current = FiberRef.unsafeMake<Notes | null>(null)

/** Calls `note` when the caller's transaction has ended; at once outside of one. */
export const atEnd = (note: Note): Effect.Effect<void> =>
  Effect.flatMap(FiberRef.get(current), (notes) =>
    notes === null
      ? Effect.map(insideTransaction, (inside) => note(inside ? "unknown" : "committed"))
      : Effect.sync(() => notes.add(note)),
  )

/**
 * Wraps one attempt of a transaction, including its COMMIT, and runs the notes when it ends. The attempt is uninterruptible, so
 * that no interruption can come between the COMMIT and the notes; `restore` makes the transaction's body interruptible again.
 * The notes of a nested transaction wait for the outer one, unless the nested one is rolled back.
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
  /** Passes all notes on, and later ones at once: a fiber may outlive the transaction in which it was forked. */
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

/** A Notifier for databases that cannot notify other processes: this process is notified at commit, others poll. */
export const layerNotifierAtCommit: Layer.Layer<Notifier> = Layer.effect(
  Notifier,
  Effect.map(makeSignals, ({ notify, wait }) =>
    Notifier.of({
      wait,
      notify: (topic) =>
        atEnd((ending) => {
          if (ending !== "undone") notify(topic)
        }),
    }),
  ),
)
