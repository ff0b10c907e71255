/** UserStore in SQL. */
import { lowerAscii, nameKey, type UserChange, UserStore } from "@annotary/core/effect"
import { Effect, Layer } from "effect"
import { Database } from "../../database/Database.ts"
import { users } from "../../rows/accounts.ts"
import type { Primitive } from "../../rows/columns.ts"
import { decodeAll, decodeFirst, hasRows } from "../../rows/results.ts"
import { escapeLike } from "../escapeLike.ts"
import { makeMemberQueries } from "./members.ts"
import { makeModelVersionQueries } from "./modelVersions.ts"

const userColumns = users.select("u")

export const UserSqlStore = Layer.effect(
  UserStore,
  Effect.map(Database, (database) => {
    const { sql, dialect, query, whileInside } = database
    const user = sql.literal(userColumns)
    const matchSearch = (search: string) => {
      const pattern = `%${escapeLike(lowerAscii(search))}%`
      return sql`AND (LOWER(u.username_key) LIKE ${pattern} ESCAPE '!' OR LOWER(u.email) LIKE ${pattern} ESCAPE '!')`
    }
    return UserStore.of({
      insert: (row) =>
        query(
          "UserStore.insert",
          sql`INSERT INTO users ${sql.insert({ ...users.encode(row), username_key: nameKey(row.username) })}
              ON CONFLICT DO NOTHING RETURNING username`,
        ).pipe(Effect.map(hasRows)),
      byName: (name) =>
        query(
          "UserStore.byName",
          sql`SELECT ${user} FROM users u WHERE u.username_key = ${nameKey(name)}`,
        ).pipe(Effect.map(decodeFirst(users.decode))),
      byNames: (names) =>
        query(
          "UserStore.byNames",
          sql`SELECT ${user} FROM users u WHERE ${sql.in("u.username_key", [...new Set(names.map(nameKey))])}`,
        ).pipe(Effect.map(decodeAll(users.decode))),
      findForUpdate: (names) =>
        query(
          "UserStore.findForUpdate",
          Effect.flatMap(
            whileInside(dialect.forUpdate),
            (
              lock,
            ) => sql`SELECT ${user} FROM users u WHERE ${sql.in("u.username_key", [...new Set(names.map(nameKey))])}
              ORDER BY u.username_key ${lock}`,
          ),
        ).pipe(Effect.map(decodeAll(users.decode))),
      list: ({ after, isOrganization, limit, modelOf, search }) =>
        query(
          "UserStore.list",
          sql`SELECT ${user} FROM users u WHERE u.username_key > ${after === null ? "" : nameKey(after)}
              ${isOrganization === undefined ? sql.literal("") : sql`AND u.is_organization = ${isOrganization ? 1 : 0}`}
              ${modelOf === undefined ? sql.literal("") : sql`AND u.model_of = ${modelOf}`}
              ${search === undefined ? sql.literal("") : matchSearch(search)}
              ORDER BY u.username_key LIMIT CAST(${limit} AS BIGINT)`,
        ).pipe(Effect.map(decodeAll(users.decode))),
      update: (name, change) => {
        const set = toChangedColumns(change)
        return query(
          "UserStore.update",
          Object.keys(set).length === 0
            ? sql`SELECT username FROM users WHERE username = ${name}`
            : sql`UPDATE users SET ${sql.update(set)} WHERE username = ${name} RETURNING username`,
        ).pipe(Effect.map(hasRows))
      },
      ...makeMemberQueries(database),
      ...makeModelVersionQueries(database),
    })
  }),
)

const toChangedColumns = (change: UserChange): Record<string, Primitive> => {
  const set: Record<string, Primitive> = {}
  if (change.email !== undefined) set.email = change.email
  if (change.disabledAt !== undefined) set.disabled_at = change.disabledAt
  if (change.webhooksEnabled !== undefined) set.webhooks_enabled = change.webhooksEnabled ? 1 : 0
  if (change.feedSince !== undefined) set.feed_since = change.feedSince
  if (change.displayName !== undefined) set.display_name = change.displayName
  if (change.siteAdmin !== undefined) set.site_admin = change.siteAdmin ? 1 : 0
  return set
}
