/** The ports in memory, in the transactions of the engine's own in-memory storage. */
import { Outbox, type Storage, Transaction, UserStore } from "@annotary/core/effect"
import { extensibleMemory, MemoryExtensions } from "@annotary/core/memory"
import { Context, Effect, Layer } from "effect"
import { DeliveryStore } from "../ports/DeliveryStore.ts"
import { EndpointStore } from "../ports/EndpointStore.ts"
import type { WebhookStorage } from "../ports/WebhookStorage.ts"
import { deliveryStore } from "./deliveryStore.ts"
import { endpointStore } from "./endpointStore.ts"
import { emptyState, type State } from "./State.ts"

const ports: Layer.Layer<WebhookStorage, never, Storage | MemoryExtensions> = Layer.effectContext(
  Effect.gen(function* () {
    const { slot: slotOf, inside } = yield* MemoryExtensions
    const [transaction, users, outbox] = yield* Effect.all([Transaction, UserStore, Outbox])
    const slot = slotOf<State>("@annotary/webhooks", emptyState)
    return Context.make(EndpointStore, endpointStore(slot)).pipe(
      Context.add(DeliveryStore, deliveryStore({ slot, inside, transaction, users, outbox })),
    )
  }),
)

/** A new database in memory with all ports, for `createEngine({ storage: memory(), extensions: [webhooks()] })`. */
export const memory = (): Layer.Layer<Storage | WebhookStorage> =>
  Layer.provideMerge(ports, extensibleMemory())
