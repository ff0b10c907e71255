/** What is old goes: events, deliveries and their logs, a small batch at a time, with pauses in which others have their turn. */
import { Effect } from "effect"
import { DeliveryStore } from "./DeliveryStore.ts"
import { WebhookSettings } from "./WebhookSettings.ts"

export class Retention extends Effect.Service<Retention>()("@annotary/core/Retention", {
  effect: Effect.gen(function* () {
    const store = yield* DeliveryStore
    const { keepDeadMillis, keepMillis } = yield* WebhookSettings

    /** Until nothing old is left. May be interrupted at any point. */
    const prune: Effect.Effect<void> = store.prune({ keepMillis, keepDeadMillis, limit: 1000 }).pipe(
      Effect.tap((gone) => (gone === 0 ? Effect.void : Effect.sleep("20 millis"))),
      Effect.repeat({ while: (gone) => gone > 0 }),
      Effect.asVoid,
    )

    return { prune }
  }),
}) {}
