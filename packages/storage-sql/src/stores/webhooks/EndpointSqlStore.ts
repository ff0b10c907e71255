/** EndpointStore in SQL. Each endpoint has a row in `webhook_lanes`, the state of its queue, which claims and completions update. */
import {
  type EndpointHealth,
  type EndpointId,
  EndpointStore,
  fromMillis,
  KeySetId,
  now,
} from "@annotary/core/effect"
import { Effect, Layer } from "effect"
import { Database } from "../../database/Database.ts"
import { insideTransaction } from "../../database/failures.ts"
import { type RawRow, toNumber } from "../../rows/columns.ts"
import { decodeAll, decodeFirst, hasRows } from "../../rows/results.ts"
import { endpointId, endpoints } from "../../rows/webhooks.ts"
import { removeEndpoint, setEnabled } from "./endpointState.ts"

const columns = endpoints.select("e")

export const EndpointSqlStore = Layer.effect(
  EndpointStore,
  Effect.map(Database, (database) => {
    const { atomic, dialect, execute, query, sql, whileInside } = database
    const select = sql.literal(`SELECT ${columns} FROM webhook_endpoints e`)
    /** Locks the owner's account, so that two transactions that each add an endpoint see each other's. */
    const lockOwner = (owner: string) =>
      dialect.lockRows(
        () => sql`SELECT 1 AS n FROM users WHERE username = ${owner} ${sql.literal(dialect.forUpdate)}`,
      )

    return EndpointStore.of({
      insert: (endpoint) =>
        atomic(
          "EndpointStore.insert",
          Effect.gen(function* () {
            yield* sql`INSERT INTO webhook_endpoints ${sql.insert({ ...endpoints.encode(endpoint), last_place: 0 })}`
            yield* execute(newQueue, [endpoint.id])
          }),
        ),
      byId: (id) =>
        query(
          "EndpointStore.byId",
          Effect.flatMap(
            whileInside(dialect.forUpdate),
            (lock) => sql<RawRow>`${select} WHERE e.id = ${id} ${lock}`,
          ),
        ).pipe(Effect.map(decodeFirst(endpoints.decode))),
      ofOwner: (owner) =>
        query(
          "EndpointStore.ofOwner",
          Effect.gen(function* () {
            if (yield* insideTransaction) yield* lockOwner(owner)
            return yield* sql<RawRow>`${select} WHERE e.owner = ${owner} ORDER BY e.id LIMIT 1000`
          }),
        ).pipe(Effect.map(decodeAll(endpoints.decode))),
      update: (endpoint) => {
        const { id, owner, created_at, enabled, disabled_reason, ...set } = endpoints.encode(endpoint)
        return query(
          "EndpointStore.update",
          sql`UPDATE webhook_endpoints SET ${sql.update(set)} WHERE id = ${endpoint.id} RETURNING id`,
        ).pipe(Effect.map(hasRows))
      },
      setEnabled: (change) => atomic("EndpointStore.setEnabled", setEnabled(execute, change)),
      remove: (id) => atomic("EndpointStore.remove", removeEndpoint(execute, id)),
      keySet: (owner, fresh) =>
        Effect.flatMap(query("EndpointStore.keySet", execute(keySetText, [owner])), ([known]) =>
          known === undefined
            ? Effect.map(
                Effect.flatMap(now, (at) =>
                  query("EndpointStore.keySet", execute(newKeySet, [owner, fresh, at])),
                ),
                // The conflict updates nothing, but returns the id that another caller has written first.
                ([row]) => KeySetId.make(String(row?.id)),
              )
            : Effect.succeed(KeySetId.make(String(known.id))),
        ),
      ofKeySet: (id) =>
        Effect.flatMap(query("EndpointStore.ofKeySet", execute(keySetOwnerText, [id])), ([row]) =>
          row === undefined
            ? Effect.succeed(null)
            : query(
                "EndpointStore.ofKeySet",
                sql<RawRow>`${select} WHERE e.owner = ${String(row.owner)} ORDER BY e.id LIMIT 1000`,
              ).pipe(Effect.map(decodeAll(endpoints.decode))),
        ),
      health: (ids) =>
        ids.length === 0
          ? Effect.succeed(new Map())
          : query(
              "EndpointStore.health",
              sql<RawRow>`SELECT endpoint_id, failing_since, last_failure_at,
                  CASE WHEN paused_until > ${sql.literal(dialect.nowMillis)} THEN paused_until END AS paused_until
                FROM webhook_lanes WHERE ${sql.in("endpoint_id", ids)}`,
            ).pipe(Effect.map((rows) => new Map(rows.map(decodeHealth)))),
    })
  }),
)

const newQueue = `INSERT INTO webhook_lanes
  (endpoint_id, in_flight, request_window, next_at, paused_until, blocked_until, warned) VALUES (?, 0, 1024, 0, 0, 0, 0)`

const keySetText = "SELECT id FROM webhook_key_sets WHERE owner = ?"
const newKeySet = `INSERT INTO webhook_key_sets (owner, id, created_at) VALUES (?, ?, ?)
  ON CONFLICT (owner) DO UPDATE SET owner = excluded.owner RETURNING id`
const keySetOwnerText = "SELECT owner FROM webhook_key_sets WHERE id = ?"

const decodeHealth = (raw: RawRow): readonly [EndpointId, EndpointHealth] => {
  const readInstant = (name: string) => (raw[name] === null ? null : fromMillis(toNumber(name, raw[name])))
  return [
    endpointId.read(raw.endpoint_id),
    {
      failingSince: readInstant("failing_since"),
      lastFailureAt: readInstant("last_failure_at"),
      pausedUntil: readInstant("paused_until"),
    },
  ]
}
