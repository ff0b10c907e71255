/** Deletes the rows of an account that is closed. Runs inside a transaction. */
import { type ClosedOrganization, nameKey, type Renaming, type Timestamp } from "@annotary/core/effect"
import type { SqlError } from "@effect/sql"
import { Effect } from "effect"
import type { DatabaseShape } from "../../database/Database.ts"
import type { RawRow } from "../../rows/columns.ts"
import { any } from "../../rows/results.ts"

/** Deletes the rows of a table with the name in the column, and returns their number. */
export const deletion =
  ({ sql }: DatabaseShape) =>
  (table: string, column: string, name: string): Effect.Effect<number, SqlError.SqlError> =>
    Effect.map(
      sql`DELETE FROM ${sql(table)} WHERE ${sql(column)} = ${name} RETURNING 1 AS n`,
      (rows) => rows.length,
    )

/** The tables with rows of a webhook endpoint. */
const endpointTables = [
  "webhook_deliveries",
  "webhook_attempts",
  "webhook_counts",
  "webhook_recoveries",
  "webhook_lanes",
]

/** Deletes the webhook endpoints of an account with all that belongs to them, and returns their number. */
export const endpointDeletion = (
  database: DatabaseShape,
  owner: string,
): Effect.Effect<number, SqlError.SqlError> =>
  Effect.gen(function* () {
    const { sql } = database
    const endpoints = yield* sql<RawRow>`SELECT id FROM webhook_endpoints WHERE owner = ${owner}`
    for (const { id } of endpoints)
      for (const table of endpointTables)
        yield* sql`DELETE FROM ${sql(table)} WHERE endpoint_id = ${String(id)}`
    yield* sql`DELETE FROM webhook_key_sets WHERE owner = ${owner}`
    return yield* deletion(database)("webhook_endpoints", "owner", owner)
  })

/** Gives the organization the pseudonym and deletes its rows; null when there is none. */
export const organizationClosing = (
  database: DatabaseShape,
  { from, to }: Renaming,
  at: Timestamp,
): Effect.Effect<ClosedOrganization | null, SqlError.SqlError> =>
  Effect.gen(function* () {
    const { sql } = database
    const deletes = deletion(database)
    const closed = yield* sql`UPDATE users SET username = ${to}, username_key = ${nameKey(to)},
        email = NULL, webhooks_enabled = 0, disabled_at = COALESCE(disabled_at, ${at})
      WHERE username = ${from} AND is_organization = 1 RETURNING username`
    if (!any(closed)) return null
    for (const table of ["quotas", "given_roles"])
      yield* sql`DELETE FROM ${sql(table)} WHERE organization = ${from}`
    // Nobody who takes the name afterwards can recover them.
    yield* sql`DELETE FROM outbox WHERE owner = ${from}`
    return {
      members: yield* deletes("members", "organization", from),
      invitations: yield* deletes("invitations", "organization", from),
      apiKeys: yield* deletes("api_keys", "scope_webhooks", from),
      endpoints: yield* endpointDeletion(database, from),
      buckets: yield* deletes("buckets", "organization", from),
    } satisfies ClosedOrganization
  })
