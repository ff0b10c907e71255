import { Effect, Option } from "effect"
import { Access, findUsername } from "../access/Access.ts"
import { AuditLog } from "../access/AuditLog.ts"
import { isSiteAdmin, requirePerson, requireSiteAdmin } from "../access/actors.ts"
import { IdentityCache } from "../access/IdentityCache.ts"
import { type UserChange, UserStore } from "../access/UserStore.ts"
import { CurrentActor, getScope, type Person } from "../domain/Actor.ts"
import { AlreadyExists, Conflict, NotFound, PermissionDenied, Unauthorized } from "../domain/errors.ts"
import { nameKey, type Username } from "../domain/Names.ts"
import { now } from "../domain/Timestamp.ts"
import { isPerson, type User } from "../domain/User.ts"
import type { UserDetails } from "../domain/wire/user.ts"
import { traced } from "../kernel/traced.ts"
import { RoleChanges } from "../placement/RoleChanges.ts"
import { Transaction } from "../storage/Transaction.ts"
import { makeAccountSwitch } from "./makeAccountSwitch.ts"
import { createAccount, emailOf, type NewAccount } from "./newAccount.ts"
import { Organizations } from "./Organizations.ts"

/** An account with what the caller may see of it. Encode it with `toUserJson`. */
export interface UserView {
  readonly user: User
  readonly details: UserDetails
}

/** The input of a new account. */
export interface NewUser extends NewAccount {
  readonly isOrganization?: boolean | undefined
  /** Only the engine itself creates site admins. */
  readonly siteAdmin?: boolean | undefined
}

/** Absent fields stay unchanged. */
export interface AccountChange {
  readonly disabled?: boolean | undefined
  /** Null removes it. */
  readonly email?: string | null | undefined
}

/** A page of accounts. */
export interface UserPage {
  /** Names after this one. */
  readonly after?: string | undefined
  /** 1–1000, by default 1000. */
  readonly limit?: number | undefined
  /** Only accounts with this text in their name or e-mail address. */
  readonly search?: string | undefined
  /** Only organizations, or only persons. */
  readonly isOrganization?: boolean | undefined
}

