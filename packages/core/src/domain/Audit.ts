/** An entry of the audit log: a change of keys, roles, members, owners or webhooks, or a deletion. */
import { Schema } from "effect"
import { AuditId, DatasetId } from "./Ids.ts"
import { JsonText } from "./JsonText.ts"
import { Username } from "./Names.ts"
import { Timestamp } from "./Timestamp.ts"

/** An entry of the audit log. */
export const AuditEntry = Schema.Struct({
  id: AuditId,
  at: Timestamp,
  /** Null for the engine itself or the command line. */
  by: Schema.NullOr(Username),
  /** For example `collaborator.added`, `dataset.deleted`, `api_key.revoked`. */
  action: Schema.String,
  /** The account of the change: an organization, or the owner of the dataset. */
  account: Username,
  datasetId: Schema.NullOr(DatasetId),
  /** A JSON object with the details. Never contains a secret. */
  details: JsonText,
})
export interface AuditEntry extends Schema.Schema.Type<typeof AuditEntry> {}
