/** Overlap of samples. */
import { AgreementStatistics, type FieldsOf, Overlaps, type OverlapView, toRaw } from "@annotary/core/effect"
import { Effect } from "effect"
import type { OverlapApi } from "../api/groups/overlap.ts"
import type { OverlapRecord } from "../api/records/overlap.ts"
import { toAgreementJson, toAgreementRequest } from "./agreement.ts"
import { replyJson } from "./answers.ts"
import { group, toDatasetRef } from "./group.ts"

export const overlap = Effect.gen(function* () {
  const service = yield* Overlaps
  const statistics = yield* AgreementStatistics
  return group<typeof OverlapApi>({
    agreement: ({ path, urlParams }) =>
      Effect.map(statistics.figures(toDatasetRef(path), toAgreementRequest(urlParams)), (figures) =>
        replyJson(toAgreementJson(figures)),
      ),
    get: ({ path }) => Effect.map(service.get(path.sample), (view) => replyJson(toOverlapJson(view))),
    set: ({ path, payload }) =>
      Effect.map(service.set(path.sample, payload), (view) => replyJson(toOverlapJson(view))),
  })
})

const toOverlapJson = ({
  accepted,
  agreement,
  finished,
  labels,
  overlap: count,
  sampleId,
  state,
}: OverlapView): FieldsOf<typeof OverlapRecord> => ({
  sample_uuid: sampleId,
  overlap: count,
  state,
  finished,
  agreement: toRaw(agreement),
  accepted,
  labels: labels.map(
    ({ attributes, comment, createdAt, labeler, letter, rating, score, status, version }) => ({
      letter,
      labeler,
      label_status: status,
      attributes: toRaw(attributes),
      score,
      rating,
      comment,
      created_at: createdAt,
      version,
    }),
  ),
})
