/** Payloads about accounts, members and API keys. */
import {
  ApiKeyDescription,
  Email,
  EmbedGrant,
  makeClearableField,
  makeOptionalField,
  maxEmbedTokenSeconds,
  maxKeyOverlapSeconds,
  QuotaBytes,
  QuotaLimit,
  Role,
  Username,
} from "@annotary/core/effect"
import { Schema } from "effect"
import { Instant } from "../instant.ts"

export const NewUser = Schema.Struct({
  username: Username,
  email: makeOptionalField(Email),
  is_organization: makeOptionalField(Schema.Boolean),
}).annotations({ identifier: "NewUser" })

export const UserChange = Schema.Struct({
  disabled: makeOptionalField(Schema.Boolean),
  email: makeClearableField(Email),
}).annotations({ identifier: "UserChange" })

export const OwnChange = Schema.Struct({ email: Schema.NullOr(Email) }).annotations({
  identifier: "OwnChange",
})

const NewKeyScope = Schema.Struct({
  read_only: makeOptionalField(Schema.Boolean).annotations({
    description: "Whether the key is read-only: methods other than `GET` are refused",
  }),
  dataset: makeClearableField(Schema.String).annotations({
    description: "The only dataset of the key, as `owner/name`. Others do not exist for it",
  }),
  role: makeClearableField(Role).annotations({ description: "The highest role of the key on any dataset" }),
}).annotations({
  identifier: "NewKeyScope",
  description:
    "The restrictions of the key within the permissions of its user. They can be combined. A restricted key cannot manage accounts, keys, members of organizations or webhooks, and cannot create datasets",
})

export const NewKey = Schema.Struct({
  description: makeOptionalField(ApiKeyDescription),
  expires_at: makeOptionalField(Instant),
  scope: makeOptionalField(NewKeyScope),
}).annotations({
  identifier: "NewKey",
})

export const NewEmbedToken = Schema.Struct({
  user: makeOptionalField(Username).annotations({
    description: "The person of the token. By default the caller; site admins create tokens for others",
  }),
  dataset: makeOptionalField(Schema.String).annotations({
    description: "The only dataset of the token, as `owner/name`",
  }),
  role: makeOptionalField(Role).annotations({
    description: "The highest role of the token on the dataset. By default `labeler`",
  }),
  webhooks: makeOptionalField(Schema.String).annotations({
    description:
      "The account whose webhooks the token manages: that of its person, or an organization that they administer",
  }),
  grants: makeOptionalField(Schema.Array(EmbedGrant)).annotations({
    description:
      "Additional rights: `collaborators` for a token with the role `admin`; `webhook_secrets` and `disable_webhooks` for a token for webhooks. Anyone who can read the page has these rights too",
  }),
  expires_in: makeOptionalField(Schema.Int.pipe(Schema.between(60, maxEmbedTokenSeconds))).annotations({
    description: "The validity in seconds. By default an hour",
  }),
}).annotations({ identifier: "NewEmbedToken", description: "With `dataset` or `webhooks`, and not both" })

/** Longer than any secret. */
const Secret = Schema.String.pipe(Schema.maxLength(200))

export const SignIn = Schema.Struct({
  api_key: makeOptionalField(Secret),
  token: makeOptionalField(Secret),
}).annotations({
  identifier: "SignIn",
  description: "Exactly one of the two fields is required",
})

export const KeyRotation = Schema.Struct({
  overlap_seconds: makeOptionalField(Schema.Int.pipe(Schema.between(0, maxKeyOverlapSeconds))).annotations({
    description: "The number of seconds during which the old key also works. By default a day",
  }),
  expires_at: makeClearableField(Instant).annotations({
    description: "The expiry of the new key. By default it lives as long as the old one was to live",
  }),
}).annotations({ identifier: "KeyRotation" })

export const NewOrganization = Schema.Struct({ username: Username }).annotations({
  identifier: "NewOrganization",
})

export const QuotaChange = Schema.Struct({
  samples: makeClearableField(QuotaLimit),
  bytes: makeClearableField(QuotaBytes),
  requests_per_minute: makeClearableField(QuotaLimit),
}).annotations({ identifier: "QuotaChange", description: "Absent limits stay unchanged; null removes one" })

export const MemberRole = Schema.Struct({ role: Role }).annotations({ identifier: "MemberRole" })

export const JoinRequest = Schema.Struct({ role: makeOptionalField(Role) }).annotations({
  identifier: "JoinRequest",
  description: "The role is admin when none is given",
})
