/** The queues: claims, work on claims, and views of a queue. */
import { ClaimJson } from "@annotary/core/effect"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import {
  ClaimPath,
  DatasetPath,
  makeWholeParameter,
  QueuePath,
  QueueSamplePath,
  SamplePath,
  Span,
  StatisticsParams,
  Switch,
  workunitParameters,
} from "../parameters.ts"
import { ClaimRequest, RenewRequest, SampleClaimRequest, WorkBody } from "../payloads/sample.ts"
import { Permission } from "../permission.ts"
import { LenientQuery, NotIdempotent, ToleratedValues } from "../rawJson.ts"
import {
  QueueExplanation,
  QueueStatsRecord,
  QueueStepRecord,
  ReviewDrawRecord,
  ThroughputRecord,
} from "../records/queue.ts"
import { StatisticsRecord } from "../records/statistics.ts"
import { ClaimedSample, ListedClaim, ListedWorkunit, UndoneWork, WorkDone } from "../records/work.ts"
import { addAccessErrors, addChangeErrors, addKeyErrors } from "../statuses.ts"

const ofUser = Schema.optionalWith(
  Schema.String.annotations({ description: "The person whose order is shown; by default the caller" }),
  {
    exact: true,
  },
)

const WorkunitParams = Schema.Struct({
  ...workunitParameters,
  include_session_time_metrics: Schema.optionalWith(Switch, { exact: true }).annotations({
    description: "Adds `session_time_metrics` to each workunit",
  }),
})

/** One action on a claim. All actions have the same body and the same response, and are idempotent by claim. */
const makeClaimAction = <const Name extends "save" | "submit" | "skip" | "accept" | "reject">(
  name: Name,
  permission: "label" | "review",
  summary: string,
) =>
  HttpApiEndpoint.post(name, `/claims/:claim/${name}/`)
    .setPath(ClaimPath)
    .setPayload(WorkBody)
    .addSuccess(WorkDone)
    .annotate(Permission, permission)
    .annotate(NotIdempotent, true)
    .annotate(OpenApi.Summary, summary)
    .pipe(addChangeErrors)

export class QueueApi extends HttpApiGroup.make("queue")
  .add(
    HttpApiEndpoint.post("claim", "/datasets/:owner/:dataset/queue/:queue/claim/")
      .setPath(QueuePath)
      .setPayload(ClaimRequest)
      .addSuccess(Schema.Array(ClaimedSample))
      .annotate(Permission, "label")
      .annotate(OpenApi.Summary, "Claim the next samples")
      .annotate(OpenApi.Description, "Your own open claims come first.")
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.post("claimSample", "/datasets/:owner/:dataset/queue/:queue/claim/:sample/")
      .setPath(QueueSamplePath)
      .setPayload(SampleClaimRequest)
      .addSuccess(ClaimedSample)
      .annotate(Permission, "label")
      .annotate(OpenApi.Summary, "Claim a given sample")
      .annotate(
        OpenApi.Description,
        "Claims the sample regardless of its place in the order, if the queue could give it to the caller. Your own open claim of it is renewed. Otherwise the response is 409 with the reason: `sample_held`, `sample_finished`, `sample_of_other` or `too_many_claims`.",
      )
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.get("stats", "/datasets/:owner/:dataset/queue/stats/")
      .setPath(DatasetPath)
      .setUrlParams(Schema.Struct(Span))
      .addSuccess(QueueStatsRecord)
      .annotate(Permission, "label")
      .annotate(OpenApi.Summary, "Get the work done per person, by default of the last 7 days")
      .annotate(OpenApi.Description, "Managers get the work of everyone, others their own.")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.get("throughput", "/datasets/:owner/:dataset/queue/throughput/")
      .setPath(DatasetPath)
      .setUrlParams(Schema.Struct(Span))
      .addSuccess(ThroughputRecord)
      .annotate(Permission, "label")
      .annotate(OpenApi.Summary, "Get the work finished per day, by default of the last 30 days")
      .annotate(OpenApi.Description, "Managers get the work of everyone, others their own.")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.get("statistics", "/datasets/:owner/:dataset/statistics/")
      .setPath(DatasetPath)
      .setUrlParams(StatisticsParams)
      .addSuccess(StatisticsRecord)
      .annotate(Permission, "label")
      .annotate(OpenApi.Summary, "Get work statistics by person, day, kind of work and category")
      .annotate(OpenApi.Description, "Managers get the work of everyone, others their own.")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.get("statisticsCsv", "/datasets/:owner/:dataset/statistics.csv")
      .setPath(DatasetPath)
      .setUrlParams(StatisticsParams)
      .addSuccess(HttpApiSchema.Text({ contentType: "text/csv; charset=utf-8" }))
      .annotate(Permission, "label")
      .annotate(OpenApi.Summary, "Get work statistics as CSV")
      .annotate(
        OpenApi.Description,
        "The rows of the JSON statistics, for spreadsheets. Texts that look like formulas begin with an apostrophe.",
      )
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.get("view", "/datasets/:owner/:dataset/queue/:queue/")
      .setPath(QueuePath)
      .setUrlParams(Schema.Struct({ user: ofUser, limit: makeWholeParameter(1, 1000, 10) }))
      .addSuccess(Schema.Array(QueueStepRecord))
      .annotate(Permission, "label")
      .annotate(OpenApi.Summary, "Get the queue of a person, step by step")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.get("explain", "/datasets/:owner/:dataset/queue/:queue/explain/")
      .setPath(QueuePath)
      .setUrlParams(Schema.Struct({ user: ofUser }))
      .addSuccess(QueueExplanation)
      .annotate(Permission, "label")
      .annotate(OpenApi.Summary, "Explain which sample a person would get next")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.get("reviewDraw", "/samples/:sample/review_draw/")
      .setPath(SamplePath)
      .addSuccess(ReviewDrawRecord)
      .annotate(Permission, "view_work")
      .annotate(OpenApi.Summary, "Get whether a sample is drawn for a review")
      .annotate(
        OpenApi.Description,
        "The draw follows from the sample and a secret of the server, and never changes. It is shown once the label of the sample was submitted, so that nobody foresees it. A submitted label waits for a reviewer when the draw of its sample is below `review_rate`.",
      )
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.get("claims", "/datasets/:owner/:dataset/claims/")
      .setPath(DatasetPath)
      .addSuccess(Schema.Array(ListedClaim))
      .annotate(Permission, "label")
      .annotate(OpenApi.Summary, "List open claims, oldest first")
      .annotate(OpenApi.Description, "Managers get the claims of everyone, others their own.")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.get("workunits", "/datasets/:owner/:dataset/workunits/")
      .setPath(DatasetPath)
      .setUrlParams(WorkunitParams)
      .addSuccess(Schema.Array(ListedWorkunit))
      .annotate(Permission, "label")
      .annotate(LenientQuery, true)
      .annotate(ToleratedValues, {})
      .annotate(OpenApi.Description, "Unknown parameters are ignored, and empty values count as absent.")
      .annotate(OpenApi.Summary, "List workunits, newest first")
      .pipe(addAccessErrors),
  )
  .annotate(OpenApi.Description, "The order in which people get samples, and the work that was done.")
  .annotate(OpenApi.Title, "Queue") {}

