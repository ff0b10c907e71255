/** A row of the audit log: who changed keys, roles, members, owners, webhooks, or deleted something. */
import { Schema } from "effect"
import { AuditId, DatasetId } from "./Ids.ts"
import { JsonText } from "./JsonText.ts"
import { Username } from "./Names.ts"
import { Timestamp } from "./Timestamp.ts"

export const AuditEntry = Schema.Struct({
  id: AuditId,
  at: Timestamp,
  /** Null when the engine itself or the command line did it. */
  by: Schema.NullOr(Username),
  /** For example `collaborator.added`, `dataset.deleted`, `api_key.revoked`. */
  action: Schema.String,
  /** The account it concerns: an organization, or the owner of the dataset. */
  account: Username,
  datasetId: Schema.NullOr(DatasetId),
  /** A JSON object: what changed. Never a secret. */
  details: JsonText,
})
export interface AuditEntry extends Schema.Schema.Type<typeof AuditEntry> {}
