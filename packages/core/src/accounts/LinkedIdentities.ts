import { Effect, Option, Schema } from "effect"
import { AuditLog } from "../access/AuditLog.ts"
import { requireSiteAdmin } from "../access/actors.ts"
import { LinkedIdentityStore } from "../access/LinkedIdentityStore.ts"
import { UserStore } from "../access/UserStore.ts"
import { CurrentActor, system } from "../domain/Actor.ts"
import { AlreadyExists, InvalidInput, NotFound } from "../domain/errors.ts"
import type { GivenRole } from "../domain/LinkedIdentity.ts"
import { nameKey, Username } from "../domain/Names.ts"
import { now } from "../domain/Timestamp.ts"
import { isPerson, type Role, type User } from "../domain/User.ts"
import { traced } from "../kernel/traced.ts"
import { Transaction } from "../storage/Transaction.ts"
import { emailOf } from "./newAccount.ts"
import { Organizations } from "./Organizations.ts"
import { Users } from "./Users.ts"

/** A person, as an identity provider describes them after it has authenticated them. */
export interface ProviderProfile {
  readonly issuer: string
  readonly subject: string
  /** The name of a new account. Undefined when the provider does not say one. */
  readonly username: string | undefined
  /** A verified address, for a new account. Never used to find one. */
  readonly email: string | undefined
  /** The roles that the person's groups give now, by organization. */
  readonly roles: ReadonlyMap<string, Role>
  /** Whether an account is created for a person without one. */
  readonly mayCreate: boolean
}

/** The account of the person, or why they cannot enter. */
export type ProviderSignIn =
  | { readonly _tag: "SignedIn"; readonly user: User; readonly created: boolean }
  | { readonly _tag: "Refused"; readonly reason: "unknown" | "disabled" | "name_missing" | "name_taken" }

/**
 * People of identity providers: accounts by issuer and subject, and memberships by group. A provider changes only the memberships that
 * it gave itself; manual ones stay.
 */
