/** ApiKeyStore in SQL. */
import { ApiKeyStore } from "@annotary/core/effect"
import { Effect, Layer } from "effect"
import { Database } from "../../database/Database.ts"
import { apiKeys, users } from "../../rows/accounts.ts"
import type { RawRow } from "../../rows/columns.ts"
import { decodeAll, decodeFirst, hasRows } from "../../rows/results.ts"

const keyColumns = apiKeys.select("k")
const bothColumns = `${apiKeys.select("k", "k_")}, ${users.select("u", "u_")}`
const decodeBoth = (raw: RawRow) => ({ key: apiKeys.decode(raw, "k_"), user: users.decode(raw, "u_") })

export const ApiKeySqlStore = Layer.effect(
  ApiKeyStore,
  Effect.map(Database, ({ sql, query }) =>
    ApiKeyStore.of({
      insert: (key) =>
        query("ApiKeyStore.insert", sql`INSERT INTO api_keys ${sql.insert(apiKeys.encode(key))}`).pipe(
          Effect.asVoid,
        ),
      find: (id) =>
        query(
          "ApiKeyStore.find",
          sql`SELECT ${sql.literal(bothColumns)} FROM api_keys k JOIN users u ON u.username = k.username WHERE k.id = ${id}`,
        ).pipe(Effect.map(decodeFirst(decodeBoth))),
      list: (user) =>
        query(
          "ApiKeyStore.list",
          sql`SELECT ${sql.literal(keyColumns)} FROM api_keys k WHERE k.username = ${user} AND k.revoked_at IS NULL AND k.embedded = 0
              ORDER BY k.created_at DESC, k.id`,
        ).pipe(Effect.map(decodeAll(apiKeys.decode))),
      revoke: (user, id, at) =>
        query(
          "ApiKeyStore.revoke",
          sql`UPDATE api_keys SET revoked_at = ${at} WHERE id = ${id} AND username = ${user} AND revoked_at IS NULL RETURNING id`,
        ).pipe(Effect.map(hasRows)),
      replace: (user, id, { successor, until }) =>
        query(
          "ApiKeyStore.replace",
          sql`UPDATE api_keys SET successor = ${successor},
                expires_at = CASE WHEN expires_at < ${until} THEN expires_at ELSE ${until} END
              WHERE id = ${id} AND username = ${user} AND revoked_at IS NULL AND successor IS NULL RETURNING id`,
        ).pipe(Effect.map(hasRows)),
      touch: (id, at, unlessAfter) =>
        query(
          "ApiKeyStore.touch",
          sql`UPDATE api_keys SET last_used_at = ${at} WHERE id = ${id} AND (last_used_at IS NULL OR last_used_at < ${unlessAfter})`,
        ).pipe(Effect.asVoid),
      forgetEmbedded: (before, limit) =>
        query(
          "ApiKeyStore.forgetEmbedded",
          sql`DELETE FROM api_keys WHERE id IN
              (SELECT id FROM api_keys WHERE embedded = 1 AND expires_at < ${before} LIMIT CAST(${limit} AS BIGINT)) RETURNING id`,
        ).pipe(Effect.map((rows) => rows.length)),
    }),
  ),
)
