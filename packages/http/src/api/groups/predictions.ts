/** The answers of models to their claims. */
import { ClaimId, PredictionJson, PredictionOutcome, SampleId } from "@annotary/core/effect"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { ClaimPath, DatasetPath, makeWholeParameter } from "../parameters.ts"
import { DeclineBody, PredictionRequest, PrelabelBody } from "../payloads/prediction.ts"
import { Permission } from "../permission.ts"
import { NotIdempotent } from "../rawJson.ts"
import { DeclineDone, PredictionCount, PredictionRequestDone, PrelabelDone } from "../records/prediction.ts"
import { addAccessErrors, addChangeErrors } from "../statuses.ts"

const exact = { exact: true } as const

export class PredictionsApi extends HttpApiGroup.make("predictions")
  .add(
    HttpApiEndpoint.post("prelabel", "/claims/:claim/prelabel/")
      .setPath(ClaimPath)
      .setPayload(PrelabelBody)
      .addSuccess(PrelabelDone)
      .annotate(Permission, "prelabel")
      .annotate(NotIdempotent, true)
      .annotate(OpenApi.Summary, "Submit the label of a model and end the claim")
      .annotate(
        OpenApi.Description,
        "Only for the model that has the claim. The label becomes PRELABELED. A label that does not fit the configuration is refused with 400, and the claim stays open. Where a person has written the label, the response is 409 `touched_by_person`, and the claim ends.",
      )
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.post("decline", "/claims/:claim/decline/")
      .setPath(ClaimPath)
      .setPayload(DeclineBody)
      .addSuccess(DeclineDone)
      .annotate(Permission, "prelabel")
      .annotate(NotIdempotent, true)
      .annotate(OpenApi.Summary, "Give no label and end the claim")
      .annotate(
        OpenApi.Description,
        "Only for the model that has the claim. The reason is stored, and no model gets the sample again until another label is requested.",
      )
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.get("list", "/datasets/:owner/:dataset/predictions/")
      .setPath(DatasetPath)
      .setUrlParams(
        Schema.Struct({
          sample: Schema.optionalWith(SampleId, exact),
          model: Schema.optionalWith(Schema.String, exact),
          outcome: Schema.optionalWith(PredictionOutcome, exact),
          before: Schema.optionalWith(
            ClaimId.annotations({ description: "Predictions of claims that are older than this one" }),
            exact,
          ),
          per_page: makeWholeParameter(1, 1000, 100),
        }),
      )
      .addSuccess(Schema.Array(PredictionJson))
      .annotate(Permission, "read")
      .annotate(OpenApi.Summary, "List the answers of models, the newest claims first")
      .annotate(OpenApi.Description, "Managers get those of all models, and models their own.")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.get("count", "/datasets/:owner/:dataset/predictions/counts/")
      .setPath(DatasetPath)
      .addSuccess(Schema.Array(PredictionCount))
      .annotate(Permission, "read")
      .annotate(OpenApi.Summary, "Count the answers of models by version and outcome")
      .annotate(OpenApi.Description, "Managers get those of all models, and models their own.")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.post("request", "/datasets/:owner/:dataset/predictions/requests/")
      .setPath(DatasetPath)
      .setPayload(PredictionRequest)
      .addSuccess(PredictionRequestDone)
      .annotate(Permission, "prioritise")
      .annotate(NotIdempotent, true)
      .annotate(OpenApi.Summary, "Request labels of models for up to 10000 samples")
      .annotate(
        OpenApi.Description,
        "For samples without a label, and for those whose last version is the answer of a model, which gets another one in its place. `dry_run` counts them. A repeated call leaves out what waits already.",
      )
      .pipe(addChangeErrors),
  )
  .annotate(OpenApi.Description, "The answers of models to their claims of the queue `prelabeling`.")
  .annotate(OpenApi.Title, "Predictions") {}
