/** Payloads about invitations by link. */
import { Email, given, Role, Username } from "@annotary/core/effect"
import { Schema } from "effect"
import { Instant } from "../instant.ts"

export const NewInvitation = Schema.Struct({
  role: Role,
  expires_at: given(Instant),
  max_uses: given(Schema.Int.pipe(Schema.between(1, 1000))),
}).annotations({
  identifier: "NewInvitation",
  description: "For one person and 7 days, unless it says otherwise; at most 90 days",
})

const token = Schema.String.pipe(Schema.maxLength(200))

export const InvitationToken = Schema.Struct({ token }).annotations({ identifier: "InvitationToken" })

export const NewInvitedAccount = Schema.Struct({
  token,
  username: Username,
  email: given(Email),
}).annotations({
  identifier: "NewInvitedAccount",
})
