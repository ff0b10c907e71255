/** Warnings: checking labels, and listing and dismissing warnings. */
import { LabelTooLarge, WarningJson } from "@annotary/core/effect"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import {
  DatasetPath,
  LabelPath,
  LabelsetParameter,
  SamplePath,
  WarningPath,
  warningPaging,
} from "../parameters.ts"
import { CheckRequest, DatasetCheckRequest, NewDismissal } from "../payloads/warning.ts"
import { Permission } from "../permission.ts"
import { NotIdempotent } from "../rawJson.ts"
import { CheckRecord, LastCheckRecord, WarningTotals } from "../records/warning.ts"
import { addAccessErrors, addChangeErrors, statuses } from "../statuses.ts"

const lines = HttpApiSchema.Text({ contentType: "application/x-ndjson" })

export class WarningsApi extends HttpApiGroup.make("warnings")
  .add(
    HttpApiEndpoint.post("check", "/samples/:sample/check/")
      .setPath(SamplePath)
      .setPayload(CheckRequest)
      .addSuccess(CheckRecord)
      .addError(LabelTooLarge, { status: statuses.LabelTooLarge })
      .annotate(Permission, "check")
      .annotate(NotIdempotent, true)
      .annotate(OpenApi.Summary, "Check the label of a sample, or unsaved work")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.post("checkDataset", "/datasets/:owner/:dataset/check/")
      .setPath(DatasetPath)
      .setPayload(DatasetCheckRequest)
      .addSuccess(lines)
      .annotate(Permission, "check")
      .annotate(NotIdempotent, true)
      .annotate(OpenApi.Summary, "Check all labels; streams warnings, progress and a summary as NDJSON")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.get("totals", "/datasets/:owner/:dataset/warnings/")
      .setPath(DatasetPath)
      .setUrlParams(Schema.Struct({ labelset: Schema.optionalWith(LabelsetParameter, { exact: true }) }))
      .addSuccess(WarningTotals)
      .annotate(Permission, "read")
      .annotate(OpenApi.Summary, "Count the warnings of a dataset by rule")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.get("list", "/labels/:sample/:labelset/warnings/")
      .setPath(LabelPath)
      .setUrlParams(Schema.Struct(warningPaging))
      .addSuccess(LastCheckRecord)
      .annotate(Permission, "read")
      .annotate(OpenApi.Summary, "Get the last check of a label, with a page of its warnings")
      .annotate(OpenApi.Description, "The `Link` header leads to the next page of warnings.")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.post("dismiss", "/labels/:sample/:labelset/warnings/:warning/dismiss/")
      .setPath(WarningPath)
      .setPayload(NewDismissal)
      .addSuccess(WarningJson)
      .annotate(Permission, "check")
      .annotate(OpenApi.Summary, "Dismiss a warning with a reason")
      .annotate(
        OpenApi.Description,
        "The warning returns when the parts of the label that it is about change.",
      )
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.del("restore", "/labels/:sample/:labelset/warnings/:warning/dismiss/")
      .setPath(WarningPath)
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Permission, "check")
      .annotate(OpenApi.Summary, "Restore a dismissed warning")
      .pipe(addChangeErrors),
  )
  .annotate(
    OpenApi.Description,
    "Problems that the configuration of a dataset finds in its labels. A label with warnings is stored, unless the dataset rejects their kind (`reject_on_warnings`), or rejects them when a label is submitted or accepted (`on_warnings`, `on_missing_values`).",
  )
  .annotate(OpenApi.Title, "Warnings") {}
