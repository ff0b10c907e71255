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
  created_by: TextOrNull.annotations({
    description: "The creator: the user, or a site admin on their behalf",
  }),
  last_used_at: AtOrNull,
  expires_at: AtOrNull,
  scope: Schema.NullOr(Scope).annotations({
    description: "The restrictions of the key within the permissions of its user; null when there are none",
  }),
  successor: TextOrNull.annotations({
    description: "The id of the key that replaced this one in a rotation",
  }),
}

export const ApiKeyRecord = Schema.Struct(apiKey).annotations({ identifier: "ApiKey" })

export const NewApiKey = Schema.Struct({
  ...apiKey,
  key: Schema.String.annotations({ description: "The secret, only shown in this response" }),
}).annotations({ identifier: "NewApiKey" })

const session = {
  uuid: Uuid,
  user: Schema.String,
  created_at: At,
  last_seen_at: At.annotations({ description: "The time of the last request, up to a minute late" }),
  ends_at: At.annotations({ description: "When it ends, however much it is used" }),
  api_key: TextOrNull.annotations({
    description: "The id of the API key that started the session. The session ends when the key is revoked",
  }),
  current: Schema.Boolean.annotations({ description: "Whether it is the session of this request" }),
}

export const EmbedTokenRecord = Schema.Struct({
  id: Schema.String.annotations({
    description: "The id with which the token can be revoked, as that of an API key",
  }),
  user: Schema.String,
  dataset: TextOrNull.annotations({ description: "`owner/name`; null for a token for webhooks" }),
  role: Schema.NullOr(Role),
  webhooks: TextOrNull.annotations({
    description: "The account whose webhooks the token manages; null for a token for a dataset",
  }),
  grants: Schema.Array(EmbedGrant),
  created_at: At,
  expires_at: AtOrNull,
  token: Schema.String.annotations({
    description: "The secret, only shown in this response. Pages send it as an API key",
  }),
}).annotations({ identifier: "EmbedToken" })

export const SessionRecord = Schema.Struct(session).annotations({ identifier: "Session" })

export const OwnSessionRecord = Schema.Struct({
  ...session,
  site_admin: Schema.Boolean.annotations({
    description:
      "Whether the session has the permissions of a site admin. A session of a restricted key does not",
  }),
}).annotations({ identifier: "OwnSession" })

const limit = (description: string) => Schema.NullOr(Schema.Int).annotations({ description })

export const QuotaRecord = Schema.Struct({
  organization: Schema.String,
  samples: Schema.Struct({
    limit: limit("The maximum number of samples in all datasets; null for no limit"),
    used: Schema.NullOr(Schema.Int).annotations({
      description: "The number of samples; null when there is no quota",
    }),
  }),
  bytes: Schema.Struct({
    limit: limit(
      "The maximum size of all files in bytes: referenced assets, releases and exports; null for no limit",
    ),
    used: Schema.NullOr(Schema.Int).annotations({
      description: "The size of these files in bytes; null when there is no quota",
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
  model_of: TextOrNull.annotations({
    description: "The account that the model belongs to; null for people and organizations",
  }),
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
  description: "A change of keys, roles, members or owners, or a deletion",
})
