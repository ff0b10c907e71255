/** Records that only this API shows. */
import { type ApiKey, type AuditEntry, type FieldsOf, Raw } from "@annotary/core/effect"
import type { AuditRecord, NewApiKey } from "../api/records/user.ts"

export const apiKeyJson = (key: ApiKey, secret?: string): FieldsOf<typeof NewApiKey> => ({
  id: key.id,
  user: key.user,
  description: key.description,
  created_at: key.createdAt,
  created_by: key.createdBy,
  last_used_at: key.lastUsedAt,
  expires_at: key.expiresAt,
  key: secret,
})

export const auditJson = (entry: AuditEntry): FieldsOf<typeof AuditRecord> => ({
  uuid: entry.id,
  created_at: entry.at,
  created_by: entry.by,
  action: entry.action,
  account: entry.account,
  details: new Raw(entry.details),
})
