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
      .annotate(OpenApi.Summary, "List unexpired invitations to an organization, newest first")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.post("toOrganization", "/organizations/:organization/invitations/")
      .setPath(OrganizationPath)
      .setPayload(NewInvitation)
      .addSuccess(NewInvitationRecord, { status: 201 })
      .annotate(Permission, "organization_admin")
      .annotate(SecretAnswer, true)
      .annotate(OpenApi.Summary, "Create an invitation link to an organization")
      .annotate(OpenApi.Description, "The link is only shown in this response.")
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.del("revokeOfOrganization", "/organizations/:organization/invitations/:invitation/")
      .setPath(OrganizationInvitationPath)
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Permission, "organization_admin")
      .annotate(OpenApi.Summary, "Revoke an invitation")
      .annotate(OpenApi.Description, "People who have accepted it keep their role.")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.get("ofDataset", "/datasets/:owner/:dataset/invitations/")
      .setPath(DatasetPath)
      .addSuccess(Schema.Array(InvitationRecord))
      .annotate(Permission, "edit_collaborators")
      .annotate(OpenApi.Summary, "List unexpired invitations to a dataset, newest first")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.post("toDataset", "/datasets/:owner/:dataset/invitations/")
      .setPath(DatasetPath)
      .setPayload(NewInvitation)
      .addSuccess(NewInvitationRecord, { status: 201 })
      .annotate(Permission, "edit_collaborators")
      .annotate(SecretAnswer, true)
      .annotate(OpenApi.Summary, "Create an invitation link to a dataset")
      .annotate(OpenApi.Description, "The link is only shown in this response.")
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.del("revokeOfDataset", "/datasets/:owner/:dataset/invitations/:invitation/")
      .setPath(DatasetInvitationPath)
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Permission, "edit_collaborators")
      .annotate(OpenApi.Summary, "Revoke an invitation")
      .annotate(OpenApi.Description, "People who have accepted it keep their role.")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.post("read", "/invitations/read")
      .setPayload(InvitationToken)
      .addSuccess(InvitationRecord)
      .annotate(Public, true)
      .annotate(NotIdempotent, true)
      .annotate(Permission, "anyone")
      .annotate(OpenApi.Summary, "Get an invitation by the token in its link")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.post("accept", "/invitations/accept")
      .setPayload(InvitationToken)
      .addSuccess(AcceptedInvitation)
      .annotate(Permission, "person")
      .annotate(OpenApi.Summary, "Accept an invitation")
      .annotate(OpenApi.Description, "If you already have a higher role, you keep it.")
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
      .annotate(OpenApi.Summary, "Create an account with an invitation")
      .annotate(OpenApi.Description, "Only if the server allows it.")
      .pipe(addNamingErrors),
  )
  .annotate(
    OpenApi.Description,
    "Links that grant a role. The person who created the invitation must still be permitted to grant the role when it is accepted.",
  )
  .annotate(OpenApi.Title, "Invitations") {}
