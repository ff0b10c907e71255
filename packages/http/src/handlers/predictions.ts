/** The answers of models to their claims. */
import { Predictions, toPredictionJson } from "@annotary/core/effect"
import { Effect } from "effect"
import type { PredictionsApi } from "../api/groups/predictions.ts"
import { replyText } from "../transport/reply/reply.ts"
import { makeNextPageLink, replyJson, replyList } from "./answers.ts"
import { group, toDatasetRef } from "./group.ts"
import { toWireNames } from "./wireNames.ts"

export const predictions = Effect.gen(function* () {
  const service = yield* Predictions
  return group<typeof PredictionsApi>({
    prelabel: ({ path, payload: { model_version: modelVersion, ...label } }) =>
      Effect.map(service.prelabel(path.claim, { ...label, modelVersion }), ({ answer }) =>
        replyText(answer),
      ).pipe(Effect.mapError(toWireNames)),
    decline: ({ path, payload: { model_version: modelVersion, reason } }) =>
      Effect.map(service.decline(path.claim, { modelVersion, reason }), ({ answer }) =>
        replyText(answer),
      ).pipe(Effect.mapError(toWireNames)),
    list: ({ path, url, urlParams: { per_page: limit, ...filter } }) =>
      Effect.map(service.list(toDatasetRef(path), { ...filter, limit }), (found) => {
        const last = found.length < limit ? undefined : found.at(-1)
        const headers = makeNextPageLink(url, "before", last?.claimId)
        return replyJson(found.map(toPredictionJson), { headers })
      }),
    count: ({ path }) =>
      Effect.map(service.count(toDatasetRef(path)), (tallies) =>
        replyList(tallies, ({ modelVersion, ...tally }) => ({ ...tally, model_version: modelVersion })),
      ),
  })
})
