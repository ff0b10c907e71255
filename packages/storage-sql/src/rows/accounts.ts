/** Rows of accounts, API keys and the audit log. */
import type { ApiKey, AuditEntry, Member, User } from "@annotary/core/effect"
import { type Column, flag, nullable, table, text } from "./columns.ts"

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
  createdBy: nullable(text("created_by")),
  lastUsedAt: nullable(text("last_used_at")),
  expiresAt: nullable(text("expires_at")),
  revokedAt: nullable(text("revoked_at")),
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
