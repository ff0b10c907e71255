/** Responses about API keys and changes of permissions. */
import { AccountJson, At, AtOrNull, EmbedGrant, Role, TextOrNull, Uuid } from "@annotary/core/effect"
import { Schema } from "effect"

const Scope = Schema.Struct({
  read_only: Schema.Boolean,
  dataset: TextOrNull.annotations({ description: "`owner/name`; null when the dataset is deleted" }),
  dataset_uuid: TextOrNull,
  role: Schema.NullOr(Role),
}).annotations({ identifier: "ApiKeyScope" })

const apiKey = {
  id: Schema.String.annotations({ description: "The 8 characters after `ann_`" }),
  user: Schema.String,
  description: Schema.String,
  created_at: At,
  created_by: TextOrNull.annotations({ description: "Who made it: the user, or a site admin for them" }),
  last_used_at: AtOrNull,
  expires_at: AtOrNull,
  scope: Schema.NullOr(Scope).annotations({
    description: "The limits of the key below the permissions of its user; null without limits",
  }),
  successor: TextOrNull.annotations({
    description: "The id of the key that replaced this one in a rotation",
  }),
}

export const ApiKeyRecord = Schema.Struct(apiKey).annotations({ identifier: "ApiKey" })

export const NewApiKey = Schema.Struct({
  ...apiKey,
  key: Schema.String.annotations({ description: "The secret, shown this once" }),
}).annotations({ identifier: "NewApiKey" })

const session = {
  uuid: Uuid,
  user: Schema.String,
  created_at: At,
  last_seen_at: At.annotations({ description: "At most a minute late" }),
  ends_at: At.annotations({ description: "When it ends, however much it is used" }),
  api_key: TextOrNull.annotations({
    description: "The id of the key that it was begun with, and with which it ends",
  }),
  current: Schema.Boolean.annotations({ description: "Whether it is the session of this request" }),
}

export const EmbedTokenRecord = Schema.Struct({
  id: Schema.String.annotations({ description: "Revokes the token, as that of an API key" }),
  user: Schema.String,
  dataset: TextOrNull.annotations({ description: "`owner/name`; null for a token of webhooks" }),
  role: Schema.NullOr(Role),
  webhooks: TextOrNull.annotations({ description: "The account; null for a token of a dataset" }),
  grants: Schema.Array(EmbedGrant),
  created_at: At,
  expires_at: AtOrNull,
  token: Schema.String.annotations({
    description: "The secret, shown this once. Pages send it as an API key",
  }),
}).annotations({ identifier: "EmbedToken" })

export const SessionRecord = Schema.Struct(session).annotations({ identifier: "Session" })

export const OwnSessionRecord = Schema.Struct({
  ...session,
  site_admin: Schema.Boolean.annotations({
    description: "Whether the session has the permissions of a site admin; one of a limited key has not",
  }),
}).annotations({ identifier: "OwnSession" })

const limit = (description: string) => Schema.NullOr(Schema.Int).annotations({ description })

export const QuotaRecord = Schema.Struct({
  organization: Schema.String,
  samples: Schema.Struct({
    limit: limit("The highest number of samples in all datasets; null without a limit"),
    used: Schema.NullOr(Schema.Int).annotations({
      description: "The number of samples. Counted only while there is a quota, otherwise null",
    }),
  }),
  bytes: Schema.Struct({
    limit: limit(
      "The highest number of bytes of files: assets that the datasets name, releases, and exports; null without a limit",
    ),
    used: Schema.NullOr(Schema.Int).annotations({
      description: "The bytes of these files. Counted only while there is a quota, otherwise null",
    }),
  }),
  requests_per_minute: Schema.Struct({
    limit: limit("The highest number of requests a minute about the datasets, for each server process"),
  }),
}).annotations({ identifier: "Quota" })

export const ListedAccount = Schema.Struct({
  ...AccountJson.fields,
  disabled_at: AtOrNull,
  site_admin: Schema.Boolean,
}).annotations({ identifier: "ListedAccount", description: "An account as site admins see it" })

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
