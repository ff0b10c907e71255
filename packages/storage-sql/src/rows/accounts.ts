/** People, keys and log entries as rows. */
import type { ApiKey, AuditEntry, Member, User } from "@annotary/core/effect"
import { flag, nullable, table, text } from "../columns.ts"

export const users = table<User>({
  username: text("username"),
  email: nullable(text("email")),
  isOrganization: flag("is_organization"),
  siteAdmin: flag("site_admin"),
  webhooksEnabled: flag("webhooks_enabled"),
  createdAt: text("created_at"),
  createdBy: nullable(text("created_by")),
  disabledAt: nullable(text("disabled_at")),
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
  lastUsedAt: nullable(text("last_used_at")),
  expiresAt: nullable(text("expires_at")),
  revokedAt: nullable(text("revoked_at")),
})

export const auditEntries = table<AuditEntry>({
  id: text("id"),
  at: text("at"),
  by: nullable(text("actor")),
  action: text("action"),
  account: text("account"),
  datasetId: nullable(text("dataset_id")),
  details: text("details"),
})
