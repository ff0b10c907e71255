/** Invitations by link: to organizations and to datasets. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import {
  DatasetInvitationPath,
  DatasetPath,
  OrganizationInvitationPath,
  OrganizationPath,
} from "../parameters.ts"
import { InvitationToken, NewInvitation, NewInvitedAccount } from "../payloads/invitation.ts"
import { Permission } from "../permission.ts"
import { NotIdempotent, Public, SecretAnswer } from "../rawJson.ts"
import {
  AcceptedInvitation,
  InvitationRecord,
  InvitedAccount,
  NewInvitationRecord,
} from "../records/invitation.ts"
import { addAccessErrors, addChangeErrors, addInvitationErrors, addNamingErrors } from "../statuses.ts"

export class InvitationsApi extends HttpApiGroup.make("invitations")
  .add(
    HttpApiEndpoint.get("ofOrganization", "/organizations/:organization/invitations/")
      .setPath(OrganizationPath)
      .addSuccess(Schema.Array(InvitationRecord))
      .annotate(Permission, "organization_admin")
      .annotate(OpenApi.Summary, "Invitations to an organization that have not expired, newest first")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.post("toOrganization", "/organizations/:organization/invitations/")
      .setPath(OrganizationPath)
      .setPayload(NewInvitation)
      .addSuccess(NewInvitationRecord, { status: 201 })
      .annotate(Permission, "organization_admin")
      .annotate(SecretAnswer, true)
      .annotate(OpenApi.Summary, "Invite people to an organization; the answer shows the link this once")
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.del("revokeOfOrganization", "/organizations/:organization/invitations/:invitation/")
      .setPath(OrganizationInvitationPath)
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Permission, "organization_admin")
      .annotate(OpenApi.Summary, "Revoke an invitation; who accepted it stays")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.get("ofDataset", "/datasets/:owner/:dataset/invitations/")
      .setPath(DatasetPath)
      .addSuccess(Schema.Array(InvitationRecord))
      .annotate(Permission, "edit_collaborators")
      .annotate(OpenApi.Summary, "Invitations to a dataset that have not expired, newest first")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.post("toDataset", "/datasets/:owner/:dataset/invitations/")
      .setPath(DatasetPath)
      .setPayload(NewInvitation)
      .addSuccess(NewInvitationRecord, { status: 201 })
      .annotate(Permission, "edit_collaborators")
      .annotate(SecretAnswer, true)
      .annotate(OpenApi.Summary, "Invite people to a dataset; the answer shows the link this once")
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.del("revokeOfDataset", "/datasets/:owner/:dataset/invitations/:invitation/")
      .setPath(DatasetInvitationPath)
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Permission, "edit_collaborators")
      .annotate(OpenApi.Summary, "Revoke an invitation; who accepted it stays")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.post("read", "/invitations/read")
      .setPayload(InvitationToken)
      .addSuccess(InvitationRecord)
      .annotate(Public, true)
      .annotate(NotIdempotent, true)
      .annotate(Permission, "anyone")
      .annotate(OpenApi.Summary, "What an invitation leads to, by the token in its link")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.post("accept", "/invitations/accept")
      .setPayload(InvitationToken)
      .addSuccess(AcceptedInvitation)
      .annotate(Permission, "person")
      .annotate(OpenApi.Summary, "Accept an invitation; a higher role than that of the invitation stays")
      .pipe(addInvitationErrors),
  )
  .add(
    HttpApiEndpoint.post("createAccount", "/invitations/accounts")
      .setPayload(NewInvitedAccount)
      .addSuccess(InvitedAccount, { status: 201 })
      .annotate(Public, true)
      .annotate(NotIdempotent, true)
      .annotate(SecretAnswer, true)
      .annotate(Permission, "anyone")
      .annotate(OpenApi.Summary, "Make an account with an invitation, where the server allows it")
      .pipe(addNamingErrors),
  )
  .annotate(
    OpenApi.Description,
    "Links that give a role. They have the permission of who made them, also at the time they are accepted.",
  )
  .annotate(OpenApi.Title, "Invitations") {}
