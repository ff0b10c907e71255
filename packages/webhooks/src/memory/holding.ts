/** Holding in memory: what waits for endpoints that are switched off. */
import type { EndpointId } from "../domain/ids.ts"
import { heldAtOnce } from "../ports/claims.ts"
import { type DeliveryRow, endpointOf, putRow, rowsOf, type State, waits } from "./State.ts"

/** How many were held, and the state with them. Null: of all endpoints. */
export const heldIn = (
  state: State,
  endpoint: EndpointId | null,
  limit: number,
): readonly [number, State] => {
  const rows = rowsOf(state)
    .filter(waits)
    .filter(({ delivery }) => endpoint === null || delivery.endpointId === endpoint)
    .filter(({ delivery }) => endpointOf(state, delivery.endpointId)?.endpoint.enabled === false)
    .filter(({ delivery }) => delivery.origin !== "test")
    .slice(0, limit)
  const held = (row: DeliveryRow): DeliveryRow => ({ ...row, delivery: { ...row.delivery, state: "held" } })
  return [rows.length, rows.reduce((all, row) => putRow(all, held(row)), state)]
}

export const holdOf = (state: State, endpoints: Iterable<EndpointId>): State =>
  [...new Set(endpoints)].reduce((all, id) => heldIn(all, id, heldAtOnce)[1], state)
