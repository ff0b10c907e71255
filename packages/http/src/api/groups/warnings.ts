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
      .annotate(OpenApi.Summary, "Check a sample's label, or unsaved work")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.post("checkDataset", "/datasets/:owner/:dataset/check/")
      .setPath(DatasetPath)
      .setPayload(DatasetCheckRequest)
      .addSuccess(lines)
      .annotate(Permission, "check")
      .annotate(NotIdempotent, true)
      .annotate(OpenApi.Summary, "Check all labels, as NDJSON: warnings, progress, and a summary last")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.get("totals", "/datasets/:owner/:dataset/warnings/")
      .setPath(DatasetPath)
      .setUrlParams(Schema.Struct({ labelset: Schema.optionalWith(LabelsetParameter, { exact: true }) }))
      .addSuccess(WarningTotals)
      .annotate(Permission, "read")
      .annotate(OpenApi.Summary, "How many warnings there are, by rule")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.get("list", "/labels/:sample/:labelset/warnings/")
      .setPath(LabelPath)
      .setUrlParams(Schema.Struct(warningPaging))
      .addSuccess(LastCheckRecord)
      .annotate(Permission, "read")
      .annotate(OpenApi.Summary, "What was last said of a label; `Link` names the next page of the warnings")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.post("dismiss", "/labels/:sample/:labelset/warnings/:warning/dismiss/")
      .setPath(WarningPath)
      .setPayload(NewDismissal)
      .addSuccess(WarningJson)
      .annotate(Permission, "check")
      .annotate(OpenApi.Summary, "Say why a warning may stay; it comes back when what it is about changes")
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.del("restore", "/labels/:sample/:labelset/warnings/:warning/dismiss/")
      .setPath(WarningPath)
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Permission, "check")
      .annotate(OpenApi.Summary, "Take a dismissal back")
      .pipe(addChangeErrors),
  )
  .annotate(
    OpenApi.Description,
    "What a dataset's configuration objects to in its labels. A label with warnings is stored, unless the dataset refuses their kind (`reject_on_warnings`).",
  )
  .annotate(OpenApi.Title, "Warnings") {}
