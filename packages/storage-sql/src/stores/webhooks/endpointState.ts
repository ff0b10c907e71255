/** Enables, disables and removes endpoints. Concurrent calls take effect once. */
import { type EnabledChange, type EndpointId, heldAtOnce } from "@annotary/core/effect"
import type { SqlError } from "@effect/sql"
import { Effect } from "effect"
import type { DeliveryOperations } from "../../dialect/operations.ts"
import { hasRows } from "../../rows/results.ts"
import type { Execute } from "../../statements/Statements.ts"

/** Enables an endpoint, or disables it for a reason; false when it already was. Runs inside a transaction. */
export const setEnabled = (
  execute: Execute,
  { id, reason }: EnabledChange,
): Effect.Effect<boolean, SqlError.SqlError> =>
  Effect.gen(function* () {
    const enabled = reason === null ? 1 : 0
    const changed = yield* execute(
      `UPDATE webhook_endpoints SET enabled = ?, disabled_reason = ? WHERE id = ? AND enabled <> ? RETURNING id`,
      [enabled, reason, id, enabled],
    )
    if (hasRows(changed) && reason === null) yield* execute(resetQueue, [id])
    return hasRows(changed)
  })

/**
 * Pauses the pending deliveries of those endpoints that are disabled. Runs inside a transaction that has locked their queues: of
 * two transactions that complete requests of one endpoint, the second sees that the first has disabled it.
 */
export const pauseDisabled = (
  { pause }: Pick<DeliveryOperations, "pause">,
  endpoints: Iterable<string>,
): Effect.Effect<void, SqlError.SqlError> => {
  const ids = [...new Set(endpoints)]
  return ids.length === 0 ? Effect.void : Effect.asVoid(pause(ids, heldAtOnce))
}

/** The request window starts at one, so that an endpoint that was unavailable is not overloaded. */
const resetQueue = `UPDATE webhook_lanes SET request_window = 1, paused_until = 0, blocked_until = 0,
  failing_since = NULL, last_failure_at = NULL, warned = 0 WHERE endpoint_id = ?`

/** Removes an endpoint with its queue, counts and recoveries; deliveries are pruned later. Runs inside a transaction. */
export const removeEndpoint = (execute: Execute, id: EndpointId): Effect.Effect<boolean, SqlError.SqlError> =>
  Effect.gen(function* () {
    const gone = yield* execute("DELETE FROM webhook_endpoints WHERE id = ? RETURNING id", [id])
    yield* execute("DELETE FROM webhook_lanes WHERE endpoint_id = ?", [id])
    yield* execute("DELETE FROM webhook_counts WHERE endpoint_id = ?", [id])
    yield* execute("DELETE FROM webhook_recoveries WHERE endpoint_id = ?", [id])
    return hasRows(gone)
  })
