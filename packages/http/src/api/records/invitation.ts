/** Responses about invitations by link. */
import { At, Role, TextOrNull, Uuid } from "@annotary/core/effect"
import { Schema } from "effect"
import { NewApiKey } from "./user.ts"

const place = {
  organization: TextOrNull.annotations({ description: "Null for an invitation to a dataset" }),
  dataset: TextOrNull.annotations({ description: "`owner/name`; null for an invitation to an organization" }),
  role: Role,
}

const invitation = {
  uuid: Uuid,
  ...place,
  created_at: At,
  created_by: TextOrNull,
  expires_at: At,
  max_uses: Schema.Int.annotations({
    description: "The maximum number of people who can accept the invitation",
  }),
  uses: Schema.Int,
}

export const InvitationRecord = Schema.Struct(invitation).annotations({ identifier: "Invitation" })

export const NewInvitationRecord = Schema.Struct({
  ...invitation,
  url: Schema.String.annotations({ description: "The invitation link, only shown in this response" }),
  token: Schema.String.annotations({ description: "The token in the link" }),
}).annotations({ identifier: "CreatedInvitation" })

export const AcceptedInvitation = Schema.Struct(place).annotations({
  identifier: "AcceptedInvitation",
  description: "The role of the person after accepting",
})

export const InvitedAccount = Schema.Struct({ ...place, api_key: NewApiKey }).annotations({
  identifier: "InvitedAccount",
  description: "The role of the new account, and its API key",
})
