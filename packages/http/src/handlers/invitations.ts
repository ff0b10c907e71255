/** Invitations by link. */
import {
  EngineSettings,
  type FieldsOf,
  Invitations,
  type InvitationView,
  type InvitedTo,
} from "@annotary/core/effect"
import { Effect, Redacted } from "effect"
import type { InvitationsApi } from "../api/groups/invitations.ts"
import type { NewInvitation } from "../api/payloads/invitation.ts"
import type { InvitationRecord } from "../api/records/invitation.ts"
import { noContent } from "../transport/reply/reply.ts"
import { replyCreated, replyJson, replyList } from "./answers.ts"
import { group, toDatasetRef } from "./group.ts"
import { toApiKeyJson } from "./records.ts"

export const invitations = Effect.gen(function* () {
  const service = yield* Invitations
  const { publicUrl } = yield* EngineSettings

  const create = (to: InvitedTo, { expires_at, max_uses, role }: typeof NewInvitation.Type) =>
    Effect.map(
      service.create(to, { role, expiresAt: expires_at, maxUses: max_uses }),
      ({ secret, ...view }) => {
        const token = Redacted.value(secret)
        // In the fragment, which browsers send to nobody.
        return replyCreated({
          ...toInvitationJson(view),
          url: `${publicUrl()}/console/invitation#i=${token}`,
          token,
        })
      },
    )
  const toOrganization = ({ organization }: { readonly organization: string }) => ({ organization })
  const toDataset = (path: Parameters<typeof toDatasetRef>[0]) => ({ dataset: toDatasetRef(path) })

  return group<typeof InvitationsApi>({
    ofOrganization: ({ path }) =>
      Effect.map(service.list(toOrganization(path)), (found) => replyList(found, toInvitationJson)),
    toOrganization: ({ path, payload }) => create(toOrganization(path), payload),
    revokeOfOrganization: ({ path }) =>
      Effect.as(service.revoke(toOrganization(path), path.invitation), noContent),
    ofDataset: ({ path }) =>
      Effect.map(service.list(toDataset(path)), (found) => replyList(found, toInvitationJson)),
    toDataset: ({ path, payload }) => create(toDataset(path), payload),
    revokeOfDataset: ({ path }) => Effect.as(service.revoke(toDataset(path), path.invitation), noContent),
    read: ({ payload }) =>
      Effect.map(service.read(Redacted.make(payload.token)), (view) => replyJson(toInvitationJson(view))),
    accept: ({ payload }) =>
      Effect.map(service.accept(Redacted.make(payload.token)), ({ role, ...view }) =>
        replyJson({ ...toInvitationScope(view), role }),
      ),
    createAccount: ({ payload: { email, token, username } }) =>
      Effect.map(
        service.acceptAsNew(Redacted.make(token), { username, email }),
        ({ apiKey, role, secret, ...view }) =>
          replyCreated({
            ...toInvitationScope(view),
            role,
            api_key: toApiKeyJson(apiKey, Redacted.value(secret)),
          }),
      ),
  })
})

const toInvitationScope = ({ invitation, place }: InvitationView) => ({
  organization: invitation.datasetId === null ? place : null,
  dataset: invitation.datasetId === null ? null : place,
})

const toInvitationJson = (view: InvitationView): FieldsOf<typeof InvitationRecord> => {
  const { invitation } = view
  return {
    uuid: invitation.id,
    ...toInvitationScope(view),
    role: invitation.role,
    created_at: invitation.createdAt,
    created_by: invitation.createdBy,
    expires_at: invitation.expiresAt,
    max_uses: invitation.maxUses,
    uses: invitation.uses,
  }
}