export class ClaimsApi extends HttpApiGroup.make("claims")
  .add(
    HttpApiEndpoint.get("mine", "/claims/")
      .addSuccess(Schema.Array(ListedClaim))
      .annotate(Permission, "person")
      .annotate(OpenApi.Summary, "List your open claims, oldest first")
      .pipe(addKeyErrors),
  )
  .add(
    HttpApiEndpoint.get("get", "/claims/:claim/")
      .setPath(ClaimPath)
      .addSuccess(ClaimedSample)
      .annotate(Permission, "label")
      .annotate(OpenApi.Summary, "Get an open claim with its sample and label")
      .annotate(OpenApi.Description, "Only for the holder of the claim or a manager.")
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.post("renew", "/claims/:claim/renew/")
      .setPath(ClaimPath)
      .setPayload(RenewRequest)
      .addSuccess(ClaimJson)
      .annotate(Permission, "label")
      .annotate(NotIdempotent, true)
      .annotate(OpenApi.Summary, "Renew a claim")
      .annotate(OpenApi.Description, "The lease is extended from now.")
      .pipe(addChangeErrors),
  )
  .add(makeClaimAction("save", "label", "Save unfinished work and keep the claim"))
  .add(makeClaimAction("submit", "label", "Submit the label and end the claim"))
  .add(makeClaimAction("skip", "label", "Skip the sample and end the claim"))
  .add(makeClaimAction("accept", "review", "Accept the label and end the claim"))
  .add(makeClaimAction("reject", "review", "Reject the label and end the claim; a comment creates an issue"))
  .add(
    HttpApiEndpoint.post("undo", "/claims/:claim/undo/")
      .setPath(ClaimPath)
      .setPayload(SampleClaimRequest)
      .addSuccess(UndoneWork)
      .annotate(Permission, "label")
      .annotate(OpenApi.Summary, "Take back a submission or an acceptance within a minute")
      .annotate(
        OpenApi.Description,
        "Only for the person who did the work, while nobody has claimed the sample or changed the label since; otherwise the response is 409 `sample_held`, `not_undoable`, `stale_claim`, `claim_ended` or `dataset_archived`. Work with a comment, whose issue stays, cannot be taken back. An acceptance takes the permission to review. The label returns to its version before the work, and you get a new claim on the sample. The history of the label keeps both versions. Of samples that several people label, the label of one person is removed, while nobody has claimed or made the decision.",
      )
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.del("giveBack", "/claims/:claim/")
      .setPath(ClaimPath)
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Permission, "label")
      .annotate(OpenApi.Summary, "Release a claim")
      .annotate(
        OpenApi.Description,
        "Returns the sample to the queue. Only for the holder of the claim or a manager.",
      )
      .pipe(addChangeErrors),
  )
  .annotate(
    OpenApi.Description,
    "Exclusive leases on samples. A repeated request gets the response of the first one.",
  )
  .annotate(OpenApi.Title, "Claims") {}
