/** Payloads about accounts, members and API keys. */
import {
  ApiKeyDescription,
  clearable,
  Email,
  given,
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
  email: given(Email),
  is_organization: given(Schema.Boolean),
}).annotations({ identifier: "NewUser" })

export const UserChange = Schema.Struct({
  disabled: given(Schema.Boolean),
  email: clearable(Email),
}).annotations({ identifier: "UserChange" })

export const OwnChange = Schema.Struct({ email: Schema.NullOr(Email) }).annotations({
  identifier: "OwnChange",
})

const NewKeyScope = Schema.Struct({
  read_only: given(Schema.Boolean).annotations({
    description: "Whether the key can only read: every other method than `GET` is refused",
  }),
  dataset: clearable(Schema.String).annotations({
    description: "The only dataset of the key, as `owner/name`. Others do not exist for it",
  }),
  role: clearable(Role).annotations({ description: "The highest role of the key on any dataset" }),
}).annotations({
  identifier: "NewKeyScope",
  description:
    "The limits of the key below the permissions of its user. They add up. A key with one of them manages no accounts, keys, members of organizations or webhooks, and creates no datasets",
})

export const NewKey = Schema.Struct({
  description: given(ApiKeyDescription),
  expires_at: given(Instant),
  scope: given(NewKeyScope),
}).annotations({
  identifier: "NewKey",
})

export const NewEmbedToken = Schema.Struct({
  user: given(Username).annotations({
    description: "The person of the token. By default the caller; site admins create tokens for others",
  }),
  dataset: given(Schema.String).annotations({
    description: "The only dataset of the token, as `owner/name`",
  }),
  role: given(Role).annotations({
    description: "The highest role of the token on the dataset. By default `labeler`",
  }),
  webhooks: given(Schema.String).annotations({
    description:
      "The account whose webhooks the token manages: that of its person, or an organization that they administer",
  }),
  expires_in: given(Schema.Int.pipe(Schema.between(60, maxEmbedTokenSeconds))).annotations({
    description: "The validity in seconds. By default an hour",
  }),
}).annotations({ identifier: "NewEmbedToken", description: "With `dataset` or `webhooks`, and not both" })

/** Longer than any secret. */
const Secret = Schema.String.pipe(Schema.maxLength(200))

export const SignIn = Schema.Struct({ api_key: given(Secret), token: given(Secret) }).annotations({
  identifier: "SignIn",
  description: "One of the two",
})

export const KeyRotation = Schema.Struct({
  overlap_seconds: given(Schema.Int.pipe(Schema.between(0, maxKeyOverlapSeconds))).annotations({
    description: "The time during which the old key works beside the new one. By default a day",
  }),
  expires_at: clearable(Instant).annotations({
    description: "The expiry of the new key. By default it lives as long as the old one was to live",
  }),
}).annotations({ identifier: "KeyRotation" })

export const NewOrganization = Schema.Struct({ username: Username }).annotations({
  identifier: "NewOrganization",
})

export const QuotaChange = Schema.Struct({
  samples: clearable(QuotaLimit),
  bytes: clearable(QuotaBytes),
  requests_per_minute: clearable(QuotaLimit),
}).annotations({ identifier: "QuotaChange", description: "Absent limits stay unchanged; null removes one" })

export const MemberRole = Schema.Struct({ role: Role }).annotations({ identifier: "MemberRole" })

export const JoinRequest = Schema.Struct({ role: given(Role) }).annotations({
  identifier: "JoinRequest",
  description: "Admin when no role is given",
})
