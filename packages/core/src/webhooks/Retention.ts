import { Effect } from "effect"
import { DeliveryStore } from "./DeliveryStore.ts"
import { WebhookSettings } from "./WebhookSettings.ts"

/** Removes expired events, deliveries and attempts in small batches, with pauses in which other work runs. */
export class Retention extends Effect.Service<Retention>()("@annotary/core/Retention", {
  effect: Effect.gen(function* () {
    const store = yield* DeliveryStore
    const { keepDeadMillis, keepMillis } = yield* WebhookSettings

    /** Removes expired data until none is left. It may be interrupted at any point. */
    const prune: Effect.Effect<void> = store.prune({ keepMillis, keepDeadMillis, limit: 1000 }).pipe(
      Effect.tap((gone) => (gone === 0 ? Effect.void : Effect.sleep("20 millis"))),
      Effect.repeat({ while: (gone) => gone > 0 }),
      Effect.asVoid,
    )

    return { prune }
  }),
}) {}
