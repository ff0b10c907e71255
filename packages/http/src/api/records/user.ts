/** Responses about API keys and changes of permissions. */
import { At, AtOrNull, TextOrNull } from "@annotary/core/effect"
import { Schema } from "effect"

const apiKey = {
  id: Schema.String.annotations({ description: "The 8 characters after `ann_`" }),
  user: Schema.String,
  description: Schema.String,
  created_at: At,
  created_by: TextOrNull.annotations({ description: "Who made it: the user, or a site admin for them" }),
  last_used_at: AtOrNull,
  expires_at: AtOrNull,
}

export const ApiKeyRecord = Schema.Struct(apiKey).annotations({ identifier: "ApiKey" })

export const NewApiKey = Schema.Struct({
  ...apiKey,
  key: Schema.String.annotations({ description: "The secret, shown this once" }),
}).annotations({ identifier: "NewApiKey" })

export const AuditRecord = Schema.Struct({
  uuid: Schema.String,
  created_at: At,
  created_by: TextOrNull,
  action: Schema.String,
  account: Schema.String,
  details: Schema.Record({ key: Schema.String, value: Schema.Unknown.annotations({ jsonSchema: {} }) }),
}).annotations({
  identifier: "AuditEntry",
  description: "Who changed keys, roles, members, owners, or deleted something",
})
