/** Holding in memory: what waits for endpoints that are switched off. */
import type { EndpointId } from "../../../domain/webhooks/ids.ts"
import { heldAtOnce } from "../../../webhooks/claims.ts"
import { type DeliveryRow, endpointOf, putRow, rowsOf, type WebhookState, waits } from "./State.ts"

/** How many were held, and the state with them. Null: of all endpoints. */
export const pausedPending = (
  state: WebhookState,
  endpoint: EndpointId | null,
  limit: number,
): readonly [number, WebhookState] => {
  const rows = rowsOf(state)
    .filter(waits)
    .filter(({ delivery }) => endpoint === null || delivery.endpointId === endpoint)
    .filter(({ delivery }) => endpointOf(state, delivery.endpointId)?.endpoint.enabled === false)
    .filter(({ delivery }) => delivery.origin !== "test")
    .slice(0, limit)
  const held = (row: DeliveryRow): DeliveryRow => ({ ...row, delivery: { ...row.delivery, state: "held" } })
  return [rows.length, rows.reduce((all, row) => putRow(all, held(row)), state)]
}

export const pausePendingOf = (state: WebhookState, endpoints: Iterable<EndpointId>): WebhookState =>
  [...new Set(endpoints)].reduce((all, id) => pausedPending(all, id, heldAtOnce)[1], state)
