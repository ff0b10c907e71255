/**
 * The outbox with webhooks: events that are appended are given to the owner's endpoints in the same transaction, so that what
 * is rolled back is not sent and what is committed is. What is appended goes to `DeliveryStore`, which keeps the event too, and
 * not to the outbox below.
 */
import { Effect, Layer, Metric } from "effect"
import { Outbox } from "../events/Outbox.ts"
import { DeliveryStore } from "./DeliveryStore.ts"

const enqueued = Metric.counter("annotary_webhook_enqueued_total", {
  description:
    "Events that changes have written for delivery; those of changes that were undone are counted, too.",
})

/** Goes between a storage and the engine over it. */
export const layerFanOut: Layer.Layer<Outbox, never, Outbox | DeliveryStore> = Layer.effect(
  Outbox,
  Effect.gen(function* () {
    const outbox = yield* Outbox
    const deliveries = yield* DeliveryStore
    return Outbox.of({
      ...outbox,
      append: (events) =>
        Effect.map(deliveries.append(events), () => enqueued.unsafeUpdate(events.length, [])),
    })
  }),
)
