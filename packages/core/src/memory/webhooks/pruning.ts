/** Removes expired rows in memory. Events belong to the outbox and are only marked as removed. */
import { HashMap } from "effect"
import { formatIdMillis } from "../../domain/Ids.ts"
import type { PruneRequest } from "../../webhooks/views.ts"
import { findEndpointRow, formatDeliveryKey, listDeliveryRows, type WebhookState } from "./State.ts"

const makeIdBelow = (millis: number): string => `${formatIdMillis(millis)}-0`

export const pruneState = (
  state: WebhookState,
  now: number,
  request: PruneRequest,
): readonly [number, WebhookState] => {
  const before = makeIdBelow(now - request.keepMillis)
  const deadBefore = makeIdBelow(now - request.keepDeadMillis)
  const old = listDeliveryRows(state)
    .filter(({ delivery, token }) => {
      if (findEndpointRow(state, delivery.endpointId) === undefined) return token === null
      if (delivery.state === "pending") return false
      return delivery.id < (delivery.state === "dead" ? deadBefore : before)
    })
    .slice(0, request.limit)
  let attempts = state.attempts
  let removed = old.length
  for (const [id, all] of HashMap.entries(state.attempts)) {
    const recentAttempts = all.filter((attempt) => attempt.id >= before)
    removed += all.length - recentAttempts.length
    if (recentAttempts.length < all.length)
      attempts =
        recentAttempts.length === 0 ? HashMap.remove(attempts, id) : HashMap.set(attempts, id, recentAttempts)
  }
  const pending = listDeliveryRows(state).filter(
    ({ delivery }) =>
      delivery.state === "pending" && findEndpointRow(state, delivery.endpointId) !== undefined,
  )
  const [oldest = before] = [
    before,
    request.keepFrom ?? before,
    ...pending.map(({ delivery }) => delivery.eventId),
  ].toSorted()
  const [, forgottenBelow = oldest] = [oldest, state.forgottenBelow].toSorted()
  return [
    removed,
    {
      ...state,
      attempts,
      forgottenBelow,
      deliveries: HashMap.removeMany(
        state.deliveries,
        old.map(({ delivery }) => formatDeliveryKey(delivery)),
      ),
    },
  ]
}
