/** SessionStore in SQL. */
import { SessionStore } from "@annotary/core/effect"
import { Effect, Layer } from "effect"
import { Database } from "../../database/Database.ts"
import { apiKeys, sessions, signInTokens, users } from "../../rows/accounts.ts"
import type { RawRow } from "../../rows/columns.ts"
import { decodeAll, decodeFirst, hasRows } from "../../rows/results.ts"

const foundColumns = `${sessions.select("s", "s_")}, ${users.select("u", "u_")}, ${apiKeys.select("k", "k_")}`
const decodeFound = (raw: RawRow) => ({
  session: sessions.decode(raw, "s_"),
  user: users.decode(raw, "u_"),
  apiKey: raw.k_id === null ? null : apiKeys.decode(raw, "k_"),
})
const tokenColumns = signInTokens.names.join(", ")

export const SessionSqlStore = Layer.effect(
  SessionStore,
  Effect.map(Database, ({ sql, query }) =>
    SessionStore.of({
      insert: (session) =>
        query("SessionStore.insert", sql`INSERT INTO sessions ${sql.insert(sessions.encode(session))}`).pipe(
          Effect.asVoid,
        ),
      find: (digest) =>
        query(
          "SessionStore.find",
          sql`SELECT ${sql.literal(foundColumns)} FROM sessions s JOIN users u ON u.username = s.username
              LEFT JOIN api_keys k ON k.id = s.api_key_id WHERE s.digest = ${digest}`,
        ).pipe(Effect.map(decodeFirst(decodeFound))),
      list: (user) =>
        query(
          "SessionStore.list",
          sql`SELECT ${sql.literal(sessions.select("s"))} FROM sessions s WHERE s.username = ${user} ORDER BY s.id DESC`,
        ).pipe(Effect.map(decodeAll(sessions.decode))),
      touch: (id, at, unlessAfter) =>
        query(
          "SessionStore.touch",
          sql`UPDATE sessions SET last_seen_at = ${at} WHERE id = ${id} AND last_seen_at < ${unlessAfter}`,
        ).pipe(Effect.asVoid),
      remove: (user, id) =>
        query(
          "SessionStore.remove",
          sql`DELETE FROM sessions WHERE id = ${id} AND username = ${user} RETURNING id`,
        ).pipe(Effect.map(hasRows)),
      removeOf: (user) =>
        query(
          "SessionStore.removeOf",
          Effect.zipRight(
            sql`DELETE FROM sessions WHERE username = ${user}`,
            sql`DELETE FROM sign_in_tokens WHERE username = ${user}`,
          ),
        ).pipe(Effect.asVoid),
      removeOfKey: (apiKey) =>
        query("SessionStore.removeOfKey", sql`DELETE FROM sessions WHERE api_key_id = ${apiKey}`).pipe(
          Effect.asVoid,
        ),
      insertToken: (token) =>
        query(
          "SessionStore.insertToken",
          sql`INSERT INTO sign_in_tokens ${sql.insert(signInTokens.encode(token))}`,
        ).pipe(Effect.asVoid),
      takeToken: (digest) =>
        query(
          "SessionStore.takeToken",
          sql`DELETE FROM sign_in_tokens WHERE digest = ${digest} RETURNING ${sql.literal(tokenColumns)}`,
        ).pipe(Effect.map(decodeFirst(signInTokens.decode))),
      forget: (idle, ended, limit) =>
        query(
          "SessionStore.forget",
          sql`DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE last_seen_at < ${idle} OR ends_at < ${ended}
              LIMIT CAST(${limit} AS BIGINT)) RETURNING id`,
        ).pipe(Effect.map((rows) => rows.length)),
      forgetTokens: (before, limit) =>
        query(
          "SessionStore.forgetTokens",
          sql`DELETE FROM sign_in_tokens WHERE digest IN
              (SELECT digest FROM sign_in_tokens WHERE expires_at < ${before} LIMIT CAST(${limit} AS BIGINT)) RETURNING digest`,
        ).pipe(Effect.map((rows) => rows.length)),
    }),
  ),
)
