/** Datasets with their configuration, collaborators, labelsets and audit log. */
import { CleanText, DatasetChangeJson, DatasetJson, JobJson, NewDatasetJson } from "@annotary/core/effect"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import {
  AuditPaging,
  DatasetPath,
  datasetPaging,
  IfMatch,
  OrganizationPath,
  UserPath,
} from "../parameters.ts"
import { CloneRequest, TransferRequest } from "../payloads/dataset.ts"
import { Permission, recentSignIn } from "../permission.ts"
import { LenientBody } from "../rawJson.ts"
import { AuditRecord } from "../records/user.ts"
import { addAccessErrors, addKeyErrors, addNamingErrors, addVersionErrors } from "../statuses.ts"

const OwnList = Schema.Struct({
  ...datasetPaging,
  include: Schema.optionalWith(
    Schema.Literal("shared").annotations({
      description:
        "Also includes datasets where the caller is a collaborator, or a member of the organization that owns them",
    }),
    { exact: true },
  ),
  q: Schema.optionalWith(
    CleanText(200).annotations({ description: "A part of `owner/name`, without regard to case" }),
    { exact: true },
  ),
  owner: Schema.optionalWith(CleanText(200).annotations({ description: "A person or an organization" }), {
    exact: true,
  }),
  role: Schema.optionalWith(
    Schema.Literal("labeler", "reviewer", "manager", "admin", "owner").annotations({
      description:
        "Only datasets with this role of the caller. Admins of an organization have the role of an owner in its datasets",
    }),
    { exact: true },
  ),
})

export class DatasetsApi extends HttpApiGroup.make("datasets")
  .add(
    HttpApiEndpoint.get("listMine", "/user/datasets/")
      .setUrlParams(OwnList)
      .addSuccess(Schema.Array(DatasetJson))
      .annotate(Permission, "person")
      .annotate(OpenApi.Summary, "List your datasets, newest first")
      .pipe(addKeyErrors),
  )
  .add(
    HttpApiEndpoint.get("listOf", "/users/:username/datasets/")
      .setPath(UserPath)
      .setUrlParams(Schema.Struct(datasetPaging))
      .addSuccess(Schema.Array(DatasetJson))
      .annotate(Permission, "person")
      .annotate(OpenApi.Summary, "List the visible datasets of an account, newest first")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.post("create", "/user/datasets/")
      .setPayload(NewDatasetJson)
      .addSuccess(DatasetJson, { status: 201 })
      .annotate(Permission, "person")
      .annotate(LenientBody, true)
      .annotate(OpenApi.Summary, "Create a dataset")
      .pipe(addNamingErrors),
  )
  .add(
    HttpApiEndpoint.post("createFor", "/organizations/:organization/datasets/")
      .setPath(OrganizationPath)
      .setPayload(NewDatasetJson)
      .addSuccess(DatasetJson, { status: 201 })
      .annotate(Permission, "organization_admin")
      .annotate(LenientBody, true)
      .annotate(OpenApi.Summary, "Create a dataset owned by an organization")
      .pipe(addNamingErrors),
  )
  .add(
    HttpApiEndpoint.get("get", "/datasets/:owner/:dataset/")
      .setPath(DatasetPath)
      .addSuccess(DatasetJson)
      .annotate(Permission, "read")
      .annotate(OpenApi.Summary, "Get a dataset")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.patch("update", "/datasets/:owner/:dataset/")
      .setPath(DatasetPath)
      .setHeaders(IfMatch)
      .setPayload(DatasetChangeJson)
      .addSuccess(DatasetJson)
      .annotate(Permission, "edit_settings")
      .annotate(LenientBody, true)
      .annotate(OpenApi.Summary, "Update the fields that are sent")
      .pipe(addVersionErrors),
  )
  .add(
    HttpApiEndpoint.del("remove", "/datasets/:owner/:dataset/")
      .setPath(DatasetPath)
      .setHeaders(IfMatch)
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Permission, "delete_dataset")
      .annotate(OpenApi.Description, recentSignIn)
      .annotate(OpenApi.Summary, "Delete a dataset and its contents")
      .pipe(addVersionErrors),
  )
  .add(
    HttpApiEndpoint.post("clone", "/datasets/:owner/:dataset/clone/")
      .setPath(DatasetPath)
      .setPayload(CloneRequest)
      .addSuccess(DatasetJson, { status: 201 })
      .addSuccess(JobJson, { status: 202 })
      .annotate(Permission, "clone")
      .annotate(LenientBody, true)
      .annotate(OpenApi.Summary, "Clone a dataset, optionally with labels; large datasets as a job (202)")
      .pipe(addNamingErrors),
  )
  .add(
    HttpApiEndpoint.post("transfer", "/datasets/:owner/:dataset/transfer/")
      .setPath(DatasetPath)
      .setPayload(TransferRequest)
      .addSuccess(DatasetJson)
      .annotate(Permission, "transfer")
      .annotate(OpenApi.Description, recentSignIn)
      .annotate(OpenApi.Summary, "Transfer a dataset to an organization that you administer")
      .pipe(addNamingErrors),
  )
  .add(
    HttpApiEndpoint.get("audit", "/datasets/:owner/:dataset/audit/")
      .setPath(DatasetPath)
      .setUrlParams(AuditPaging)
      .addSuccess(Schema.Array(AuditRecord))
      .annotate(Permission, "read_audit")
      .annotate(OpenApi.Summary, "List audit entries, newest first")
      .pipe(addAccessErrors),
  )
  .annotate(
    OpenApi.Description,
    "A dataset contains samples; each sample can have labels. Resources that the caller cannot see are answered with 404.",
  )
  .annotate(OpenApi.Title, "Datasets") {}
