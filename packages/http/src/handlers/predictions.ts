/** The answers of models to their claims. */
import { PredictionRequests, Predictions, toPredictionJson } from "@annotary/core/effect"
import { Effect } from "effect"
import type { PredictionsApi } from "../api/groups/predictions.ts"
import { replyText } from "../transport/reply/reply.ts"
import { makeNextPageLink, replyJson, replyList } from "./answers.ts"
import { toBulkTarget } from "./bulkTargets.ts"
import { group, toDatasetRef } from "./group.ts"
import { toWireNames } from "./wireNames.ts"

export const predictions = Effect.gen(function* () {
  const service = yield* Predictions
  const requests = yield* PredictionRequests
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
    request: ({ path, payload }) =>
      Effect.map(
        requests.request(toDatasetRef(path), toBulkTarget(payload), {
          unlessVersion: payload.unless_version,
          dryRun: payload.dry_run,
        }),
        ({ leftOut, requested, ...rest }) =>
          replyJson({ requested_count: requested, left_out: leftOut, ...rest }),
      ).pipe(Effect.mapError(toWireNames)),
    count: ({ path }) =>
      Effect.map(service.count(toDatasetRef(path)), (tallies) =>
        replyList(tallies, ({ modelVersion, ...tally }) => ({ ...tally, model_version: modelVersion })),
      ),
  })
})
