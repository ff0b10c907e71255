import { Context, type Effect, type Option } from "effect"
import type { GivenRole, LinkedIdentity } from "../domain/LinkedIdentity.ts"
import type { Username } from "../domain/Names.ts"
import type { User } from "../domain/User.ts"

/** The port for people of identity providers. Issuers and subjects are compared exactly. */
export class LinkedIdentityStore extends Context.Tag("@annotary/core/LinkedIdentityStore")<
  LinkedIdentityStore,
  {
    /** The account that is linked to the person. */
    readonly find: (issuer: string, subject: string) => Effect.Effect<Option.Option<User>>
    /** Inserts the link. False when the person is linked already. Of two concurrent callers with one person, exactly one gets true. */
    readonly insert: (link: LinkedIdentity) => Effect.Effect<boolean>
    /** The links of an account, by issuer and subject. */
    readonly ofUser: (user: Username) => Effect.Effect<ReadonlyArray<LinkedIdentity>>
    /** The memberships that the issuer gave a person, by organization. */
    readonly givenRoles: (issuer: string, user: Username) => Effect.Effect<ReadonlyArray<GivenRole>>
    /** Records that the issuer gave the membership, or another role in it. */
    readonly putGivenRole: (given: GivenRole) => Effect.Effect<void>
    /** Forgets that any issuer gave the membership: it is a manual one, or none. */
    readonly removeGivenRoles: (organization: Username, user: Username) => Effect.Effect<void>
  }
>() {}
