/** Accounts as JSON. Only some callers see `email`. */
import { Schema } from "effect"
import { Role, type User } from "../User.ts"
import { At, account, type FieldsOf, makeEventSchema, TextOrNull } from "./shared.ts"

const accountFields = {
  username: Schema.String,
  created_at: At,
  is_organization: Schema.Boolean,
  email: TextOrNull.annotations({ description: "Null unless the caller is permitted to see it" }),
  organization_created_by: TextOrNull,
  webhooks_enabled: Schema.NullOr(Schema.Boolean),
}

/** An account as JSON. */
export const AccountJson = Schema.Struct(accountFields).annotations({
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

/** A member of an organization as JSON. */
export const MemberJson = Schema.Struct({ ...accountFields, organization_role: Role }).annotations({
  identifier: "Member",
  description: "A person as a member of an organization",
})

/** An account with its organizations or its members, as JSON. */
export const UserJson = Schema.Struct({
  ...accountFields,
  organizations: Schema.optional(Schema.Array(AccountJson)),
  members: Schema.optional(Schema.Array(MemberJson)),
}).annotations({ identifier: "User", description: "An account with its organizations, or its members" })

/** The optional fields of an account's JSON. */
export interface UserDetails {
  readonly showEmail: boolean
  readonly organizations?: ReadonlyArray<User>
  readonly members?: ReadonlyArray<{ readonly user: User; readonly role: Role }>
}

/** The JSON of an account with the details. */
export const toUserJson = (user: User, details: UserDetails): FieldsOf<typeof UserJson> => ({
  ...toAccountJson(user, details.showEmail),
  organizations: details.organizations?.map((organization) => toAccountJson(organization, false)),
  members: details.members?.map((member) => toMemberJson(member, details.showEmail)),
})

/** The JSON of a member of an organization. */
export const toMemberJson = (
  member: { readonly user: User; readonly role: Role },
  showEmail: boolean,
): FieldsOf<typeof MemberJson> => ({
  ...toAccountJson(member.user, showEmail),
  organization_role: member.role,
})

/** The JSON of an account. */
export const toAccountJson = (user: User, showEmail: boolean): FieldsOf<typeof AccountJson> => ({
  username: user.username,
  created_at: user.createdAt,
  is_organization: user.isOrganization,
  email: showEmail ? user.email : null,
  organization_created_by: user.isOrganization ? user.createdBy : null,
  webhooks_enabled: showEmail ? user.webhooksEnabled : null,
})

/** The owner in a dataset record, as JSON. */
export const Owner = Schema.Struct({
  username: Schema.String,
  email: TextOrNull,
  created_at: At,
}).annotations({
  identifier: "Owner",
  ...makeEventSchema({ username: account, email: { type: "null" } }),
})

/** The JSON of the owner in a dataset record. */
export const toOwnerJson = (user: User, showEmail: boolean): FieldsOf<typeof Owner> => ({
  username: user.username,
  email: showEmail ? user.email : null,
  created_at: user.createdAt,
})
