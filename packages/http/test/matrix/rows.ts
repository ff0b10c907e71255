/** How the table of the matrix is written: a call for each endpoint, and who may make it. */
import type { Operation } from "@annotary/core"
import { allows } from "@annotary/core"
import type { Fixture } from "../support/fixture.ts"
import type { Call, Caller } from "../support/world.ts"

export const roles = [
  "public",
  "labeler",
  "reviewer",
  "manager",
  "admin",
  "owner",
  "stranger",
  "root",
  "nobody",
] as const
export type Role = (typeof roles)[number]

export type Ask = Omit<Call, "as">

export interface Row {
  /** `group.name` */
  readonly endpoint: string
  readonly note?: string
  /** Who may, as product.md 2 says it. */
  readonly rule: Operation | "anyone" | "person" | "site_admin" | "organization_admin" | "organization_member"
  readonly call: (fixture: Fixture, as: Caller) => Ask | Promise<Ask>
  /** The status of those who may. */
  readonly status: number
  /** Where something other than the role decides. */
  readonly besides?: { readonly [Name in Role]?: number }
}

/** Somebody with a key and nothing else is the public reader of a public dataset. */
export const callerOf = (role: Role): Caller => (role === "public" ? "stranger" : role)

export const expected = (row: Row, role: Role): number => {
  const own = row.besides?.[role]
  if (own !== undefined) return own
  if (row.rule === "anyone") return row.status
  if (role === "nobody") return 401
  switch (row.rule) {
    case "person":
      return row.status
    case "site_admin":
      return role === "root" ? row.status : 403
    case "organization_member":
      return ["root", "owner", "admin"].includes(role) ? row.status : 403
    case "organization_admin":
      return role === "root" || role === "owner" ? row.status : 403
    default:
      if (role === "stranger" || role === "root") return 404
      return allows(role, row.rule, { public: role === "public" }) ? row.status : 403
  }
}

/** A call that changes nothing: tests of such calls share a fixture. */
export const isRead = (row: Row): boolean =>
  /\.(get|list\w*|history|version|view|explain|stats|audit|keys|me|members?|quota)$/.test(row.endpoint)

export const get =
  (path: (fixture: Fixture) => string): Row["call"] =>
  (fixture) => ({ method: "GET", path: path(fixture) })

export const send =
  (method: string, path: (fixture: Fixture) => string, body?: unknown): Row["call"] =>
  (fixture) => ({ method, path: path(fixture), body })
