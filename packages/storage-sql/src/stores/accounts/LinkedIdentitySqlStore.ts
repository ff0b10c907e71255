/** LinkedIdentityStore in SQL. */
import { LinkedIdentityStore } from "@annotary/core/effect"
import { Effect, Layer } from "effect"
import { Database } from "../../database/Database.ts"
import { givenRoles, linkedIdentities, users } from "../../rows/accounts.ts"
import { decodeAll, decodeFirst, hasRows } from "../../rows/results.ts"

const userColumns = users.select("u")
const linkColumns = linkedIdentities.select("l")
const givenColumns = givenRoles.select("g")

export const LinkedIdentitySqlStore = Layer.effect(
  LinkedIdentityStore,
  Effect.map(Database, ({ sql, query }) =>
    LinkedIdentityStore.of({
      find: (issuer, subject) =>
        query(
          "LinkedIdentityStore.find",
          sql`SELECT ${sql.literal(userColumns)} FROM linked_identities l JOIN users u ON u.username = l.username
              WHERE l.issuer = ${issuer} AND l.subject = ${subject}`,
        ).pipe(Effect.map(decodeFirst(users.decode))),
      insert: (link) =>
        query(
          "LinkedIdentityStore.insert",
          sql`INSERT INTO linked_identities ${sql.insert(linkedIdentities.encode(link))} ON CONFLICT DO NOTHING RETURNING issuer`,
        ).pipe(Effect.map(hasRows)),
      ofUser: (user) =>
        query(
          "LinkedIdentityStore.ofUser",
          sql`SELECT ${sql.literal(linkColumns)} FROM linked_identities l WHERE l.username = ${user} ORDER BY l.issuer, l.subject`,
        ).pipe(Effect.map(decodeAll(linkedIdentities.decode))),
      givenRoles: (issuer, user) =>
        query(
          "LinkedIdentityStore.givenRoles",
          sql`SELECT ${sql.literal(givenColumns)} FROM given_roles g WHERE g.username = ${user} AND g.issuer = ${issuer}
              ORDER BY g.organization`,
        ).pipe(Effect.map(decodeAll(givenRoles.decode))),
      putGivenRole: (given) =>
        query(
          "LinkedIdentityStore.putGivenRole",
          sql`INSERT INTO given_roles ${sql.insert(givenRoles.encode(given))}
              ON CONFLICT (username, organization, issuer) DO UPDATE SET role = excluded.role`,
        ).pipe(Effect.asVoid),
      removeGivenRoles: (organization, user) =>
        query(
          "LinkedIdentityStore.removeGivenRoles",
          sql`DELETE FROM given_roles WHERE username = ${user} AND organization = ${organization}`,
        ).pipe(Effect.asVoid),
    }),
  ),
)
