/**
 * An outbox that delivers appended events to the owner's endpoints, in the same transaction: nothing that is rolled
 * back is sent, and everything that is committed is. Events are appended through `DeliveryStore`, which stores them
 * too, instead of the outbox below.
 */
import { Effect, Layer, Metric } from "effect"
import { Outbox } from "../events/Outbox.ts"
import { DeliveryStore } from "./DeliveryStore.ts"

const enqueued = Metric.counter("annotary_webhook_enqueued_total", {
  description:
    "Events that changes have written for delivery; those of changes that were undone are counted, too.",
})

/** The layer between a storage and the engine over it. */
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
