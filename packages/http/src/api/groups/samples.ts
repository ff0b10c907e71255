/** Samples: lists, single samples and bulk changes. */
import { SampleJson, SampleRowJson } from "@annotary/core/effect"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { DatasetPath, IfMatch, LabelsetParameter, SamplePath, Switch } from "../parameters.ts"
import {
  BulkChange,
  BulkRemoval,
  NewSample,
  NewSamples,
  SampleChange,
  SampleIds,
} from "../payloads/sample.ts"
import { Permission } from "../permission.ts"
import { LenientBody, LenientQuery, LinesBody, NotIdempotent, ToleratedValues } from "../rawJson.ts"
import { SampleListParams, toleratedValues } from "../sampleListParameters.ts"
import { addAccessErrors, addChangeErrors, addNamingErrors, addVersionErrors } from "../statuses.ts"

const makeOptionalText = (description: string) =>
  Schema.optionalWith(Schema.String.annotations({ description }), { exact: true })

const OneSample = Schema.Struct({
  labelset: Schema.optionalWith(LabelsetParameter, { exact: true }),
  include_signed_urls: makeOptionalText("Accepted, and without effect: this service signs no URLs of others"),
})

/** The cursor with which a bulk call goes on. */
const next = Schema.NullOr(Schema.String).annotations({
  description: "The `cursor` of the call that goes on; null: there are no more",
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
        "Unknown parameters are ignored. Empty values, `per_page=desc`, an unknown `sort` or `labelset`, and `filters` that is a status count as absent. Pages by `page` may skip or repeat samples that are added, removed or moved meanwhile; those of the `next` link do not.",
      )
      .annotate(OpenApi.Summary, "A page of samples; the Link header leads to the next")
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
      .annotate(OpenApi.Summary, "Add up to 10000 samples, all or none; as NDJSON without end, line by line")
      .pipe(addNamingErrors),
  )
  .add(
    HttpApiEndpoint.patch("updateMany", "/datasets/:owner/:dataset/samples_bulk/")
      .setPath(DatasetPath)
      .setPayload(BulkChange)
      .addSuccess(Schema.Struct({ updated_count: Schema.Int, next }))
      .annotate(Permission, "prioritise")
      .annotate(NotIdempotent, true)
      .annotate(OpenApi.Summary, "Set priority, assignees or status of up to 10000 samples, all or none")
      .annotate(
        OpenApi.Description,
        "More samples than 10000 can match `filters`: `next` is then the `cursor` of the call that goes on. Samples are taken by their creation, so that each is taken once, whatever the change does to the filters.",
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
      .annotate(OpenApi.Summary, "Delete samples; unknown ones are skipped")
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.post("removeMatching", "/datasets/:owner/:dataset/samples_bulk/delete/")
      .setPath(DatasetPath)
      .setPayload(BulkRemoval)
      .addSuccess(Schema.Struct({ deleted_count: Schema.Int, next }))
      .annotate(Permission, "edit_samples")
      .annotate(NotIdempotent, true)
      .annotate(OpenApi.Summary, "Delete up to 10000 samples that match filters; empty filters match all")
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.get("get", "/samples/:sample/")
      .setPath(SamplePath)
      .setUrlParams(OneSample)
      .addSuccess(SampleJson)
      .annotate(Permission, "read")
      .annotate(LenientQuery, true)
      .annotate(OpenApi.Summary, "A sample, with its label when a labelset is named")
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
      .annotate(
        OpenApi.Summary,
        "Change what is sent; priority and assignees from manager up, the rest from admin up",
      )
      .pipe(addVersionErrors),
  )
  .add(
    HttpApiEndpoint.del("remove", "/samples/:sample/")
      .setPath(SamplePath)
      .setHeaders(IfMatch)
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Permission, "edit_samples")
      .annotate(OpenApi.Summary, "Delete a sample with its labels and issues")
      .pipe(addVersionErrors),
  )
  .annotate(
    OpenApi.Description,
    "One image, point cloud or sequence to label. Attributes and metadata come back digit for digit.",
  )
  .annotate(OpenApi.Title, "Samples") {}
