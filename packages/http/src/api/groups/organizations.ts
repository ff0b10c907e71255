/** Organizations and their members. */
import { MemberJson, UserJson } from "@annotary/core/effect"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { AccountPaging, AuditPaging, MemberPath, OrganizationPath, WorkunitPaging } from "../parameters.ts"
import { JoinRequest, MemberRole, NewOrganization, QuotaChange } from "../payloads/account.ts"
import { Permission } from "../permission.ts"
import { AuditRecord, QuotaRecord } from "../records/user.ts"
import { DeletedWorkunitRecord } from "../records/work.ts"
import { addAccessErrors, addChangeErrors, addKeyErrors, addNamingErrors } from "../statuses.ts"

export class OrganizationsApi extends HttpApiGroup.make("organizations")
  .add(
    HttpApiEndpoint.post("create", "/organizations/")
      .setPayload(NewOrganization)
      .addSuccess(UserJson, { status: 201 })
      .annotate(Permission, "person")
      .annotate(OpenApi.Summary, "Create an organization")
      .annotate(OpenApi.Description, "You become its first admin.")
      .pipe(addNamingErrors),
  )
  .add(
    HttpApiEndpoint.post("join", "/organizations/:organization/join/")
      .setPath(OrganizationPath)
      .setPayload(JoinRequest)
      .addSuccess(MemberJson)
      .annotate(Permission, "site_admin")
      .annotate(OpenApi.Summary, "Join an organization as a site admin")
      .annotate(OpenApi.Description, "Audited, and visible to the admins of the organization.")
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.get("list", "/organizations/")
      .setUrlParams(AccountPaging)
      .addSuccess(Schema.Array(UserJson))
      .annotate(Permission, "person")
      .annotate(OpenApi.Summary, "List your organizations by name")
      .annotate(OpenApi.Description, "Site admins get all organizations.")
      .pipe(addKeyErrors),
  )
  .add(
    HttpApiEndpoint.get("members", "/organizations/:organization/members/")
      .setPath(OrganizationPath)
      .addSuccess(Schema.Array(MemberJson))
      .annotate(Permission, "organization_admin")
      .annotate(OpenApi.Summary, "List members and their roles")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.get("member", "/organizations/:organization/members/:username/")
      .setPath(MemberPath)
      .addSuccess(MemberJson)
      .annotate(Permission, "organization_admin")
      .annotate(OpenApi.Summary, "Get a member")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.put("putMember", "/organizations/:organization/members/:username/")
      .setPath(MemberPath)
      .setPayload(MemberRole)
      .addSuccess(MemberJson)
      .annotate(Permission, "organization_admin")
      .annotate(OpenApi.Summary, "Add a member, or change their role")
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.del("removeMember", "/organizations/:organization/members/:username/")
      .setPath(MemberPath)
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Permission, "organization_admin")
      .annotate(OpenApi.Summary, "Remove a member")
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.get("quota", "/organizations/:organization/quota/")
      .setPath(OrganizationPath)
      .addSuccess(QuotaRecord)
      .annotate(Permission, "organization_member")
      .annotate(OpenApi.Summary, "Get the quotas of an organization and their usage")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.patch("changeQuota", "/organizations/:organization/quota/")
      .setPath(OrganizationPath)
      .setPayload(QuotaChange)
      .addSuccess(QuotaRecord)
      .annotate(Permission, "site_admin")
      .annotate(OpenApi.Summary, "Change the quotas of an organization")
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.get("audit", "/organizations/:organization/audit/")
      .setPath(OrganizationPath)
      .setUrlParams(AuditPaging)
      .addSuccess(Schema.Array(AuditRecord))
      .annotate(Permission, "organization_admin")
      .annotate(OpenApi.Summary, "List audit entries, newest first")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.get("deletedWork", "/organizations/:organization/deleted_workunits/")
      .setPath(OrganizationPath)
      .setUrlParams(WorkunitPaging)
      .addSuccess(Schema.Array(DeletedWorkunitRecord))
      .annotate(Permission, "organization_admin")
      .annotate(OpenApi.Summary, "List retained workunits of deleted datasets, newest first")
      .pipe(addAccessErrors),
  )
  .annotate(OpenApi.Description, "Accounts that own datasets. Their members act on their behalf.")
  .annotate(OpenApi.Title, "Organizations") {}
