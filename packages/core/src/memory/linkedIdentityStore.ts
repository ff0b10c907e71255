/** LinkedIdentityStore in memory. */
import { HashMap, Option } from "effect"
import { LinkedIdentityStore } from "../access/LinkedIdentityStore.ts"
import { nameKey } from "../domain/Names.ts"
import type { Database } from "./Database.ts"
import { compareAscii } from "./sorted.ts"

export const makeLinkedIdentityStore = (db: Database): typeof LinkedIdentityStore.Service =>
  LinkedIdentityStore.of({
    find: (issuer, subject) =>
      db.read((state) =>
        Option.flatMap(HashMap.get(state.linkedIdentities, formatKey(issuer, subject)), ({ user }) =>
          HashMap.get(state.users, nameKey(user)),
        ),
      ),
    insert: (link) =>
      db.write((state) => {
        const key = formatKey(link.issuer, link.subject)
        if (HashMap.has(state.linkedIdentities, key)) return [false, state]
        return [true, { ...state, linkedIdentities: HashMap.set(state.linkedIdentities, key, link) }]
      }),
    ofUser: (user) =>
      db.read((state) =>
        [...HashMap.values(state.linkedIdentities)]
          .filter((link) => link.user === user)
          .sort((a, b) => compareAscii(a.issuer, b.issuer) || compareAscii(a.subject, b.subject)),
      ),
    givenRoles: (issuer, user) =>
      db.read((state) =>
        [...HashMap.values(state.givenRoles)]
          .filter((given) => given.issuer === issuer && given.user === user)
          .sort((a, b) => compareAscii(a.organization, b.organization)),
      ),
    putGivenRole: (given) =>
      db.write((state) => {
        const key = formatKey(given.issuer, given.organization, given.user)
        return [undefined, { ...state, givenRoles: HashMap.set(state.givenRoles, key, given) }]
      }),
    removeGivenRoles: (organization, user) =>
      db.write((state) => {
        const givenRoles = HashMap.filter(
          state.givenRoles,
          (given) => given.organization !== organization || given.user !== user,
        )
        return [undefined, { ...state, givenRoles }]
      }),
  })

const formatKey = (...parts: ReadonlyArray<string>): string => JSON.stringify(parts)
