/** UserStore in memory. */
import { HashMap, Option } from "effect"
import { lowerAscii } from "../access/asciiLower.ts"
import { UserStore } from "../access/UserStore.ts"
import type { ModelVersion } from "../domain/Model.ts"
import { nameKey } from "../domain/Names.ts"
import type { Member, User } from "../domain/User.ts"
import type { Database } from "./Database.ts"
import { formatMemberKey } from "./State.ts"
import { cacheByKey, compareAscii, listKeys } from "./sorted.ts"

export const makeUserStore = (db: Database): typeof UserStore.Service => {
  const findByNames = (names: ReadonlyArray<string>) =>
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
    byNames: findByNames,
    findForUpdate: findByNames,
    list: ({ after, isOrganization, limit, modelOf, search }) =>
      db.read((state) => {
        const searched = search === undefined ? undefined : lowerAscii(search)
        const matchSearch = ({ email, username }: User) =>
          searched === undefined ||
          lowerAscii(username).includes(searched) ||
          (email !== null && lowerAscii(email).includes(searched))
        const keys = userKeys(state.users)
        const rest = after === null ? keys : keys.filter((key) => key > nameKey(after))
        const users: Array<User> = []
        for (const key of rest) {
          if (users.length >= limit) break
          const user = HashMap.get(state.users, key)
          if (Option.isNone(user)) continue
          const isKind = isOrganization === undefined || user.value.isOrganization === isOrganization
          const isModel = modelOf === undefined || user.value.modelOf === modelOf
          if (isKind && isModel && matchSearch(user.value)) users.push(user.value)
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
        const key = formatMemberKey(member.organization, member.user)
        return [undefined, { ...state, members: HashMap.set(state.members, key, member) }]
      }),
    removeMember: (organization, user) =>
      db.write((state) => {
        const key = formatMemberKey(organization, user)
        const there = HashMap.has(state.members, key)
        return [there, there ? { ...state, members: HashMap.remove(state.members, key) } : state]
      }),
    member: (organization, user) =>
      db.read((state) => HashMap.get(state.members, formatMemberKey(organization, user))),
    members: (organization) =>
      db.read((state) =>
        listMembersWhere(state.members, (member) => isSameName(member.organization, organization)),
      ),
    memberships: (user) =>
      db.read((state) => listMembersWhere(state.members, (member) => isSameName(member.user, user))),
    shareOrganization: (a, b) =>
      db.read((state) => {
        const findOf = (user: string) =>
          listMembersWhere(state.members, (member) => isSameName(member.user, user))
        const others = findOf(b)
        return findOf(a).some((mine) =>
          others.some((theirs) => isSameName(mine.organization, theirs.organization)),
        )
      }),
    insertModelVersion: (version) =>
      db.write((state) => {
        const key = formatVersionKey(version)
        return HashMap.has(state.modelVersions, key)
          ? [false, state]
          : [true, { ...state, modelVersions: HashMap.set(state.modelVersions, key, version) }]
      }),
    modelVersions: (models, limit) =>
      db.read((state) => {
        const sorted = [...HashMap.values(state.modelVersions)].sort(compareNewest)
        const byModel = models.map((model) => sorted.filter((version) => version.model === model))
        return byModel.flatMap((versions) => versions.slice(0, limit)).sort(compareNewest)
      }),
    modelVersion: (model, name) =>
      db.read((state) => HashMap.get(state.modelVersions, formatVersionKey({ model, name }))),
  })
}

/** A name of an account contains no slash. */
export const formatVersionKey = ({
  model,
  name,
}: {
  readonly model: string
  readonly name: string
}): string => `${model}/${name}`

const compareNewest = (a: ModelVersion, b: ModelVersion): number =>
  compareAscii(b.createdAt, a.createdAt) || compareAscii(b.name, a.name)

const userKeys = cacheByKey(listKeys<string, { readonly username: string }>)

const isSameName = (a: string, b: string): boolean => nameKey(a) === nameKey(b)

/** By organization, then by user. */
const listMembersWhere = (
  members: HashMap.HashMap<string, Member>,
  matches: (member: Member) => boolean,
): ReadonlyArray<Member> =>
  [...HashMap.values(members)]
    .filter(matches)
    .sort((a, b) =>
      compareAscii(formatMemberKey(a.organization, a.user), formatMemberKey(b.organization, b.user)),
    )
