/**
 * Recoveries: dead, paused and missing deliveries of a time range become due again, one batch at a time. The progress of a
 * recovery is written with each batch, so that any process can continue where another stopped.
 */
import {
  type Endpoint,
  type EndpointId,
  isOperational,
  listSelectedTypes,
  makeIdAt,
  type NewRecovery,
  type Recoverable,
  type Recovery,
  type RecoveryId,
  type RecoveryScope,
} from "@annotary/core/effect"
import type { SqlError } from "@effect/sql"
import { Effect, Option } from "effect"
import type { DialectShape } from "../../dialect/Dialect.ts"
import type { RawRow } from "../../rows/columns.ts"
import { decodeAll, decodeFirst, hasRows, readCount } from "../../rows/results.ts"
import { endpoints, joinWords, newDelivery, recoveries } from "../../rows/webhooks.ts"
import type { Execute } from "../../statements/Statements.ts"

type Answer<A> = Effect.Effect<A, SqlError.SqlError>

const columns = recoveries.select("r")

/** Above every id. */
const end = "~"

export const makeRecoveries = (dialect: DialectShape, execute: Execute) => {
  const now = dialect.nowMillis
  const t = "webhook_deliveries"

  const selectEnded = (state: string) =>
    `SELECT * FROM (SELECT d.dataset_id, d.event_id, d.endpoint_id, d.id FROM ${t} d WHERE d.endpoint_id = ? AND d.state = '${state}'
      AND d.origin <> 'test' AND d.id > ? AND d.id < ? ORDER BY d.id LIMIT CAST(? AS BIGINT) ${dialect.skipLocked}) AS ${state}`
  const windowText = `SELECT * FROM (${selectEnded("dead")} UNION ALL ${selectEnded("held")}) AS part ORDER BY id LIMIT CAST(? AS BIGINT)`
  const takeText = `UPDATE ${t} SET state = 'pending', origin = 'replay', priority = 1, attempts = 0, due_at = ${now}, ended_at = NULL,
      place = ${now}
    FROM ${makeGivenRows(dialect)}
    WHERE ${t}.dataset_id = v.dataset_id AND ${t}.event_id = v.event_id AND ${t}.endpoint_id = v.endpoint_id
      AND ${t}.state IN ('dead', 'held')
      AND (own_event IS NOT NULL OR EXISTS (SELECT 1 FROM outbox o WHERE o.dataset_id = ${t}.dataset_id AND o.id = ${t}.event_id))
    RETURNING 1 AS n`

  /** Events of the endpoint's owner that match the endpoint's current subscription. */
  const position = dialect.position
  const fitting = `o.owner = ? AND ${position}(CAST(? AS TEXT), ' ' || o.type || ' ') > 0
    AND (CAST(? AS TEXT) IS NULL OR ${position}(CAST(? AS TEXT), ' ' || o.dataset_id || ' ') > 0)`
  const fitParams = (endpoint: Endpoint) => {
    // Operational events are not recovered: they were for the subscribers of that time.
    const types = joinWords(listSelectedTypes(endpoint.eventTypes).filter((type) => !isOperational(type)))
    const datasets = endpoint.datasets === null ? null : joinWords(endpoint.datasets)
    return [endpoint.owner, types, datasets, datasets]
  }
  const missingText = `INSERT INTO ${t} (${newDelivery})
    SELECT o.dataset_id, o.id, ?, substr(o.id, 1, 24) || ${dialect.randomHex}, o.type, 'pending', 'replay', 1, ${now}, ${now}, 0
    FROM outbox o WHERE o.id > ? AND o.id <= ? AND ${fitting} ON CONFLICT DO NOTHING RETURNING 1 AS n`
  const lastText = `SELECT max(id) AS id FROM (SELECT o.id FROM outbox o WHERE o.owner = ? AND o.id > ? AND o.id < ? ORDER BY o.owner, o.id LIMIT CAST(? AS BIGINT)) AS part`

  const countRecoverable = (
    { endpoint, since, until, missing }: RecoveryScope,
    limit: number,
  ): Answer<Recoverable> =>
    Effect.gen(function* () {
      const [from, below] = [makeIdAt(since), makeIdAt(until, 1)]
      const recovered = readCount(
        yield* execute(
          `SELECT count(*) AS n FROM (${selectEnded("dead").replace(dialect.skipLocked, "")} UNION ALL ${selectEnded("held").replace(dialect.skipLocked, "")}) AS part`,
          [endpoint.id, from, below, limit, endpoint.id, from, below, limit],
        ),
      )
      if (!missing) return { recovered: Math.min(recovered, limit), created: 0 }
      const created = readCount(
        yield* execute(
          `SELECT count(*) AS n FROM (SELECT 1 FROM outbox o WHERE o.id > ? AND o.id < ? AND ${fitting} AND NOT EXISTS
            (SELECT 1 FROM ${t} d WHERE d.dataset_id = o.dataset_id AND d.event_id = o.id AND d.endpoint_id = ?) LIMIT CAST(? AS BIGINT)) AS part`,
          [from, below, ...fitParams(endpoint), endpoint.id, limit],
        ),
      )
      return { recovered: Math.min(recovered, limit), created }
    })

  const begin = ({ id, endpoint, since, until, missing }: NewRecovery, at: string): Answer<boolean> => {
    const row = { id, endpointId: endpoint.id, since, until, missing, recovered: 0, created: 0, done: false }
    const from = makeIdAt(since)
    return Effect.map(
      execute(
        `INSERT INTO webhook_recoveries (endpoint_id, id, since, until, missing, delivery_cursor, event_cursor, recovered, created, done, created_at)
          VALUES (?, ?, ?, ?, ?, ?, ?, 0, 0, 0, ?) ON CONFLICT DO NOTHING RETURNING id`,
        [row.endpointId, id, since, until, missing ? 1 : 0, from, missing ? from : end, at],
      ),
      hasRows,
    )
  }

  const findById = (id: RecoveryId): Answer<Option.Option<Recovery>> =>
    Effect.map(
      execute(`SELECT ${columns} FROM webhook_recoveries r WHERE r.id = ?`, [id]),
      decodeFirst(recoveries.decode),
    )
  const listRecent = (endpoint: EndpointId): Answer<ReadonlyArray<Recovery>> =>
    Effect.map(
      execute(
        `SELECT ${columns} FROM webhook_recoveries r WHERE r.endpoint_id = ? ORDER BY r.id DESC LIMIT 20`,
        [endpoint],
      ),
      decodeAll(recoveries.decode),
    )

  const openText = `SELECT ${columns}, r.delivery_cursor, r.event_cursor FROM webhook_recoveries r WHERE r.done = 0
    ORDER BY r.id LIMIT 1 ${dialect.skipLocked}`
  const progressText = `UPDATE webhook_recoveries SET delivery_cursor = ?, event_cursor = ?, recovered = recovered + CAST(? AS INTEGER),
      created = created + CAST(? AS INTEGER), done = CAST(? AS INTEGER) WHERE endpoint_id = ? AND id = ?`

  /** Recovers one batch of ended deliveries, or of missing ones when no ended ones are left. */
  const step = (row: RawRow, recovery: Recovery, endpoint: Endpoint, limit: number): Answer<Step> =>
    Effect.gen(function* () {
      const cursors = { deliveries: String(row.delivery_cursor), events: String(row.event_cursor) }
      const below = makeIdAt(recovery.until, 1)
      if (cursors.deliveries !== end) {
        const of = [endpoint.id, cursors.deliveries, below, limit]
        const window = yield* execute(windowText, [...of, ...of, limit])
        const rows = window.map(({ dataset_id, event_id, endpoint_id }, n) => ({
          dataset_id,
          event_id,
          endpoint_id,
          n,
        }))
        const taken = rows.length === 0 ? 0 : (yield* execute(takeText, [JSON.stringify(rows)])).length
        const last = window.length < limit ? end : String(window.at(-1)?.id)
        return { cursors: { ...cursors, deliveries: last }, recovered: taken, created: 0 }
      }
      const [found] = yield* execute(lastText, [endpoint.owner, cursors.events, below, limit])
      if (found === undefined || found.id === null)
        return { cursors: { ...cursors, events: end }, recovered: 0, created: 0 }
      const made = yield* execute(missingText, [
        endpoint.id,
        cursors.events,
        String(found.id),
        ...fitParams(endpoint),
      ])
      return { cursors: { ...cursors, events: String(found.id) }, recovered: 0, created: made.length }
    })

  /** Advances the oldest open recovery by one batch; none when there is no open one. Runs inside a transaction. */
  const advance = (limit: number): Answer<Option.Option<Recovery>> =>
    Effect.gen(function* () {
      const [row] = yield* execute(openText, [])
      if (row === undefined) return Option.none()
      const recovery = recoveries.decode(row)
      const [found] = yield* execute(
        `SELECT ${endpoints.select("e")} FROM webhook_endpoints e WHERE e.id = ?`,
        [recovery.endpointId],
      )
      const { cursors, recovered, created } = yield* found === undefined
        ? Effect.succeed<Step>({ cursors: { deliveries: end, events: end }, recovered: 0, created: 0 })
        : step(row, recovery, endpoints.decode(found), limit)
      const done = cursors.deliveries === end && cursors.events === end
      yield* execute(progressText, [
        cursors.deliveries,
        cursors.events,
        recovered,
        created,
        done ? 1 : 0,
        recovery.endpointId,
        recovery.id,
      ])
      return Option.some({
        ...recovery,
        recovered: recovery.recovered + recovered,
        created: recovery.created + created,
        done,
      })
    })

  return { countRecoverable, begin, findById, listRecent, advance }
}

interface Step {
  readonly cursors: { readonly deliveries: string; readonly events: string }
  readonly recovered: number
  readonly created: number
}

const makeGivenRows = (dialect: DialectShape): string =>
  dialect.jsonRows({ dataset_id: "text", event_id: "text", endpoint_id: "text", n: "bigint" })
