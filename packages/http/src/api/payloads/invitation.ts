/** Payloads about invitations by link. */
import { Email, makeOptionalField, Role, Username } from "@annotary/core/effect"
import { Schema } from "effect"
import { Instant } from "../instant.ts"

export const NewInvitation = Schema.Struct({
  role: Role,
  expires_at: makeOptionalField(Instant),
  max_uses: makeOptionalField(Schema.Int.pipe(Schema.between(1, 1000))),
}).annotations({
  identifier: "NewInvitation",
  description: "For one person and 7 days, unless it says otherwise; at most 90 days",
})

const token = Schema.String.pipe(Schema.maxLength(200))

export const InvitationToken = Schema.Struct({ token }).annotations({ identifier: "InvitationToken" })

export const NewInvitedAccount = Schema.Struct({
  token,
  username: Username,
  email: makeOptionalField(Email),
}).annotations({
  identifier: "NewInvitedAccount",
})
