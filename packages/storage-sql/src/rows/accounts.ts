/** Rows of accounts, API keys and the audit log. */
import {
  type ApiKey,
  type AuditEntry,
  type Bucket,
  EmbedGrant,
  type GivenRole,
  type Invitation,
  type LinkedIdentity,
  type Member,
  type ModelVersion,
  type Session,
  type SignInToken,
  type User,
} from "@annotary/core/effect"
import { Schema } from "effect"
import { type Column, flag, json, nullable, number, table, text } from "./columns.ts"

export const users = table<User>({
  username: text("username"),
  email: nullable(text("email")),
  isOrganization: flag("is_organization"),
  siteAdmin: flag("site_admin"),
  webhooksEnabled: flag("webhooks_enabled"),
  feedSince: nullable(text("feed_since")),
  createdAt: text("created_at"),
  createdBy: nullable(text("created_by")),
  disabledAt: nullable(text("disabled_at")),
  modelOf: nullable(text("model_of")),
  displayName: nullable(text("display_name")),
})

export const modelVersions = table<ModelVersion>({
  model: text("model"),
  name: text("name"),
  note: text("note"),
  createdAt: text("created_at"),
  createdBy: nullable(text("created_by")),
})

export const members = table<Member>({
  organization: text("organization"),
  user: text("username"),
  role: text("role"),
})

export const apiKeys = table<ApiKey>({
  id: text("id"),
  user: text("username"),
  digest: text("digest"),
  description: text("description"),
  createdAt: text("created_at"),
  createdBy: nullable(text("created_by")),
  lastUsedAt: nullable(text("last_used_at")),
  expiresAt: nullable(text("expires_at")),
  revokedAt: nullable(text("revoked_at")),
  readOnly: flag("scope_read_only"),
  datasetId: nullable(text("scope_dataset")),
  maxRole: nullable(text("scope_role")),
  webhooksOf: nullable(text("scope_webhooks")),
  embedded: flag("embedded"),
  embedGrants: json("embed_grants", Schema.decodeUnknownSync(Schema.Array(EmbedGrant)), (grants) => grants),
  successor: nullable(text("successor")),
})

export const sessions = table<Session>({
  id: text("id"),
  user: text("username"),
  digest: text("digest"),
  apiKey: nullable(text("api_key_id")),
  createdAt: text("created_at"),
  lastSeenAt: text("last_seen_at"),
  endsAt: text("ends_at"),
})

export const signInTokens = table<SignInToken>({
  digest: text("digest"),
  user: text("username"),
  createdAt: text("created_at"),
  expiresAt: text("expires_at"),
})

export const invitations = table<Invitation>({
  id: text("id"),
  digest: text("digest"),
  organization: nullable(text("organization")),
  datasetId: nullable(text("invited_dataset")),
  role: text("role"),
  createdAt: text("created_at"),
  createdBy: nullable(text("created_by")),
  expiresAt: text("expires_at"),
  maxUses: number("max_uses"),
  uses: number("uses"),
})

export const buckets = table<Bucket>({
  id: text("id"),
  organization: text("organization"),
  kind: text("kind"),
  account: text("account"),
  name: text("name"),
  prefix: text("prefix"),
  endpoint: nullable(text("endpoint")),
  region: nullable(text("region")),
  urlSeconds: number("url_seconds"),
  sealed: text("sealed"),
  createdAt: text("created_at"),
  updatedAt: text("updated_at"),
})

export const linkedIdentities = table<LinkedIdentity>({
  issuer: text("issuer"),
  subject: text("subject"),
  user: text("username"),
  createdAt: text("created_at"),
})

export const givenRoles = table<GivenRole>({
  issuer: text("issuer"),
  organization: text("organization"),
  user: text("username"),
  role: text("role"),
})

/** Stands for no dataset in a column that is part of a key, which cannot be NULL. */
export const noDataset = ""

export const datasetOrNone = (name: string): Column<AuditEntry["datasetId"]> => {
  const id = text<NonNullable<AuditEntry["datasetId"]>>(name)
  return {
    name,
    read: (raw) => (raw === noDataset ? null : id.read(raw)),
    write: (value) => value ?? noDataset,
  }
}

export const auditEntries = table<AuditEntry>({
  id: text("id"),
  at: text("at"),
  by: nullable(text("actor")),
  action: text("action"),
  account: text("account"),
  datasetId: datasetOrNone("dataset_id"),
  details: text("details"),
})
