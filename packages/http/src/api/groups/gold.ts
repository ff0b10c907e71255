/** Gold samples: samples with a known label, by which the people who label are measured. */
import { RawObject, SampleId, Username } from "@annotary/core/effect"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { CollaboratorPath, DatasetPath, IfMatch, makeWholeParameter, SamplePath } from "../parameters.ts"
import { Permission } from "../permission.ts"
import {
  GoldAnswerRecord,
  GoldFiguresRecord,
  GoldPersonAnswerRecord,
  GoldPersonRecord,
  GoldSampleRecord,
} from "../records/gold.ts"
import { addAccessErrors, addVersionErrors } from "../statuses.ts"

const GoldBody = Schema.Struct({
  attributes: RawObject.annotations({ description: "The known label" }),
}).annotations({ identifier: "GoldBody" })

/** Pages of samples, and of a person's answers: `after` is the last sample of the previous page. */
const GoldParams = Schema.Struct({
  per_page: makeWholeParameter(1, 1000, 100),
  after: Schema.optionalWith(SampleId, { exact: true }),
})

/** Pages of people: `after` is the last one of the previous page. */
const makePeopleParams = (most: number) =>
  Schema.Struct({
    per_page: makeWholeParameter(1, most, 100),
    after: Schema.optionalWith(Username, { exact: true }),
  })

/** The conditions of a change: the known label that it replaces, or that there is none. */
const Conditions = Schema.Struct({
  ...IfMatch.fields,
  "if-none-match": Schema.optional(
    Schema.Literal("*").annotations({
      description:
        "Carries out the request only if the sample has no known label; otherwise the response is 412",
    }),
  ),
})

export class GoldApi extends HttpApiGroup.make("gold")
  .add(
    HttpApiEndpoint.get("get", "/samples/:sample/gold/")
      .setPath(SamplePath)
      .addSuccess(GoldSampleRecord)
      .annotate(Permission, "view_work")
      .annotate(OpenApi.Summary, "Get the known label of a gold sample, and the results of people")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.put("set", "/samples/:sample/gold/")
      .setPath(SamplePath)
      .setPayload(GoldBody)
      .setHeaders(Conditions)
      .addSuccess(GoldSampleRecord)
      .annotate(Permission, "prioritise")
      .annotate(OpenApi.Summary, "Make a sample a gold sample, or replace its known label")
      .annotate(
        OpenApi.Description,
        "For an unlabeled sample that nobody has begun or claimed; otherwise the response is 409 `gold_closed`. It is mixed into the labeling queue at the `gold_rate` of the dataset, and people cannot tell it from others. Its ground truth stays empty. Answers to a replaced label do not count in the figures any more.",
      )
      .pipe(addVersionErrors),
  )
  .add(
    HttpApiEndpoint.del("remove", "/samples/:sample/gold/")
      .setPath(SamplePath)
      .setHeaders(IfMatch)
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Permission, "prioritise")
      .annotate(OpenApi.Summary, "Return a gold sample to the labeling queue")
      .annotate(
        OpenApi.Description,
        "Deletes the known label and the labels of people, and ends the claims on the sample. The results stay in the figures of people.",
      )
      .pipe(addVersionErrors),
  )
  .add(
    HttpApiEndpoint.get("list", "/datasets/:owner/:dataset/gold/")
      .setPath(DatasetPath)
      .setUrlParams(GoldParams)
      .addSuccess(Schema.Array(GoldFiguresRecord))
      .annotate(Permission, "view_work")
      .annotate(OpenApi.Summary, "List the gold samples of a dataset with the figures of their answers")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.get("people", "/datasets/:owner/:dataset/gold/people/")
      .setPath(DatasetPath)
      .setUrlParams(makePeopleParams(1000))
      .addSuccess(Schema.Array(GoldPersonRecord))
      .annotate(Permission, "view_work")
      .annotate(OpenApi.Summary, "List the results of people on gold samples, by name")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.get("answers", "/samples/:sample/gold/answers/")
      .setPath(SamplePath)
      .setUrlParams(makePeopleParams(100))
      .addSuccess(Schema.Array(GoldAnswerRecord))
      .annotate(Permission, "view_work")
      .annotate(OpenApi.Summary, "List the answers to a gold sample with the labels, the latest first")
      .annotate(
        OpenApi.Description,
        "A sample that is no gold sample any more has the answers of before, without labels.",
      )
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.get("personAnswers", "/datasets/:owner/:dataset/gold/people/:username/answers/")
      .setPath(CollaboratorPath)
      .setUrlParams(GoldParams)
      .addSuccess(Schema.Array(GoldPersonAnswerRecord))
      .annotate(Permission, "view_work")
      .annotate(OpenApi.Summary, "List a person's answers to gold samples, the latest first")
      .pipe(addAccessErrors),
  )
  .annotate(
    OpenApi.Description,
    "Samples with a known label, which are mixed into the labeling queue to measure the people who label.",
  )
  .annotate(OpenApi.Title, "Gold samples") {}