/** Accounts: create, read, change and disable them. */
export class Users extends Effect.Service<Users>()("@annotary/core/Users", {
  effect: Effect.gen(function* () {
    const store = yield* UserStore
    const transaction = yield* Transaction
    const access = yield* Access
    const audit = yield* AuditLog
    const cache = yield* IdentityCache
    const organizations = yield* Organizations
    const { applyDisabled } = yield* makeAccountSwitch

    /** Returns the caller with their organizations. */
    const getMe = traced("Users.me")(function* () {
      const person = yield* requirePerson
      const user = yield* find(person.username)
      const memberships = yield* store.memberships(user.username)
      const organizationAccounts = yield* listAccounts(
        memberships.map((membership) => membership.organization),
      )
      return { user, details: { showEmail: true, organizations: organizationAccounts } } satisfies UserView
    })

    /**
     * Returns an account. The e-mail address is visible to people who work with its owner; the members of an organization to
     * its admins.
     */
    const get = traced("Users.get")(function* (name: string) {
      const user = yield* find(name)
      const viewer = findUsername(yield* CurrentActor)
      const manages = yield* isSiteAdmin
      const showEmail = manages || viewer === null || (yield* access.canSeeEmail(viewer, user.username))
      const members = user.isOrganization
        ? yield* Effect.catchTag(organizations.members(user.username), "PermissionDenied", () =>
            Effect.succeed(undefined),
          )
        : undefined
      return {
        user,
        details: members === undefined ? { showEmail } : { showEmail, members },
      } satisfies UserView
    })

    /** Creates a person or an organization. Requires a site admin, who becomes the first admin of an organization. */
    const create = traced("Users.create")(function* (input: NewUser) {
      yield* requireSiteAdmin
      const actor = yield* CurrentActor
      if (input.siteAdmin === true && actor._tag !== "System") return yield* new PermissionDenied()
      if (input.isOrganization === true) return yield* organizations.create(input)
      const kind = {
        isOrganization: false,
        siteAdmin: input.siteAdmin ?? false,
        createdBy: findUsername(actor),
      }
      const user = yield* createAccount(input, kind)
      if (!(yield* store.insert(user))) return yield* new AlreadyExists({ resource: "user" })
      return user
    })

    /**
     * Disables or enables a person. API keys of a disabled person stop working at once in this process, and their sessions are
     * deleted. The models of the person are disabled too, and enabled one by one. Requires a site admin.
     */
    const setDisabled = traced("Users.setDisabled")(function* (name: string, disabled: boolean) {
      yield* requireSiteAdmin
      const attempt = Effect.gen(function* () {
        const caller = findUsername(yield* CurrentActor)
        const lockedUsers = yield* store.findForUpdate(caller === null ? [name] : [name, caller])
        const findNamed = (wanted: string) =>
          lockedUsers.find(({ username }) => nameKey(username) === nameKey(wanted))
        const user = findNamed(name)
        if (user === undefined) return yield* new NotFound({ resource: "user" })
        // The caller is enabled, so that someone can always enable the others again.
        if (caller !== null && findNamed(caller)?.disabledAt !== null) return yield* new Unauthorized()
        if ((user.disabledAt !== null) === disabled) return user
        if (disabled && caller === user.username) return yield* new Conflict({ code: "own_account" })
        if (disabled && isPerson(user)) yield* disableModels(user.username)
        return yield* applyDisabled(user, disabled)
      })
      return yield* transaction.run(attempt)
    })

    /** Disables the models of a person, who knows their keys. */
    const disableModels = (owner: Username) =>
      Effect.gen(function* () {
        let after: string | null = null
        do {
          const models: ReadonlyArray<User> = yield* store.list({ modelOf: owner, after, limit: 1000 })
          for (const model of models) yield* applyDisabled(model, true)
          after = models.length < 1000 ? null : nameKey(models.at(-1)?.username ?? "")
        } while (after !== null)
      })

    /** Sets the e-mail address of the caller, or of any account for site admins. Null removes it. */
    const setEmail = traced("Users.setEmail")(function* (input: string | null, name?: string) {
      const attempt = Effect.gen(function* () {
        if (name !== undefined) yield* requireSiteAdmin
        const user = yield* find(name ?? (yield* requirePerson).username)
        const { email } = yield* emailOf({ email: input })
        if (user.email === email) return user
        yield* store.update(user.username, { email })
        yield* audit.record({ action: "user.email_changed", account: user.username })
        return { ...user, email }
      })
      return yield* transaction.run(attempt)
    })

    /** Disables or enables an account and sets its e-mail address, in one transaction. Requires a site admin. */
    const changeAccount = traced("Users.change")(function* (
      name: string,
      { disabled, email }: AccountChange,
    ) {
      const attempt = Effect.gen(function* () {
        yield* requireSiteAdmin
        // First, because it also locks the caller's row: one lock order for all callers.
        if (disabled !== undefined) yield* setDisabled(name, disabled)
        return email === undefined ? yield* find(name) : yield* setEmail(email, name)
      })
      return yield* transaction.run(attempt)
    })

    /** Lists all accounts by name. Requires a site admin. */
    const list = traced("Users.list")(function* (page: UserPage = {}) {
      yield* requireSiteAdmin
      const limit = Math.min(Math.max(1, page.limit ?? 1000), 1000)
      const { isOrganization, search = "" } = page
      return yield* store.list({
        after: page.after?.toLowerCase() ?? null,
        limit,
        ...(isOrganization === undefined ? {} : { isOrganization }),
        ...(search === "" ? {} : { search }),
      })
    })

    /** Enables or disables webhooks for the caller's account, or for an organization whose admin the caller is. */
    const setWebhooks = traced("Users.setWebhooks")(function* (enabled: boolean, organization?: string) {
      const makeChange = (user: User) =>
        Effect.succeed(user.webhooksEnabled === enabled ? null : { webhooksEnabled: enabled })
      return yield* switchEvents("webhooks", enabled, organization, makeChange)
    })

    /**
     * Switches the event feed of the caller's account on or off, or that of an organization whose admin the caller is. Events are kept for
     * it from then on, but for those of changes that run at that moment.
     */
    const setFeed = traced("Users.setFeed")(function* (enabled: boolean, organization?: string) {
      const makeChange = (user: User) =>
        (user.feedSince !== null) === enabled
          ? Effect.succeed(null)
          : Effect.map(enabled ? now : Effect.succeed(null), (feedSince) => ({ feedSince }))
      return yield* switchEvents("feed", enabled, organization, makeChange)
    })

    /** Changes whether and for whom events of an account are written. `makeChange` returns null where there is none. */
    const switchEvents = Effect.fnUntraced(function* (
      what: "feed" | "webhooks",
      enabled: boolean,
      organization: string | undefined,
      makeChange: (user: User) => Effect.Effect<Pick<UserChange, "feedSince" | "webhooksEnabled"> | null>,
    ) {
      const attempt = Effect.gen(function* () {
        const user =
          organization === undefined
            ? yield* find((yield* requirePerson).username)
            : yield* organizations.requireAdmin(organization)
        const scope = getScope(yield* CurrentActor)
        const only = scope?.webhooksOf ?? null
        // An embed token may begin the deliveries of its account, and ends them all with a grant alone.
        const mayEnd = scope?.embedded !== true || scope.embedGrants?.includes("disable_webhooks") === true
        if (!enabled && !mayEnd) return yield* new PermissionDenied({ scope: "webhooks" })
        if (only !== null && only !== user.username) return yield* new PermissionDenied({ scope: "webhooks" })
        const change = yield* makeChange(user)
        if (change === null) return user
        yield* store.update(user.username, change)
        yield* audit.record({ action: `${what}.${enabled ? "enabled" : "disabled"}`, account: user.username })
        return { ...user, ...change }
      })
      return yield* transaction.run(attempt)
    })

    /**
     * Returns a person as an actor, for hosts that authenticate callers themselves. Fails with `Unauthorized` when the
     * account is unknown, disabled, or no person.
     */
    const findActor = Effect.fnUntraced(function* (name: string) {
      const user = yield* store.byName(name)
      if (Option.isNone(user) || !isPerson(user.value) || user.value.disabledAt !== null)
        return yield* new Unauthorized()
      const { username, siteAdmin } = user.value
      return { _tag: "Person", username, siteAdmin, credentialsExpireAt: null } satisfies Person
    })

    /** `findActor`, cached for as long as the user of an API key. */
    const findCachedActor = (name: string) => cache.getCached(`name ${name}`, "", findActor(name))

    /** Accounts by name, in the order given. Checks no permissions. */
    const listAccounts = Effect.fnUntraced(function* (names: ReadonlyArray<Username>) {
      const distinct = [...new Set(names)]
      const users = new Map<Username, User>()
      for (let start = 0; start < distinct.length; start += 1000) {
        for (const user of yield* store.byNames(distinct.slice(start, start + 1000)))
          users.set(user.username, user)
      }
      return distinct.flatMap((name) => users.get(name) ?? [])
    })

    const find = (name: string) =>
      Effect.flatMap(
        store.byName(name),
        Option.match({
          onNone: () => Effect.fail(new NotFound({ resource: "user" })),
          onSome: Effect.succeed,
        }),
      )

    return {
      me: getMe,
      get,
      create,
      setDisabled,
      setEmail,
      change: changeAccount,
      list,
      setWebhooks,
      setFeed,
      findActor,
      findCachedActor,
      accounts: listAccounts,
    }
  }),
}) {
  static readonly dependencies = [Access, AuditLog, IdentityCache, Organizations, RoleChanges] as const
}
