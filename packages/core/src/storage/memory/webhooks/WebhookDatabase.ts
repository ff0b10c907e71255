/** The webhooks' part of the in-memory database, in the transactions of the whole. */
import type { Effect } from "effect"
import type { Database } from "../Database.ts"
import type { WebhookState } from "./State.ts"

/** `now`: the storage's clock, milliseconds since 1970. */
export interface WebhookDatabase {
  readonly read: <A>(ask: (state: WebhookState, now: number) => A) => Effect.Effect<A>
  readonly write: <A>(
    change: (state: WebhookState, now: number) => readonly [A, WebhookState],
  ) => Effect.Effect<A>
}

export const webhookDatabase = (db: Database): WebhookDatabase => ({
  read: (ask) => db.read(({ webhooks }, now) => ask(webhooks, now)),
  write: (change) =>
    db.write((state, now) => {
      const [answer, webhooks] = change(state.webhooks, now)
      return [answer, { ...state, webhooks }]
    }),
})
