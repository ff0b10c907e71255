/** People and organizations, the roles between them, and the keys they come with. */
import { Schema } from "effect"
import { Username } from "./Names.ts"
import { Timestamp } from "./Timestamp.ts"

/** A person, or an organization (which owns datasets but never acts). */
export const User = Schema.Struct({
  username: Username,
  email: Schema.NullOr(Schema.String),
  isOrganization: Schema.Boolean,
  siteAdmin: Schema.Boolean,
  /** Whether events of datasets owned by this account are written to the outbox. */
  webhooksEnabled: Schema.Boolean,
  createdAt: Timestamp,
  createdBy: Schema.NullOr(Username),
  disabledAt: Schema.NullOr(Timestamp),
})
export interface User extends Schema.Schema.Type<typeof User> {}

/** Roles that can be given, lowest first. The owner's is not given: it comes with owning. */
export const Role = Schema.Literal("labeler", "reviewer", "manager", "admin").annotations({
  identifier: "Role",
})
export type Role = typeof Role.Type

/** What a caller is to a dataset. `public` reads a public dataset and nothing else. */
export type DatasetRole = "public" | Role | "owner"

/** Lowest first: the higher of organization and collaborator role counts. */
export const roleOrder: ReadonlyArray<DatasetRole> = [
  "public",
  "labeler",
  "reviewer",
  "manager",
  "admin",
  "owner",
]

export const higherRole = <A extends DatasetRole, B extends DatasetRole>(a: A, b: B): A | B =>
  roleOrder.indexOf(a) >= roleOrder.indexOf(b) ? a : b

/** A person's place in an organization. */
export interface Member {
  readonly organization: Username
  readonly user: Username
  readonly role: Role
}

/** A key as it is kept: the secret itself is only its digest. */
export interface ApiKey {
  /** The 8 characters after `ann_`: how the key is found and named. */
  readonly id: string
  readonly user: Username
  /** SHA-256 of the whole key, hex. */
  readonly digest: string
  readonly description: string
  readonly createdAt: Timestamp
  /** Who made it: the person, or a site admin for them; null: the engine itself, or not known of an old one. */
  readonly createdBy: Username | null
  readonly lastUsedAt: Timestamp | null
  readonly expiresAt: Timestamp | null
  readonly revokedAt: Timestamp | null
}
