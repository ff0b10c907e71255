/** Callbacks for the end of a transaction, and the Notifier that uses them. */

import { makeSignals, Notifier } from "@annotary/core/effect"
import { Context, Effect, Layer, Option } from "effect"
import { isInside } from "./failures.ts"

/** `unknown`: the application began the transaction, which may still be open; only the application knows how it ends. */
export type Ending = "committed" | "undone" | "unknown"

export type EndCallback = (ending: Ending) => void

/** The callbacks of one transaction, or of one savepoint. */
export class EndCallbacks extends Context.Tag("@annotary/storage-sql/EndCallbacks")<
  EndCallbacks,
  {
    readonly add: (note: EndCallback) => void
    /** Passes all notes on, and later ones at once: a fiber may outlive the transaction in which it was forked. */
    readonly end: (passOn: (note: EndCallback) => void) => void
  }
>() {}

/** Calls `note` when the caller's transaction has ended; at once outside of one. */
export const callAtEnd = (note: EndCallback): Effect.Effect<void> =>
  Effect.withFiberRuntime((fiber) => {
    forwardCallback(fiber.currentContext)(note)
    return Effect.void
  })

/** Passes a note to the transaction that the context is inside of. */
export const forwardCallback =
  (context: Context.Context<never>) =>
  (note: EndCallback): void =>
    Option.match(Context.getOption(context, EndCallbacks), {
      onSome: (notes) => notes.add(note),
      onNone: () => note(isInside(context) ? "unknown" : "committed"),
    })

export const makeEndCallbacks = (): Context.Tag.Service<typeof EndCallbacks> => {
  let waiting: Array<EndCallback> = []
  let receive = (note: EndCallback): void => void waiting.push(note)
  return {
    add: (note) => receive(note),
    end: (passOn) => {
      const all = waiting
      waiting = []
      receive = passOn
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
        callAtEnd((ending) => {
          if (ending !== "undone") notify(topic)
        }),
    }),
  ),
)
