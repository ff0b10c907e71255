/** Responses about accounts, members and API keys. */
import { At, AtOrNull, Role, TextOrNull } from "@annotary/core/effect"
import { Schema } from "effect"

const account = {
  username: Schema.String,
  created_at: At,
  is_organization: Schema.Boolean,
  email: TextOrNull.annotations({ description: "Null but to those who may see it" }),
  organization_created_by: TextOrNull,
  webhooks_enabled: Schema.NullOr(Schema.Boolean),
}

export const Account = Schema.Struct(account).annotations({
  identifier: "Account",
  description: "A person or an organization",
  examples: [
    {
      username: "jane",
      created_at: "2026-11-20T13:25:01.123456Z",
      is_organization: false,
      email: "jane@example.org",
      organization_created_by: null,
      webhooks_enabled: false,
    },
  ],
})

export const Member = Schema.Struct({ ...account, organization_role: Role }).annotations({
  identifier: "Member",
  description: "A person as a member of an organization",
})

export const User = Schema.Struct({
  ...account,
  organizations: Schema.optional(Schema.Array(Account)),
  members: Schema.optional(Schema.Array(Member)),
}).annotations({ identifier: "User", description: "An account with its organizations, or its members" })

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
