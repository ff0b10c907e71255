/** Overlap: samples that several people label without seeing each other's work. */
import { FileGone, makeOptionalField, maxMeasuredSamples, OverlapCount } from "@annotary/core/effect"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { AgreementParams, DatasetPath, SamplePath } from "../parameters.ts"
import { Permission } from "../permission.ts"
import { AgreementRecord } from "../records/agreement.ts"
import { OverlapRecord } from "../records/overlap.ts"
import { addAccessErrors, addChangeErrors, statuses } from "../statuses.ts"

const OverlapChange = Schema.Struct({
  overlap: OverlapCount.annotations({ description: "The number of people who label the sample" }),
  reopen: makeOptionalField(
    Schema.Boolean.annotations({
      description:
        "Whether more labels are requested of a finished sample. What its labeler submitted is one of them; the ground truth stays until all are in",
    }),
  ),
}).annotations({ identifier: "OverlapChange" })

export class OverlapApi extends HttpApiGroup.make("overlap")
  .add(
    HttpApiEndpoint.get("get", "/samples/:sample/overlap/")
      .setPath(SamplePath)
      .addSuccess(OverlapRecord)
      .annotate(Permission, "review")
      .annotate(OpenApi.Summary, "Get the overlap of a sample: its labels, and how far these agree")
      .annotate(
        OpenApi.Description,
        "Labels are shown when all of them are in. To decide, claim the sample in the reviewing queue and accept it with `overlap_label`, with your own `attributes`, or with both.",
      )
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.put("set", "/samples/:sample/overlap/")
      .setPath(SamplePath)
      .setPayload(OverlapChange)
      .addSuccess(OverlapRecord)
      .annotate(Permission, "prioritise")
      .annotate(OpenApi.Summary, "Set the number of people who label a sample")
      .annotate(
        OpenApi.Description,
        "For a sample that nobody has begun, or to which labels are missing; otherwise, without `reopen`, the response is 409 `overlap_closed`. No work is lost: the number stays at least that of the labels that are in or begun. When none is missing any more, the sample waits for a decision; with 1 and without any work, it returns to the labeling queue.",
      )
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.get("agreement", "/datasets/:owner/:dataset/agreement/")
      .setPath(DatasetPath)
      .setUrlParams(AgreementParams)
      .addSuccess(AgreementRecord)
      .annotate(Permission, "view_work")
      .annotate(
        OpenApi.Summary,
        "Get how far the labels of a dataset agree, by people, categories and attributes",
      )
      .annotate(
        OpenApi.Description,
        `Measured now from the samples that several people have labeled, or with \`labelsets\` or \`releases\` from those that have a finished label in both; of more than ${maxMeasuredSamples} from as many that are drawn at random. That can take many seconds, and one dataset is measured after the other.`,
      )
      .pipe(addChangeErrors)
      .addError(FileGone, { status: statuses.FileGone }),
  )
  .annotate(
    OpenApi.Description,
    "Samples that several people label without seeing each other's work. The dataset's `overlap` is the number for new samples.",
  )
  .annotate(OpenApi.Title, "Overlap") {}
