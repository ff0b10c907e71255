/** Callbacks for the end of a transaction, and the Notifier that uses them. */

import { makeSignals, Notifier } from "@annotary/core/effect"
import { Context, Effect, Layer, Option } from "effect"
import { isInside } from "./failures.ts"

/** `unknown`: the application began the transaction, which may still be open; only the application knows how it ends. */
export type Ending = "committed" | "undone" | "unknown"

export type Note = (ending: Ending) => void

/** The callbacks of one transaction, or of one savepoint. */
export class Notes extends Context.Tag("@annotary/storage-sql/Notes")<
  Notes,
  {
    readonly add: (note: Note) => void
    /** Passes all notes on, and later ones at once: a fiber may outlive the transaction in which it was forked. */
    readonly end: (passOn: (note: Note) => void) => void
  }
>() {}

/** Calls `note` when the caller's transaction has ended; at once outside of one. */
export const atEnd = (note: Note): Effect.Effect<void> =>
  Effect.withFiberRuntime((fiber) => {
    passOn(fiber.currentContext)(note)
    return Effect.void
  })

/** Passes a note to the transaction that the context is inside of. */
export const passOn =
  (context: Context.Context<never>) =>
  (note: Note): void =>
    Option.match(Context.getOption(context, Notes), {
      onSome: (notes) => notes.add(note),
      onNone: () => note(isInside(context) ? "unknown" : "committed"),
    })

export const makeNotes = (): Context.Tag.Service<typeof Notes> => {
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
