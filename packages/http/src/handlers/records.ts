/** Records that only this API shows. */
import {
  type AuditEntry,
  canActAsSiteAdmin,
  type FieldsOf,
  type Person,
  Raw,
  type Session,
  type ShownApiKey,
  type ShownQuota,
} from "@annotary/core/effect"
import type {
  AuditRecord,
  EmbedTokenRecord,
  NewApiKey,
  OwnSessionRecord,
  QuotaRecord,
  SessionRecord,
} from "../api/records/user.ts"

export const toApiKeyJson = (key: ShownApiKey, secret?: string): FieldsOf<typeof NewApiKey> => ({
  id: key.id,
  user: key.user,
  description: key.description,
  created_at: key.createdAt,
  created_by: key.createdBy,
  last_used_at: key.lastUsedAt,
  expires_at: key.expiresAt,
  scope:
    key.readOnly || key.datasetId !== null || key.maxRole !== null
      ? { read_only: key.readOnly, dataset: key.dataset, dataset_uuid: key.datasetId, role: key.maxRole }
      : null,
  successor: key.successor,
  key: secret,
})

/** The session of a request, with what its person may do. */
export const toOwnSessionJson = (session: Session, person: Person): FieldsOf<typeof OwnSessionRecord> => ({
  ...toSessionJson(session, session.id),
  site_admin: canActAsSiteAdmin(person),
})

export const embedTokenJson = (token: ShownApiKey, secret: string): FieldsOf<typeof EmbedTokenRecord> => ({
  id: token.id,
  user: token.user,
  dataset: token.dataset,
  role: token.maxRole,
  webhooks: token.webhooksOf,
  grants: token.embedGrants,
  created_at: token.createdAt,
  expires_at: token.expiresAt,
  token: secret,
})

/** `current`: the id of the session of the request. */
export const toSessionJson = (session: Session, current?: string): FieldsOf<typeof SessionRecord> => ({
  uuid: session.id,
  user: session.user,
  created_at: session.createdAt,
  last_seen_at: session.lastSeenAt,
  ends_at: session.endsAt,
  api_key: session.apiKey,
  current: session.id === current,
})

export const toQuotaJson = ({
  bytes,
  bytesUsed,
  organization,
  requestsPerMinute,
  samples,
  samplesUsed,
}: ShownQuota): FieldsOf<typeof QuotaRecord> => ({
  organization,
  samples: { limit: samples, used: samplesUsed },
  bytes: { limit: bytes, used: bytesUsed },
  requests_per_minute: { limit: requestsPerMinute },
})

export const toAuditJson = (entry: AuditEntry): FieldsOf<typeof AuditRecord> => ({
  uuid: entry.id,
  created_at: entry.at,
  created_by: entry.by,
  action: entry.action,
  account: entry.account,
  details: new Raw(entry.details),
})
