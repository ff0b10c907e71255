/** Overlap of samples. */
import {
  AgreementStatistics,
  type FieldsOf,
  type MergeSource,
  type OverlapMerge,
  Overlaps,
  type OverlapView,
  toRaw,
} from "@annotary/core/effect"
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
  merged,
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
    ({
      attributes,
      comment,
      createdAt,
      inactiveTime,
      labeler,
      letter,
      rating,
      score,
      status,
      time,
      version,
    }) => ({
      letter,
      labeler,
      label_status: status,
      attributes: toRaw(attributes),
      score,
      rating,
      comment,
      time,
      inactive_time: inactiveTime,
      created_at: createdAt,
      version,
    }),
  ),
  merged: merged && toMergedJson(merged),
})

const toMergedJson = (merged: OverlapMerge): FieldsOf<typeof OverlapRecord>["merged"] =>
  merged.refusal === null
    ? {
        refusal: null,
        attributes: toRaw(merged.attributes),
        base: merged.base,
        objects: merged.objects.map(({ category, geometry, id, isDisputed, sensor, sources }) => ({
          id,
          sensor,
          category_id: category,
          sources: sources.map(toSourceJson),
          geometry,
          disputed: isDisputed,
        })),
        omitted: merged.omitted.map((sources) => sources.map(toSourceJson)),
      }
    : { refusal: merged.refusal, attributes: null, base: null, objects: [], omitted: [] }

const toSourceJson = ({ id, person: letter }: MergeSource) => ({ letter, id })
