/** Labels and their history. */
import { LabelHistoryRowJson, LabelJson, LabelVersionJson } from "@annotary/core/effect"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { HistoryPaging, IfMatch, LabelPath, LabelVersionPath } from "../parameters.ts"
import { LabelChange, LabelReplacement, RestoreRequest } from "../payloads/sample.ts"
import { Permission } from "../permission.ts"
import { LenientBody } from "../rawJson.ts"
import { WrittenLabel } from "../records/sample.ts"
import { addAccessErrors, addVersionErrors } from "../statuses.ts"

export class LabelsApi extends HttpApiGroup.make("labels")
  .add(
    HttpApiEndpoint.get("get", "/labels/:sample/:labelset/")
      .setPath(LabelPath)
      .addSuccess(LabelJson)
      .annotate(Permission, "read")
      .annotate(OpenApi.Summary, "Get the label of a sample")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.put("put", "/labels/:sample/:labelset/")
      .setPath(LabelPath)
      .setHeaders(IfMatch)
      .setPayload(LabelReplacement)
      .addSuccess(WrittenLabel, { status: 201 })
      .addSuccess(WrittenLabel, { status: 200 })
      .annotate(Permission, "label")
      .annotate(LenientBody, true)
      .annotate(OpenApi.Summary, "Create (201) or replace (200) a label")
      .pipe(addVersionErrors),
  )
  .add(
    HttpApiEndpoint.patch("patch", "/labels/:sample/:labelset/")
      .setPath(LabelPath)
      .setHeaders(IfMatch)
      .setPayload(LabelChange)
      .addSuccess(WrittenLabel)
      .annotate(Permission, "label")
      .annotate(LenientBody, true)
      .annotate(OpenApi.Summary, "Update the fields that are sent")
      .pipe(addVersionErrors),
  )
  .add(
    HttpApiEndpoint.del("remove", "/labels/:sample/:labelset/")
      .setPath(LabelPath)
      .setHeaders(IfMatch)
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Permission, "write_any_label")
      .annotate(OpenApi.Summary, "Delete a label; its history is kept")
      .annotate(OpenApi.Description, "The sample becomes unlabeled.")
      .pipe(addVersionErrors),
  )
  .add(
    HttpApiEndpoint.get("history", "/labels/:sample/:labelset/history/")
      .setPath(LabelPath)
      .setUrlParams(HistoryPaging)
      .addSuccess(Schema.Array(LabelHistoryRowJson))
      .annotate(Permission, "read")
      .annotate(OpenApi.Summary, "List the versions of a label, newest first")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.get("version", "/labels/:sample/:labelset/history/:version/")
      .setPath(LabelVersionPath)
      .addSuccess(LabelVersionJson)
      .annotate(Permission, "read")
      .annotate(OpenApi.Summary, "Get a version of a label")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.post("restore", "/labels/:sample/:labelset/restore/")
      .setPath(LabelPath)
      .setHeaders(IfMatch)
      .setPayload(RestoreRequest)
      .addSuccess(WrittenLabel)
      .annotate(Permission, "write_any_label")
      .annotate(OpenApi.Summary, "Restore an earlier version of a label")
      .pipe(addVersionErrors),
  )
  .annotate(
    OpenApi.Description,
    "The annotations of a sample in a labelset. Every change creates a version in its history.",
  )
  .annotate(OpenApi.Title, "Labels") {}