export class LinkedIdentities extends Effect.Service<LinkedIdentities>()("@annotary/core/LinkedIdentities", {
  effect: Effect.gen(function* () {
    const store = yield* LinkedIdentityStore
    const accounts = yield* UserStore
    const users = yield* Users
    const organizations = yield* Organizations
    const audit = yield* AuditLog
    const transaction = yield* Transaction

    /** Finds or creates the account of a person whom the provider has authenticated, and applies their roles. Checks no permissions. */
    const signIn = traced("LinkedIdentities.signIn")(function* (profile: ProviderProfile) {
      const attempt = Effect.gen(function* () {
        const linkedUser = Option.getOrUndefined(yield* store.find(profile.issuer, profile.subject))
        const account = linkedUser === undefined ? yield* create(profile) : makeSignedIn(linkedUser, false)
        if (account._tag === "Refused") return account
        if (account.user.disabledAt !== null) return refuseSignIn("disabled")
        yield* applyRoles(profile, account.user.username)
        return account
      })
      return yield* Effect.provideService(transaction.run(attempt), CurrentActor, system)
    })

    /** Links an existing account to a person of a provider. Requires a site admin. */
    const link = traced("LinkedIdentities.link")(function* (name: string, issuer: string, subject: string) {
      yield* requireSiteAdmin
      if (issuer === "" || issuer.length > longest) return yield* InvalidInput.at("/issuer", tooLong)
      if (subject === "" || subject.length > longest) return yield* InvalidInput.at("/subject", tooLong)
      const attempt = Effect.gen(function* () {
        const user = Option.getOrUndefined(yield* accounts.byName(name))
        if (user === undefined) return yield* new NotFound({ resource: "user" })
        if (!isPerson(user)) return yield* InvalidInput.at("/user", "must be a person")
        if (!(yield* insert(user, issuer, subject))) return yield* new AlreadyExists({ resource: "user" })
        return user
      })
      return yield* transaction.run(attempt)
    })

    const create = (profile: ProviderProfile) =>
      Effect.gen(function* () {
        if (!profile.mayCreate) return refuseSignIn("unknown")
        const { subject, issuer, username } = profile
        if (username === undefined || !isName(username) || subject.length > longest)
          return refuseSignIn("name_missing")
        const email = yield* Effect.orElseSucceed(emailOf({ email: profile.email ?? null }), () => ({
          email: null,
        }))
        // Both or none: another sign-in of the same person, under another name, may have linked its account meanwhile.
        const linked = Effect.gen(function* () {
          const user = yield* users.create({ username, email: email.email })
          if (!(yield* insert(user, issuer, subject))) return yield* new AlreadyExists({ resource: "user" })
          return user
        })
        const made = yield* Effect.either(transaction.run(linked))
        if (made._tag === "Right") return makeSignedIn(made.right, true)
        if (made.left._tag !== "AlreadyExists") return refuseSignIn("name_missing")
        // Perhaps by the same person at this moment.
        const linkedUser = Option.getOrUndefined(yield* store.find(issuer, subject))
        return linkedUser === undefined ? refuseSignIn("name_taken") : makeSignedIn(linkedUser, false)
      })

    const insert = (user: User, issuer: string, subject: string) =>
      Effect.gen(function* () {
        const inserted = yield* store.insert({ issuer, subject, user: user.username, createdAt: yield* now })
        if (inserted)
          yield* audit.record({ action: "user.linked", account: user.username, details: { issuer } })
        return inserted
      })

    const applyRoles = ({ issuer, roles }: ProviderProfile, user: Username) =>
      Effect.gen(function* () {
        const presentRoles = new Map(
          (yield* store.givenRoles(issuer, user)).map((one) => [nameKey(one.organization), one] as const),
        )
        const claimedRoles = new Map([...roles].map(([name, role]) => [nameKey(name), role] as const))
        for (const name of [...new Set([...presentRoles.keys(), ...claimedRoles.keys()])].sort())
          yield* applyRole({
            issuer,
            user,
            name,
            given: presentRoles.get(name),
            wanted: claimedRoles.get(name),
          })
      })

    const applyRole = ({ given, issuer, name, user, wanted }: OneRole) =>
      Effect.gen(function* () {
        const organization = Option.getOrUndefined(yield* accounts.byName(name))
        if (organization === undefined || !organization.isOrganization)
          return yield* Effect.logWarning(
            "A group gives a role in an organization that does not exist.",
          ).pipe(Effect.annotateLogs({ organization: name }))
        const { username } = organization
        const role = Option.getOrUndefined(yield* accounts.member(username, user))?.role
        // Also a role with a manual change after the provider had given it.
        const isManual = role !== undefined && role !== given?.role
        if (isManual) return given === undefined ? undefined : yield* store.removeGivenRoles(username, user)
        if (wanted !== undefined) {
          if (role !== wanted) yield* organizations.putMember(username, user, wanted)
          return yield* store.putGivenRole({ issuer, organization: username, user, role: wanted })
        }
        if (role !== undefined) yield* organizations.removeMember(username, user)
        yield* store.removeGivenRoles(username, user)
      }).pipe(
        Effect.catchTags({
          Conflict: () => makeNotTakenBackError(name),
          // A concurrent manual change.
          NotFound: () => Effect.void,
          PermissionDenied: Effect.die,
          InvalidInput: Effect.die,
        }),
      )

    return { signIn, link }
  }),
}) {
  static readonly dependencies = [AuditLog, Organizations, Users] as const
}

interface OneRole {
  readonly issuer: string
  readonly user: Username
  /** The key of the organization's name. */
  readonly name: string
  readonly given: GivenRole | undefined
  readonly wanted: Role | undefined
}

const makeSignedIn = (user: User, created: boolean): ProviderSignIn => ({ _tag: "SignedIn", user, created })

const refuseSignIn = (reason: (ProviderSignIn & { readonly _tag: "Refused" })["reason"]): ProviderSignIn => ({
  _tag: "Refused",
  reason,
})

const isName = Schema.is(Username)

/** OpenID Connect allows subjects of 255 characters. */
const longest = 500
const tooLong = `must have 1 to ${longest} characters`

/** The next sign-in tries again. */
const makeNotTakenBackError = (organization: string) =>
  Effect.logWarning("A role of a group could not be taken back: its person is the last admin.").pipe(
    Effect.annotateLogs({ organization }),
  )
