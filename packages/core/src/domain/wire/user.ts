/** Accounts as JSON. Only some callers see `email`. */
import { Schema } from "effect"
import type { JsonTree } from "../JsonText.ts"
import type { Role, User } from "../User.ts"
import { At, account, type FieldsOf, inEvents, TextOrNull } from "./shared.ts"

/** The optional fields of an account's JSON. */
export interface UserDetails {
  readonly showEmail: boolean
  readonly organizations?: ReadonlyArray<User>
  readonly members?: ReadonlyArray<{ readonly user: User; readonly role: Role }>
}

/** The JSON of an account. */
export const userJson = (user: User, details: UserDetails): JsonTree => ({
  username: user.username,
  created_at: user.createdAt,
  is_organization: user.isOrganization,
  email: details.showEmail ? user.email : null,
  organization_created_by: user.isOrganization ? user.createdBy : null,
  webhooks_enabled: details.showEmail ? user.webhooksEnabled : null,
  organizations: details.organizations?.map((organization) => userJson(organization, { showEmail: false })),
  members: details.members?.map((member) => ({
    ...(userJson(member.user, { showEmail: details.showEmail }) as { readonly [key: string]: JsonTree }),
    organization_role: member.role,
  })),
})

/** The owner in a dataset record, as JSON. */
export const Owner = Schema.Struct({
  username: Schema.String,
  email: TextOrNull,
  created_at: At,
}).annotations({
  identifier: "Owner",
  ...inEvents({ username: account, email: { type: "null" } }),
})

/** The JSON of the owner in a dataset record. */
export const ownerJson = (user: User, showEmail: boolean): FieldsOf<typeof Owner> => ({
  username: user.username,
  email: showEmail ? user.email : null,
  created_at: user.createdAt,
})
