/** LinkedIdentityStore: links by issuer and subject, and memberships that providers gave. */
import { nameKey } from "@annotary/core"
import { LinkedIdentityStore } from "@annotary/core/effect"
import { Option } from "effect"
import type { Database } from "../Database.ts"

export const linkedIdentityStore = ({ call, tables: { givenRoles, linkedIdentities, users } }: Database) =>
  LinkedIdentityStore.of({
    find: (issuer, subject) =>
      call("LinkedIdentityStore.find", () => {
        const link = linkedIdentities.get(keyOf(issuer, subject))
        return Option.fromNullable(link && users.get(nameKey(link.user)))
      }),
    insert: (link) =>
      call("LinkedIdentityStore.insert", () => {
        const key = keyOf(link.issuer, link.subject)
        if (linkedIdentities.get(key) !== undefined) return false
        linkedIdentities.put(key, link)
        return true
      }),
    ofUser: (user) =>
      call("LinkedIdentityStore.ofUser", () =>
        linkedIdentities
          .all()
          .filter((link) => link.user === user)
          .toSorted((a, b) => (keyOf(a.issuer, a.subject) < keyOf(b.issuer, b.subject) ? -1 : 1)),
      ),
    givenRoles: (issuer, user) =>
      call("LinkedIdentityStore.givenRoles", () =>
        givenRoles
          .all()
          .filter((given) => given.issuer === issuer && given.user === user)
          .toSorted((a, b) => (a.organization < b.organization ? -1 : 1)),
      ),
    putGivenRole: (given) =>
      call("LinkedIdentityStore.putGivenRole", () =>
        givenRoles.put(keyOf(given.issuer, given.organization, given.user), given),
      ),
    removeGivenRoles: (organization, user) =>
      call("LinkedIdentityStore.removeGivenRoles", () => {
        for (const given of givenRoles.all())
          if (given.organization === organization && given.user === user)
            givenRoles.delete(keyOf(given.issuer, organization, user))
      }),
  })

/** Subjects may contain any character. */
const keyOf = (...parts: ReadonlyArray<string>): string => JSON.stringify(parts)
