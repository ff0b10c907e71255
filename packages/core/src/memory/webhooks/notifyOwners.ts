/** Reports transitions and dead deliveries to the owners, in the transaction in which they happened. */
import { type Context, Effect, HashMap } from "effect"
import type { OutboxEvent } from "../../domain/Event.ts"
import { EventId, generateIds } from "../../domain/Ids.ts"
import type { Username } from "../../domain/Names.ts"
import { now } from "../../domain/Timestamp.ts"
import type { Endpoint } from "../../domain/webhooks/Endpoint.ts"
import { isSelected } from "../../domain/webhooks/eventTypeSelector.ts"
import {
  isReported,
  makeOperationalEvent,
  type WebhookTransition,
} from "../../domain/webhooks/operational.ts"
import type { Outbox } from "../../events/Outbox.ts"
import type { WebhookDatabase } from "../Database.ts"
import { addDelivery } from "./fanOut.ts"
import { findEndpointRow, type WebhookState } from "./State.ts"

interface NotificationContext {
  readonly db: WebhookDatabase
  readonly outbox: Context.Tag.Service<typeof Outbox>
  readonly switchedOn: (owners: Iterable<Username>) => Effect.Effect<ReadonlySet<Username>>
}

/** Runs inside a transaction. */
export const notifyOwners = (
  { outbox, db, switchedOn }: NotificationContext,
  transitions: ReadonlyArray<WebhookTransition>,
): Effect.Effect<void> =>
  Effect.gen(function* () {
    const relevant = transitions.filter(isReported)
    if (relevant.length === 0) return
    const at = yield* now
    const ids = yield* generateIds(EventId, relevant.length)
    const endpoints = yield* db.read((state) =>
      relevant.map(({ endpointId }) => findEndpointRow(state, endpointId)?.endpoint),
    )
    const on = yield* switchedOn(endpoints.flatMap((endpoint) => endpoint?.owner ?? []))
    const reported = relevant.flatMap((transition, n) => {
      const [about, id] = [endpoints[n], ids[n]]
      return about === undefined || id === undefined || !on.has(about.owner)
        ? []
        : [{ about, event: makeOperationalEvent(transition, { id, owner: about.owner, url: about.url, at }) }]
    })
    const endpointsToNotify = yield* db.read((state) =>
      reported.filter(({ about, event }) => listSubscribers(state, about, event).length > 0),
    )
    if (endpointsToNotify.length === 0) return
    yield* outbox.append(endpointsToNotify.map(({ event }) => event))
    yield* db.write((state, millis) => {
      let next = state
      for (const { about, event } of endpointsToNotify)
        for (const endpoint of listSubscribers(state, about, event))
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

/** The endpoints that receive the report. Never the reported endpoint itself. */
const listSubscribers = (
  state: WebhookState,
  about: Endpoint,
  { type }: OutboxEvent,
): ReadonlyArray<Endpoint> =>
  [...HashMap.values(state.endpoints)]
    .map(({ endpoint }) => endpoint)
    .filter(
      ({ eventTypes, id, owner }) => owner === about.owner && id !== about.id && isSelected(eventTypes, type),
    )
