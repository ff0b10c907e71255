/** UserStore in memory. */
import { HashMap, Option } from "effect"
import { asciiLower } from "../access/asciiLower.ts"
import { UserStore } from "../access/UserStore.ts"
import { nameKey } from "../domain/Names.ts"
import type { Member, User } from "../domain/User.ts"
import type { Database } from "./Database.ts"
import { memberKey } from "./State.ts"
import { compareAscii, keysOf, remembered } from "./sorted.ts"

export const userStore = (db: Database): typeof UserStore.Service => {
  const byNames = (names: ReadonlyArray<string>) =>
    db.read((state) =>
      [...new Set(names.map(nameKey))].flatMap((key) => Option.toArray(HashMap.get(state.users, key))),
    )
  return UserStore.of({
    insert: (user) =>
      db.write((state) => {
        const key = nameKey(user.username)
        return HashMap.has(state.users, key)
          ? [false, state]
          : [true, { ...state, users: HashMap.set(state.users, key, user) }]
      }),
    byName: (name) => db.read((state) => HashMap.get(state.users, nameKey(name))),
    byNames,
    findForUpdate: byNames,
    list: ({ after, isOrganization, limit, search }) =>
      db.read((state) => {
        const wanted = search === undefined ? undefined : asciiLower(search)
        const matches = ({ email, username }: User) =>
          wanted === undefined ||
          asciiLower(username).includes(wanted) ||
          (email !== null && asciiLower(email).includes(wanted))
        const keys = userKeys(state.users)
        const rest = after === null ? keys : keys.filter((key) => key > nameKey(after))
        const users: Array<User> = []
        for (const key of rest) {
          if (users.length >= limit) break
          const user = HashMap.get(state.users, key)
          if (Option.isNone(user)) continue
          const isKind = isOrganization === undefined || user.value.isOrganization === isOrganization
          if (isKind && matches(user.value)) users.push(user.value)
        }
        return users
      }),
    update: (name, change) =>
      db.write((state) => {
        const key = nameKey(name)
        if (!HashMap.has(state.users, key)) return [false, state]
        return [
          true,
          { ...state, users: HashMap.modify(state.users, key, (user) => ({ ...user, ...change })) },
        ]
      }),
    putMember: (member) =>
      db.write((state) => {
        const key = memberKey(member.organization, member.user)
        return [undefined, { ...state, members: HashMap.set(state.members, key, member) }]
      }),
    removeMember: (organization, user) =>
      db.write((state) => {
        const key = memberKey(organization, user)
        const there = HashMap.has(state.members, key)
        return [there, there ? { ...state, members: HashMap.remove(state.members, key) } : state]
      }),
    member: (organization, user) =>
      db.read((state) => HashMap.get(state.members, memberKey(organization, user))),
    members: (organization) =>
      db.read((state) =>
        membersWhere(state.members, (member) => sameName(member.organization, organization)),
      ),
    memberships: (user) =>
      db.read((state) => membersWhere(state.members, (member) => sameName(member.user, user))),
    shareOrganization: (a, b) =>
      db.read((state) => {
        const of = (user: string) => membersWhere(state.members, (member) => sameName(member.user, user))
        const others = of(b)
        return of(a).some((mine) => others.some((theirs) => sameName(mine.organization, theirs.organization)))
      }),
  })
}

const userKeys = remembered(keysOf<string, { readonly username: string }>)

const sameName = (a: string, b: string): boolean => nameKey(a) === nameKey(b)

/** By organization, then by user. */
const membersWhere = (
  members: HashMap.HashMap<string, Member>,
  matches: (member: Member) => boolean,
): ReadonlyArray<Member> =>
  [...HashMap.values(members)]
    .filter(matches)
    .sort((a, b) => compareAscii(memberKey(a.organization, a.user), memberKey(b.organization, b.user)))
