/** Accounts (people, organizations and models), their roles, and API keys. */
import { Schema } from "effect"
import type { DatasetId } from "./Ids.ts"
import { Username } from "./Names.ts"
import { Timestamp } from "./Timestamp.ts"

/** A person; an organization, which owns datasets but never acts; or a model, which labels samples before people do. */
export const User = Schema.Struct({
  username: Username,
  email: Schema.NullOr(Schema.String),
  isOrganization: Schema.Boolean,
  siteAdmin: Schema.Boolean,
  /** Whether events of datasets owned by this account are sent to its endpoints. */
  webhooksEnabled: Schema.Boolean,
  /** Since when events of datasets owned by this account are kept for its feed; null while the feed is off. */
  feedSince: Schema.NullOr(Timestamp),
  createdAt: Timestamp,
  createdBy: Schema.NullOr(Username),
  disabledAt: Schema.NullOr(Timestamp),
  /** The organization or the person that the model belongs to. Null for people and organizations. */
  modelOf: Schema.NullOr(Username),
  /** The name that people read for a model. Null for people and organizations. */
  displayName: Schema.NullOr(Schema.String),
})
export interface User extends Schema.Schema.Type<typeof User> {}

/** Whether events of datasets owned by the account are written to the outbox: for its endpoints or its feed. */
export const hasEvents = ({
  feedSince,
  webhooksEnabled,
}: Pick<User, "feedSince" | "webhooksEnabled">): boolean => webhooksEnabled || feedSince !== null

/** Whether the account is a person, who signs in, owns datasets and works in their name. */
export const isPerson = ({ isOrganization, modelOf }: Pick<User, "isOrganization" | "modelOf">): boolean =>
  !isOrganization && modelOf === null

/** Roles that can be assigned, lowest first. The owner's role comes with ownership. */
export const Role = Schema.Literal("labeler", "reviewer", "manager", "admin").annotations({
  identifier: "Role",
})
export type Role = typeof Role.Type

/** The role of a collaborator of a dataset: a person's, or the one role that models have. */
export const GrantedRole = Schema.Literal("model", ...Role.literals).annotations({
  identifier: "GrantedRole",
  description: "The role of a collaborator: `model` for models, and the other ones for people",
})
export type GrantedRole = typeof GrantedRole.Type

/**
 * A right that an embed token has only where it was created with it: to change collaborators as an admin, to read and replace the secrets of
 * webhooks, or to disable the webhooks of its account.
 */
export const EmbedGrant = Schema.Literal("collaborators", "webhook_secrets", "disable_webhooks").annotations({
  identifier: "EmbedGrant",
})
export type EmbedGrant = typeof EmbedGrant.Type

/** The role of a caller on a dataset. `public` reads a public dataset and nothing else. */
export const DatasetRole = Schema.Literal("public", ...GrantedRole.literals, "owner")
export type DatasetRole = typeof DatasetRole.Type

/** Lowest first. Of organization and collaborator role, the higher one counts. */
export const roleOrder: ReadonlyArray<DatasetRole> = DatasetRole.literals

/** The higher of two roles. */
export const chooseHigherRole = <A extends DatasetRole, B extends DatasetRole>(a: A, b: B): A | B =>
  roleOrder.indexOf(a) >= roleOrder.indexOf(b) ? a : b

/** The membership of a person in an organization. */
export interface Member {
  readonly organization: Username
  readonly user: Username
  readonly role: Role
}

/** A stored API key, with a digest in place of its secret. */
export interface ApiKey {
  /** The 8 characters after `ann_`, by which the key is found and shown. */
  readonly id: string
  readonly user: Username
  /** SHA-256 of the whole key, hex. */
  readonly digest: string
  readonly description: string
  readonly createdAt: Timestamp
  /** The creator: the person, or a site admin for them. Null for the engine itself, or when unknown. */
  readonly createdBy: Username | null
  readonly lastUsedAt: Timestamp | null
  readonly expiresAt: Timestamp | null
  readonly revokedAt: Timestamp | null
  /** Whether the key can only read. */
  readonly readOnly: boolean
  /** The only dataset of the key; null for all datasets of the user. It may be deleted. */
  readonly datasetId: DatasetId | null
  /** The highest role of the key on any dataset; null for the user's own roles. */
  readonly maxRole: Role | null
  /** The only account whose webhooks the key manages. It permits nothing else. Null without this limit. */
  readonly webhooksOf: Username | null
  /** Whether it is a token for a page of another application: of at most an hour, and in no list. */
  readonly embedded: boolean
  /** The rights that an embed token was created with, beyond those of every embed token. */
  readonly embedGrants: ReadonlyArray<EmbedGrant>
  /** The id of the key that replaced this one in a rotation. */
  readonly successor: string | null
}
