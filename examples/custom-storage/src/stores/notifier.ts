/** Notifier for one process. It notifies after the commit. */
import { makeLocalNotifier, Notifier } from "@annotary/core/effect"
import { Effect } from "effect"
import type { Database } from "../Database.ts"

export const makeNotifier = ({ afterCommit }: Database) =>
  Effect.map(makeLocalNotifier, ({ notify, wait }) =>
    Notifier.of({ notify: (topic) => afterCommit(notify(topic)), wait }),
  )
