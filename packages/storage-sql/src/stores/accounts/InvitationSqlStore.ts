/** InvitationStore in SQL. */
import { type InvitationPlace, InvitationStore } from "@annotary/core/effect"
import type { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { Database } from "../../database/Database.ts"
import { invitations } from "../../rows/accounts.ts"
import { decodeAll, decodeFirst, hasRows } from "../../rows/results.ts"

const columns = invitations.select("i")

export const InvitationSqlStore = Layer.effect(
  InvitationStore,
  Effect.map(Database, ({ sql, query }) =>
    InvitationStore.of({
      insert: (invitation) =>
        query(
          "InvitationStore.insert",
          sql`INSERT INTO invitations ${sql.insert(invitations.encode(invitation))}`,
        ).pipe(Effect.asVoid),
      find: (digest) =>
        query(
          "InvitationStore.find",
          sql`SELECT ${sql.literal(columns)} FROM invitations i WHERE i.digest = ${digest}`,
        ).pipe(Effect.map(decodeFirst(invitations.decode))),
      list: (place) =>
        query(
          "InvitationStore.list",
          sql`SELECT ${sql.literal(columns)} FROM invitations i WHERE ${matchTarget(sql, place)} ORDER BY i.id DESC`,
        ).pipe(Effect.map(decodeAll(invitations.decode))),
      use: (id) =>
        query(
          "InvitationStore.use",
          sql`UPDATE invitations SET uses = uses + 1 WHERE id = ${id} AND uses < max_uses RETURNING id`,
        ).pipe(Effect.map(hasRows)),
      remove: (place, id) =>
        query(
          "InvitationStore.remove",
          sql`DELETE FROM invitations WHERE id = ${id} AND ${matchTarget(sql, place)} RETURNING id`,
        ).pipe(Effect.map(hasRows)),
      forget: (before, limit) =>
        query(
          "InvitationStore.forget",
          sql`DELETE FROM invitations WHERE id IN
              (SELECT id FROM invitations WHERE expires_at < ${before} LIMIT CAST(${limit} AS BIGINT)) RETURNING id`,
        ).pipe(Effect.map((rows) => rows.length)),
    }),
  ),
)

const matchTarget = (sql: SqlClient.SqlClient, place: InvitationPlace) =>
  "organization" in place
    ? sql`organization = ${place.organization}`
    : sql`invited_dataset = ${place.datasetId}`
