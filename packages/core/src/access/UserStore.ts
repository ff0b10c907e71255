import { Context, type Effect, type Option } from "effect"
import type { ModelVersion } from "../domain/Model.ts"
import type { Username } from "../domain/Names.ts"
import type { Timestamp } from "../domain/Timestamp.ts"
import type { Member, User } from "../domain/User.ts"

/** Fields to change. Absent fields stay unchanged. */
export interface UserChange {
  readonly email?: string | null
  readonly disabledAt?: Timestamp | null
  readonly webhooksEnabled?: boolean
  readonly feedSince?: Timestamp | null
  readonly siteAdmin?: boolean
  readonly displayName?: string | null
}

/** The port for accounts, memberships and the versions of models. Usernames are compared without regard to case. */
export class UserStore extends Context.Tag("@annotary/core/UserStore")<
  UserStore,
  {
    /** Inserts the account. False when the name is taken. Of two concurrent callers with one name, exactly one gets true. */
    readonly insert: (user: User) => Effect.Effect<boolean>
    /** The account of that name. */
    readonly byName: (name: string) => Effect.Effect<Option.Option<User>>
    /** The accounts that exist, in no particular order. At most 1000 names. */
    readonly byNames: (names: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<User>>
    /** The same, and locks the rows until the transaction ends. */
    readonly findForUpdate: (names: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<User>>
    /**
     * Accounts by username key, after the given one. `isOrganization` selects organizations only, or all others; `modelOf` the models
     * of an account; `search` those with the text in their name or e-mail address, without regard to the case of ASCII letters.
     */
    readonly list: (page: {
      readonly isOrganization?: boolean
      readonly modelOf?: Username
      readonly search?: string
      readonly after: string | null
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<User>>
    /** Updates the given fields. False when there is no such account. */
    readonly update: (name: Username, change: UserChange) => Effect.Effect<boolean>
    /** Adds the member or changes the role. */
    readonly putMember: (member: Member) => Effect.Effect<void>
    /** Removes the member. False when the person is none. */
    readonly removeMember: (organization: Username, user: Username) => Effect.Effect<boolean>
    /** The membership of a person in an organization. */
    readonly member: (organization: Username, user: Username) => Effect.Effect<Option.Option<Member>>
    /**
     * Members by username key. Inside a transaction it also locks the organization, so that two admins who leave concurrently
     * cannot both succeed.
     */
    readonly members: (organization: Username) => Effect.Effect<ReadonlyArray<Member>>
    /** All memberships of a person, by organization. */
    readonly memberships: (user: Username) => Effect.Effect<ReadonlyArray<Member>>
    /** Whether two people are members of one organization. */
    readonly shareOrganization: (a: Username, b: Username) => Effect.Effect<boolean>
    /** Inserts a version of a model. False when the model has one of that name. Of two concurrent callers, exactly one gets true. */
    readonly insertModelVersion: (version: ModelVersion) => Effect.Effect<boolean>
    /** The last versions of each of these models, at most `limit` of each, newest first. At most 1000 models. */
    readonly modelVersions: (
      models: ReadonlyArray<Username>,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<ModelVersion>>
    /** The version of that name, compared exactly. */
    readonly modelVersion: (model: Username, name: string) => Effect.Effect<Option.Option<ModelVersion>>
  }
>() {}
