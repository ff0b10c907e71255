/** UserStore: accounts by the key of their name, and members by organization and user. */
import { nameKey, type Username } from "@annotary/core"
import { UserStore } from "@annotary/core/effect"
import { Option } from "effect"
import type { Database } from "../Database.ts"
import { compare } from "../lookups.ts"
import { keyOf } from "../tables.ts"

const memberKey = (organization: Username, user: Username) => keyOf(nameKey(organization), nameKey(user))

/** Whether a text contains another one, without regard to the case of ASCII letters. */
const contains = (text: string, part: string): boolean => asciiLower(text).includes(asciiLower(part))

const asciiLower = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

export const userStore = ({ call, tables: { members, users } }: Database) => {
  const found = (names: ReadonlyArray<string>) =>
    [...new Set(names.map(nameKey))].flatMap((key) => users.get(key) ?? [])
  const organizationsOf = (user: Username) => members.by("user", user).map(({ organization }) => organization)
  return UserStore.of({
    insert: (user) =>
      call("UserStore.insert", () => {
        const key = nameKey(user.username)
        if (users.get(key) !== undefined) return false
        users.put(key, user)
        return true
      }),
    byName: (name) => call("UserStore.byName", () => Option.fromNullable(users.get(nameKey(name)))),
    byNames: (names) => call("UserStore.byNames", () => found(names)),
    // A transaction locks the whole storage, so no row lock is needed.
    findForUpdate: (names) => call("UserStore.findForUpdate", () => found(names)),
    list: ({ after, isOrganization, limit, search }) =>
      call("UserStore.list", () => {
        if (isOrganization === undefined && search === undefined) return users.after(after, limit)
        return users
          .after(after, Number.POSITIVE_INFINITY)
          .filter((user) => isOrganization === undefined || user.isOrganization === isOrganization)
          .filter(({ email, username }) =>
            [username, email ?? ""].some((text) => contains(text, search ?? "")),
          )
          .slice(0, limit)
      }),
    update: (name, change) =>
      call("UserStore.update", () => {
        const user = users.get(nameKey(name))
        if (user === undefined) return false
        users.put(nameKey(name), { ...user, ...change })
        return true
      }),
    putMember: (member) =>
      call("UserStore.putMember", () => members.put(memberKey(member.organization, member.user), member)),
    removeMember: (organization, user) =>
      call("UserStore.removeMember", () => members.delete(memberKey(organization, user))),
    member: (organization, user) =>
      call("UserStore.member", () => Option.fromNullable(members.get(memberKey(organization, user)))),
    members: (organization) =>
      call("UserStore.members", () =>
        members
          .by("organization", organization)
          .toSorted((a, b) => compare(nameKey(a.user), nameKey(b.user))),
      ),
    memberships: (user) => call("UserStore.memberships", () => members.by("user", user)),
    shareOrganization: (a, b) =>
      call("UserStore.shareOrganization", () => {
        const theirs = new Set(organizationsOf(b))
        return organizationsOf(a).some((organization) => theirs.has(organization))
      }),
  })
}
