/** Samples: lists, single samples and bulk changes. */
import { SampleJson, SampleRowJson } from "@annotary/core/effect"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { DatasetPath, IfMatch, IncludeOverlap, LabelsetParameter, SamplePath, Switch } from "../parameters.ts"
import {
  BulkChange,
  BulkRemoval,
  NewSample,
  NewSamples,
  SampleChange,
  SampleIds,
} from "../payloads/sample.ts"
import { Permission } from "../permission.ts"
import { LenientBody, LenientQuery, LinesBody, NotIdempotent, Ranged, ToleratedValues } from "../rawJson.ts"
import { SampleListParams, toleratedValues } from "../sampleListParameters.ts"
import { addAccessErrors, addChangeErrors, addNamingErrors, addVersionErrors } from "../statuses.ts"

const makeOptionalText = (description: string) =>
  Schema.optionalWith(Schema.String.annotations({ description }), { exact: true })

const OneSample = Schema.Struct({
  labelset: Schema.optionalWith(LabelsetParameter, { exact: true }),
  include: IncludeOverlap,
  include_signed_urls: makeOptionalText(
    "Accepted for compatibility, without effect: this server does not sign URLs of other services",
  ),
})

const ThumbnailParams = Schema.Struct({
  size: Schema.optionalWith(
    Schema.transformLiterals(["96", 96], ["320", 320], ["640", 640]).annotations({
      jsonSchema: { type: "integer", enum: [96, 320, 640] },
      description: "Pixels of the square in which the copy fits. Pictures are not enlarged",
    }),
    { default: () => 320 as const },
  ),
})

/** The cursor with which a bulk call goes on. */
const next = Schema.NullOr(Schema.String).annotations({
  description: "The `cursor` of the next call; null when no samples are left",
})

export class SamplesApi extends HttpApiGroup.make("samples")
  .add(
    HttpApiEndpoint.get("list", "/datasets/:owner/:dataset/samples/")
      .setPath(DatasetPath)
      .setUrlParams(SampleListParams)
      .addSuccess(Schema.Array(SampleRowJson))
      .annotate(Permission, "read")
      .annotate(LenientQuery, true)
      .annotate(ToleratedValues, toleratedValues)
      .annotate(
        OpenApi.Description,
        "Unknown parameters are ignored. Empty values, `per_page=desc`, an unknown `sort` or `labelset`, and `filters` that is a status count as absent. Numbered pages (`page`) can skip or repeat samples that are added, removed or reordered between requests; pages of the `next` link do not.",
      )
      .annotate(OpenApi.Summary, "List samples")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.post("create", "/datasets/:owner/:dataset/samples/")
      .setPath(DatasetPath)
      .setPayload(NewSample)
      .addSuccess(SampleJson, { status: 201 })
      .annotate(Permission, "edit_samples")
      .annotate(LenientBody, true)
      .annotate(OpenApi.Summary, "Add a sample")
      .pipe(addNamingErrors),
  )
  .add(
    HttpApiEndpoint.post("createMany", "/datasets/:owner/:dataset/samples_bulk/")
      .setPath(DatasetPath)
      .setUrlParams(
        Schema.Struct({
          check: Schema.optionalWith(
            Switch.annotations({ description: "With NDJSON: check the labels of the samples" }),
            { exact: true },
          ),
        }),
      )
      .setPayload(NewSamples)
      .addSuccess(Schema.Array(SampleJson), { status: 201 })
      .annotate(Permission, "edit_samples")
      .annotate(LenientBody, true)
      .annotate(LinesBody, true)
      .annotate(NotIdempotent, true)
      .annotate(OpenApi.Summary, "Add up to 10000 samples, all or none; or any number as NDJSON")
      .annotate(OpenApi.Description, "An NDJSON body is read line by line and has no limit of samples.")
      .pipe(addNamingErrors),
  )
  .add(
    HttpApiEndpoint.patch("updateMany", "/datasets/:owner/:dataset/samples_bulk/")
      .setPath(DatasetPath)
      .setPayload(BulkChange)
      .addSuccess(Schema.Struct({ updated_count: Schema.Int, next }))
      .annotate(Permission, "prioritise")
      .annotate(NotIdempotent, true)
      .annotate(OpenApi.Summary, "Update priority, assignees or status of up to 10000 samples")
      .annotate(
        OpenApi.Description,
        "All or none of the samples are updated. If more than 10000 samples match `filters`, `next` is the `cursor` of the next call. Samples are processed in the order of their creation, so that each is processed once, even if the update changes which samples match.",
      )
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.del("removeMany", "/datasets/:owner/:dataset/samples_bulk/")
      .setPath(DatasetPath)
      .setPayload(SampleIds)
      .addSuccess(Schema.Struct({ deleted_count: Schema.Int }))
      .annotate(Permission, "edit_samples")
      .annotate(LenientBody, true)
      .annotate(NotIdempotent, true)
      .annotate(OpenApi.Summary, "Delete samples by id")
      .annotate(OpenApi.Description, "Unknown ids are skipped.")
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.post("removeMatching", "/datasets/:owner/:dataset/samples_bulk/delete/")
      .setPath(DatasetPath)
      .setPayload(BulkRemoval)
      .addSuccess(Schema.Struct({ deleted_count: Schema.Int, next }))
      .annotate(Permission, "edit_samples")
      .annotate(NotIdempotent, true)
      .annotate(OpenApi.Summary, "Delete up to 10000 samples that match filters")
      .annotate(OpenApi.Description, "Empty filters match all samples.")
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.get("get", "/samples/:sample/")
      .setPath(SamplePath)
      .setUrlParams(OneSample)
      .addSuccess(SampleJson)
      .annotate(Permission, "read")
      .annotate(LenientQuery, true)
      .annotate(ToleratedValues, {})
      .annotate(OpenApi.Description, "Unknown parameters are ignored, and empty values count as absent.")
      .annotate(OpenApi.Summary, "Get a sample, optionally with a label")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.get("thumbnail", "/samples/:sample/thumbnail/")
      .setPath(SamplePath)
      .setUrlParams(ThumbnailParams)
      .addSuccess(HttpApiSchema.Uint8Array({ contentType: "image/webp" }))
      .annotate(Permission, "read")
      .annotate(Ranged, true)
      .annotate(OpenApi.Summary, "Get a small copy of the first picture of a sample")
      .annotate(
        OpenApi.Description,
        "Of PNG, JPEG and WebP up to 32 MiB that the server can open: its assets, objects in buckets, and URLs of the hosts in its settings. Others are 404.",
      )
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.patch("update", "/samples/:sample/")
      .setPath(SamplePath)
      .setHeaders(IfMatch)
      .setPayload(SampleChange)
      .addSuccess(SampleJson)
      .annotate(Permission, "prioritise")
      .annotate(LenientBody, true)
      .annotate(OpenApi.Summary, "Update the sent fields of a sample")
      .annotate(
        OpenApi.Description,
        "Managers can change priority and assignees; admins can change all fields.",
      )
      .pipe(addVersionErrors),
  )
  .add(
    HttpApiEndpoint.del("remove", "/samples/:sample/")
      .setPath(SamplePath)
      .setHeaders(IfMatch)
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Permission, "edit_samples")
      .annotate(OpenApi.Summary, "Delete a sample, its labels and issues")
      .pipe(addVersionErrors),
  )
  .annotate(
    OpenApi.Description,
    "An image, point cloud or sequence to label. Numbers in attributes and metadata are returned exactly as sent.",
  )
  .annotate(OpenApi.Title, "Samples") {}
