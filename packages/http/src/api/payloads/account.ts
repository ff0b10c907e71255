/** Payloads about accounts, members and API keys. */
import { ApiKeyDescription, clearable, Email, given, Role, Username } from "@annotary/core/effect"
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

export const NewKey = Schema.Struct({
  description: given(ApiKeyDescription),
  expires_at: given(Instant),
}).annotations({
  identifier: "NewKey",
})

export const NewOrganization = Schema.Struct({ username: Username }).annotations({
  identifier: "NewOrganization",
})

export const MemberRole = Schema.Struct({ role: Role }).annotations({ identifier: "MemberRole" })

export const JoinRequest = Schema.Struct({ role: given(Role) }).annotations({
  identifier: "JoinRequest",
  description: "Admin when no role is given",
})
