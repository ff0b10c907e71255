/** The filter of a list of datasets as conditions. */
import { type DatasetFilter, nameKey, type Role, roleOrder } from "@annotary/core/effect"
import type { SqlClient, Statement } from "@effect/sql"
import { escapeLike } from "../escapeLike.ts"

/** Conditions that follow those of `selectAccess`, each with AND. */
export const matchDatasetFilter = (
  sql: SqlClient.SqlClient,
  { owner, role, text }: DatasetFilter,
): Statement.Fragment =>
  sql`${owner === undefined ? sql.literal("") : sql`AND d.owner_key = ${nameKey(owner)}`}
    ${
      text === undefined
        ? sql.literal("")
        : sql`AND (d.owner_key || '/' || d.name_key) LIKE ${`%${escapeLike(text.toLowerCase())}%`} ESCAPE '!'`
    }
    ${role === undefined ? sql.literal("") : sql`AND ${sql.literal(matchRole(role))}`}`

const owns = "(me.username = d.owner OR COALESCE(m.role, '') = 'admin')"

/** A person has the higher one of the member's and the collaborator's role. */
const matchRole = (role: Role | "owner"): string => {
  if (role === "owner") return owns
  const higher = roleOrder.slice(roleOrder.indexOf(role) + 1).map((one) => `'${one}'`)
  const has = (column: string) => `COALESCE(${column}, '') = '${role}'`
  const isHigher = (column: string) => `COALESCE(${column}, '') IN (${higher.join(", ")})`
  return `NOT ${owns} AND (${has("m.role")} OR ${has("c.role")}) AND NOT ${isHigher("m.role")} AND NOT ${isHigher("c.role")}`
}
