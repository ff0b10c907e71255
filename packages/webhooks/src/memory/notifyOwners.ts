/** Owners are told of transitions and of deliveries that died, in the transaction in which that happened. */
import type { OutboxEvent, Username } from "@annotary/core"
import { EventId, nextIds, now, type Outbox } from "@annotary/core/effect"
import type { MemorySlot } from "@annotary/core/memory"
import { type Context, Effect, HashMap } from "effect"
import type { Endpoint } from "../domain/Endpoint.ts"
import { selects } from "../domain/eventTypes/selection.ts"
import { isReported, operationalEvent, type WebhookTransition } from "../domain/operational.ts"
import { addDelivery } from "./fanOut.ts"
import { endpointOf, type State } from "./State.ts"

interface Means {
  readonly slot: MemorySlot<State>
  readonly outbox: Context.Tag.Service<typeof Outbox>
  readonly switchedOn: (owners: Iterable<Username>) => Effect.Effect<ReadonlySet<Username>>
}

/** Runs inside a transaction. */
export const notifyOwners = (
  { outbox, slot, switchedOn }: Means,
  transitions: ReadonlyArray<WebhookTransition>,
): Effect.Effect<void> =>
  Effect.gen(function* () {
    const reported = transitions.filter(isReported)
    if (reported.length === 0) return
    const at = yield* now
    const ids = yield* nextIds(EventId, reported.length)
    const endpoints = yield* slot.read((state) =>
      reported.map(({ endpointId }) => endpointOf(state, endpointId)?.endpoint),
    )
    const on = yield* switchedOn(endpoints.flatMap((endpoint) => endpoint?.owner ?? []))
    const told = reported.flatMap((transition, n) => {
      const [about, id] = [endpoints[n], ids[n]]
      return about === undefined || id === undefined || !on.has(about.owner)
        ? []
        : [{ about, event: operationalEvent(transition, { id, owner: about.owner, url: about.url, at }) }]
    })
    const wanted = yield* slot.read((state) =>
      told.filter(({ about, event }) => subscribers(state, about, event).length > 0),
    )
    if (wanted.length === 0) return
    yield* outbox.append(wanted.map(({ event }) => event))
    yield* slot.write((state, millis) => {
      let next = state
      for (const { about, event } of wanted)
        for (const endpoint of subscribers(state, about, event))
          next = addDelivery(next, millis, {
            event,
            endpoint,
            origin: "live",
            priority: 0,
            ownEvent: null,
          })[1]
      return [undefined, next]
    })
  })

/** Never the endpoint that it is about. */
const subscribers = (state: State, about: Endpoint, { type }: OutboxEvent): ReadonlyArray<Endpoint> =>
  [...HashMap.values(state.endpoints)]
    .map(({ endpoint }) => endpoint)
    .filter(
      ({ eventTypes, id, owner }) => owner === about.owner && id !== about.id && selects(eventTypes, type),
    )
