/** What switches an endpoint on and off, or takes it away: each once, however many ask for it. */
import type { EnabledChange, EndpointId } from "@annotary/webhooks/ports"
import type { SqlError } from "@effect/sql"
import { Effect } from "effect"
import { any } from "../../rows/results.ts"
import type { Ask } from "./statements.ts"

/** Runs inside a transaction. */
export const setEnabled = (
  ask: Ask,
  { id, reason }: EnabledChange,
): Effect.Effect<boolean, SqlError.SqlError> =>
  Effect.gen(function* () {
    const enabled = reason === null ? 1 : 0
    const changed = yield* ask(
      `UPDATE webhook_endpoints SET enabled = ?, disabled_reason = ? WHERE id = ? AND enabled <> ? RETURNING id`,
      [enabled, reason, id, enabled],
    )
    if (any(changed) && reason === null) yield* ask(wellAgain, [id])
    return any(changed)
  })

/** One request goes first: who was away is not run over. */
const wellAgain = `UPDATE webhook_lanes SET request_window = 1, paused_until = 0, blocked_until = 0,
  failing_since = NULL, last_failure_at = NULL, warned = 0 WHERE endpoint_id = ?`

/** Runs inside a transaction. */
export const removeEndpoint = (ask: Ask, id: EndpointId): Effect.Effect<boolean, SqlError.SqlError> =>
  Effect.gen(function* () {
    const gone = yield* ask("DELETE FROM webhook_endpoints WHERE id = ? RETURNING id", [id])
    yield* ask("DELETE FROM webhook_lanes WHERE endpoint_id = ?", [id])
    yield* ask("DELETE FROM webhook_counts WHERE endpoint_id = ?", [id])
    yield* ask("DELETE FROM webhook_recoveries WHERE endpoint_id = ?", [id])
    return any(gone)
  })
