import { Effect, Option } from "effect"
import { Access, findUsername } from "../access/Access.ts"
import { AuditLog } from "../access/AuditLog.ts"
import { isSiteAdmin, requirePerson } from "../access/actors.ts"
import { LinkedIdentityStore } from "../access/LinkedIdentityStore.ts"
import { UserStore } from "../access/UserStore.ts"
import { CurrentActor, canActAsSiteAdmin } from "../domain/Actor.ts"
import { AlreadyExists, Conflict, InvalidInput, NotFound, PermissionDenied } from "../domain/errors.ts"
import { nameKey, type Username } from "../domain/Names.ts"
import { isPerson, type Member, type Role, type User } from "../domain/User.ts"
import { traced } from "../kernel/traced.ts"
import { makePauseEnd } from "../placement/makePauseEnd.ts"
import { RoleChanges } from "../placement/RoleChanges.ts"
import { Transaction } from "../storage/Transaction.ts"
import { createAccount, type NewAccount } from "./newAccount.ts"

/** A member of an organization with their role. */
export interface OrganizationMember {
  readonly user: User
  readonly role: Role
}

/** Organizations: accounts that own datasets. They never act themselves; their members do, each with a role. */
export class Organizations extends Effect.Service<Organizations>()("@annotary/core/Organizations", {
  effect: Effect.gen(function* () {
    const store = yield* UserStore
    const transaction = yield* Transaction
    const access = yield* Access
    const audit = yield* AuditLog
    const roleChanges = yield* RoleChanges
    const endPauses = yield* makePauseEnd
    const links = yield* LinkedIdentityStore

    /** Creates an organization whose first admin is the caller. The engine itself creates one without members. */
    const create = traced("Organizations.create")(function* (input: NewAccount) {
      const creator = findUsername(yield* CurrentActor)
      const organization = yield* createAccount(input, {
        isOrganization: true,
        siteAdmin: false,
        createdBy: creator,
      })
      yield* transaction.run(
        Effect.gen(function* () {
          if (!(yield* store.insert(organization)))
            return yield* new AlreadyExists({ resource: "organization" })
          if (creator === null) return
          yield* store.putMember({ organization: organization.username, user: creator, role: "admin" })
          yield* note("member.added", { organization: organization.username, user: creator, role: "admin" })
        }),
      )
      return organization
    })

    /** Lists the organizations of the caller, or all of them for site admins, by name after `after`. */
    const list = traced("Organizations.list")(function* (
      page: { readonly after?: string | undefined; readonly limit?: number | undefined } = {},
    ) {
      const limit = Math.min(Math.max(1, page.limit ?? 1000), 1000)
      const person = findUsername(yield* CurrentActor)
      const after = page.after === undefined ? null : nameKey(page.after)
      if (yield* isSiteAdmin) return yield* store.list({ after, limit, isOrganization: true })
      const mine = person === null ? [] : yield* store.memberships(person)
      const names = mine
        .map(({ organization }) => organization)
        .filter((name) => nameKey(name) > (after ?? ""))
      const organizations: Array<User> = []
      for (let at = 0; at < names.length; at += 1000)
        organizations.push(...(yield* store.byNames(names.slice(at, at + 1000))))
      return organizations
        .toSorted((a, b) => (nameKey(a.username) < nameKey(b.username) ? -1 : 1))
        .slice(0, limit)
    })

    /** Returns the organization when the caller is one of its admins, who may create datasets in it. */
    const requireAdmin = Effect.fnUntraced(function* (name: string) {
      const organization = yield* find(name)
      const person = findUsername(yield* CurrentActor)
      if (person === null) return organization
      const member = yield* store.member(organization.username, person)
      if (Option.isSome(member) && member.value.role === "admin") return organization
      return yield* new PermissionDenied((yield* isSiteAdmin) ? { remedy: "join" } : {})
    })

    /**
     * Makes the calling site admin a member, as admin by default. The change is audited and visible to the organization's
     * admins. An existing member gets the role.
     */
    const join = traced("Organizations.join")(function* (name: string, role: Role = "admin") {
      const person = yield* requirePerson
      if (!canActAsSiteAdmin(person)) return yield* new PermissionDenied()
      const attempt = Effect.gen(function* () {
        const { username: organization } = yield* find(name)
        const rows = yield* store.members(organization)
        const user = yield* findUser(person.username, "user")
        const old = rows.find((other) => other.user === user.username)
        if (old !== undefined) yield* links.removeGivenRoles(organization, user.username)
        if (old?.role === role) return { user, role } satisfies OrganizationMember
        if (role !== "admin") yield* keepLastAdmin(rows, user.username)
        const row: Member = { organization, user: user.username, role }
        yield* store.putMember(row)
        yield* note("member.joined", row)
        yield* follow(row)
        return { user, role } satisfies OrganizationMember
      })
      return yield* transaction.run(attempt)
    })

    /** Returns the organization when the caller may manage its members: its admins and site admins. */
    const requireManager = Effect.fnUntraced(function* (name: string) {
      return (yield* isSiteAdmin) ? yield* find(name) : yield* requireAdmin(name)
    })

    /** Lists the members of an organization by username. */
    const listMembers = traced("Organizations.members")(function* (name: string) {
      const organization = yield* requireManager(name)
      const rows = yield* store.members(organization.username)
      const users = new Map<Username, User>()
      for (let start = 0; start < rows.length; start += 1000) {
        const people = yield* store.byNames(rows.slice(start, start + 1000).map((row) => row.user))
        for (const user of people) users.set(user.username, user)
      }
      return rows.flatMap((row): ReadonlyArray<OrganizationMember> => {
        const user = users.get(row.user)
        return user === undefined ? [] : [{ user, role: row.role }]
      })
    })

    /** Returns a member of an organization with their role. */
    const findMember = traced("Organizations.member")(function* (name: string, username: string) {
      const organization = yield* requireManager(name)
      const user = yield* findUser(username, "member")
      const row = yield* store.member(organization.username, user.username)
      if (Option.isNone(row)) return yield* new NotFound({ resource: "member" })
      return { user, role: row.value.role } satisfies OrganizationMember
    })

    /** Adds a member or changes the role of one. An organization keeps at least one admin. */
    const putMember = traced("Organizations.putMember")(function* (
      name: string,
      username: string,
      role: Role,
    ) {
      const attempt = Effect.gen(function* () {
        const { organization, rows } = yield* findManaged(name)
        const user = yield* findUser(username, "user")
        if (!isPerson(user)) return yield* InvalidInput.at("/user", "must be a person")
        const old = rows.find((other) => other.user === user.username)
        // From now on no provider takes the role back.
        if (old !== undefined) yield* links.removeGivenRoles(organization.username, user.username)
        if (old?.role === role) return { user, role } satisfies OrganizationMember
        if (role !== "admin") yield* keepLastAdmin(rows, user.username)
        const row: Member = { organization: organization.username, user: user.username, role }
        yield* store.putMember(row)
        yield* note(old === undefined ? "member.added" : "member.changed", row)
        yield* follow(row)
        return { user, role } satisfies OrganizationMember
      })
      return yield* transaction.run(attempt)
    })

    /** Removes a member from an organization, which keeps at least one admin, and ends their pauses in its datasets in which they do not collaborate. */
    const removeMember = traced("Organizations.removeMember")(function* (name: string, username: string) {
      const attempt = Effect.gen(function* () {
        const { organization, rows } = yield* findManaged(name)
        const user = yield* findUser(username, "member")
        const old = rows.find((other) => other.user === user.username)
        if (old === undefined) return yield* new NotFound({ resource: "member" })
        yield* keepLastAdmin(rows, user.username)
        yield* store.removeMember(organization.username, user.username)
        // Collaborators go on working.
        const remaining = new Set(yield* access.datasetsOf(user.username))
        const lost = (yield* access.datasetsOwnedBy(old.organization)).filter((id) => !remaining.has(id))
        yield* endPauses(lost, user.username)
        yield* note("member.removed", old)
        yield* follow(old)
      })
      yield* transaction.run(attempt)
    })

    /** Locks the members until the transaction ends, then checks that the caller may change them. */
    const findManaged = (name: string) =>
      Effect.gen(function* () {
        const { username } = yield* find(name)
        const rows = yield* store.members(username)
        return { organization: yield* requireManager(username), rows }
      })

    /** The people behind these accounts: the members of organizations, and persons themselves. Checks no permissions. */
    const listPeople = Effect.fnUntraced(function* (accounts: ReadonlyArray<Username>) {
      const people = new Set<Username>()
      for (const account of yield* store.byNames(accounts)) {
        if (!account.isOrganization) people.add(account.username)
        else for (const row of yield* store.members(account.username)) people.add(row.user)
      }
      return people as ReadonlySet<Username>
    })

    const find = (name: string) =>
      Effect.filterOrFail(
        Effect.flatMap(
          store.byName(name),
          Option.match({ onNone: () => refuseUnknownOrganization(), onSome: Effect.succeed }),
        ),
        (user) => user.isOrganization,
        () => new NotFound({ resource: "organization" }),
      )

    const findUser = (name: string, resource: "user" | "member") =>
      Effect.flatMap(
        store.byName(name),
        Option.match({ onNone: () => Effect.fail(new NotFound({ resource })), onSome: Effect.succeed }),
      )

    const note = (action: string, row: Member) =>
      audit.record({ action, account: row.organization, details: { user: row.user, role: row.role } })

    /** Updates the queue places of the person's samples in the organization's datasets after a change of role. */
    const follow = ({ organization, user }: Member) =>
      Effect.flatMap(access.datasetsOwnedBy(organization), (datasets) =>
        roleChanges.follow({ people: [user], datasets }),
      )

    return {
      create,
      join,
      list,
      requireAdmin,
      requireManager,
      members: listMembers,
      member: findMember,
      putMember,
      removeMember,
      listPeople,
    }
  }),
}) {
  static readonly dependencies = [Access, AuditLog, RoleChanges] as const
}

const refuseUnknownOrganization = () => Effect.fail(new NotFound({ resource: "organization" }))

const keepLastAdmin = (rows: ReadonlyArray<Member>, leaving: Username) => {
  const admins = rows.filter((row) => row.role === "admin")
  const last = admins.length === 1 && admins[0]?.user === leaving
  return last ? Effect.fail(new Conflict({ code: "last_admin" })) : Effect.void
}
