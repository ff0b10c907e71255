/**
 * The outbox with webhooks: events that are appended are given to the owner's endpoints in the same transaction, so that what
 * is rolled back is not sent and what is committed is. What is appended goes to `DeliveryStore`, which keeps the event too, and
 * not to the outbox below.
 */
import { Outbox } from "@annotary/core/effect"
import { Effect, Layer } from "effect"
import { DeliveryStore } from "./ports/DeliveryStore.ts"

/** Goes between a storage and the engine over it. */
export const layerFanOut: Layer.Layer<Outbox, never, Outbox | DeliveryStore> = Layer.effect(
  Outbox,
  Effect.gen(function* () {
    const outbox = yield* Outbox
    const deliveries = yield* DeliveryStore
    return Outbox.of({
      ...outbox,
      append: deliveries.append,
    })
  }),
)
