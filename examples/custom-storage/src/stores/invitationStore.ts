/** InvitationStore: invitations by id, found by their digests. */
import type { Invitation } from "@annotary/core"
import { type InvitationPlace, InvitationStore } from "@annotary/core/effect"
import { Option } from "effect"
import type { Database } from "../Database.ts"

export const invitationStore = ({ call, tables: { invitations } }: Database) =>
  InvitationStore.of({
    insert: (invitation) => call("InvitationStore.insert", () => invitations.put(invitation.id, invitation)),
    find: (digest) =>
      call("InvitationStore.find", () => Option.fromNullable(invitations.by("digest", digest)[0])),
    list: (place) =>
      call("InvitationStore.list", () =>
        invitations
          .all()
          .filter((one) => leadsTo(one, place))
          .toSorted((a, b) => (a.id > b.id ? -1 : 1)),
      ),
    use: (id) =>
      call("InvitationStore.use", () => {
        const found = invitations.get(id)
        if (found === undefined || found.uses >= found.maxUses) return false
        invitations.put(id, { ...found, uses: found.uses + 1 })
        return true
      }),
    remove: (place, id) =>
      call("InvitationStore.remove", () => {
        const found = invitations.get(id)
        return found !== undefined && leadsTo(found, place) && invitations.delete(id)
      }),
    forget: (before, limit) =>
      call("InvitationStore.forget", () => {
        const due = invitations.all().filter(({ expiresAt }) => expiresAt < before)
        return due.slice(0, limit).filter(({ id }) => invitations.delete(id)).length
      }),
  })

const leadsTo = ({ datasetId, organization }: Invitation, place: InvitationPlace): boolean =>
  "organization" in place ? organization === place.organization : datasetId === place.datasetId
