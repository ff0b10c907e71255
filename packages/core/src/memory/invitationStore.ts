/** InvitationStore in memory. */
import { HashMap, Option } from "effect"
import { type InvitationPlace, InvitationStore } from "../datasets/InvitationStore.ts"
import type { Invitation } from "../domain/Invitation.ts"
import type { Database } from "./Database.ts"
import { compareAscii } from "./sorted.ts"

export const makeInvitationStore = (db: Database): typeof InvitationStore.Service =>
  InvitationStore.of({
    insert: (invitation) =>
      db.write((state) => [
        undefined,
        { ...state, invitations: HashMap.set(state.invitations, invitation.id, invitation) },
      ]),
    find: (digest) =>
      db.read((state) =>
        Option.fromNullable([...HashMap.values(state.invitations)].find((one) => one.digest === digest)),
      ),
    list: (place) =>
      db.read((state) =>
        [...HashMap.values(state.invitations)]
          .filter((one) => matchPlace(one, place))
          .sort((a, b) => compareAscii(b.id, a.id)),
      ),
    use: (id) =>
      db.write((state) => {
        const invitation = Option.getOrUndefined(HashMap.get(state.invitations, id))
        if (invitation === undefined || invitation.uses >= invitation.maxUses) return [false, state]
        const next = { ...invitation, uses: invitation.uses + 1 }
        return [true, { ...state, invitations: HashMap.set(state.invitations, id, next) }]
      }),
    remove: (place, id) =>
      db.write((state) => {
        const invitation = Option.getOrUndefined(HashMap.get(state.invitations, id))
        if (invitation === undefined || !matchPlace(invitation, place)) return [false, state]
        return [true, { ...state, invitations: HashMap.remove(state.invitations, id) }]
      }),
    forget: (before, limit) =>
      db.write((state) => {
        const expired = [...HashMap.values(state.invitations)]
          .filter(({ expiresAt }) => expiresAt < before)
          .slice(0, limit)
        const ids = expired.map(({ id }) => id)
        return [expired.length, { ...state, invitations: HashMap.removeMany(state.invitations, ids) }]
      }),
  })

const matchPlace = ({ datasetId, organization }: Invitation, place: InvitationPlace): boolean =>
  "organization" in place ? organization === place.organization : datasetId === place.datasetId
