/** The methods of UserStore on members of organizations. */
import type { Member, Username } from "@annotary/core/effect"
import { Effect } from "effect"
import type { DatabaseShape } from "../../database/Database.ts"
import { members } from "../../rows/accounts.ts"
import { decodeAll, decodeFirst, hasRows } from "../../rows/results.ts"

const columns = members.select("m")

export const makeMemberQueries = ({ sql, dialect, query, whileInside }: DatabaseShape) => {
  const member = sql.literal(columns)
  return {
    putMember: (row: Member) =>
      query(
        "UserStore.putMember",
        sql`INSERT INTO members ${sql.insert(members.encode(row))}
            ON CONFLICT (organization, username) DO UPDATE SET role = excluded.role`,
      ).pipe(Effect.asVoid),
    removeMember: (organization: Username, name: Username) =>
      query(
        "UserStore.removeMember",
        sql`DELETE FROM members WHERE organization = ${organization} AND username = ${name} RETURNING username`,
      ).pipe(Effect.map(hasRows)),
    member: (organization: Username, name: Username) =>
      query(
        "UserStore.member",
        sql`SELECT ${member} FROM members m WHERE m.organization = ${organization} AND m.username = ${name}`,
      ).pipe(Effect.map(decodeFirst(members.decode))),
    members: (organization: Username) =>
      query(
        "UserStore.members",
        Effect.flatMap(
          whileInside(dialect.forUpdate),
          (lock) => sql`SELECT ${member} FROM members m WHERE m.organization = ${organization}
            ORDER BY lower(m.username) ${lock}`,
        ),
      ).pipe(Effect.map(decodeAll(members.decode))),
    memberships: (name: Username) =>
      query(
        "UserStore.memberships",
        sql`SELECT ${member} FROM members m WHERE m.username = ${name} ORDER BY lower(m.organization)`,
      ).pipe(Effect.map(decodeAll(members.decode))),
    shareOrganization: (a: Username, b: Username) =>
      query(
        "UserStore.shareOrganization",
        sql`SELECT 1 AS n FROM members a JOIN members b ON b.organization = a.organization
            WHERE a.username = ${a} AND b.username = ${b} LIMIT 1`,
      ).pipe(Effect.map(hasRows)),
  }
}
