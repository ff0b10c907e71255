/** Gold samples. */
import {
  computeGoldShare,
  type FieldsOf,
  type GoldFigures,
  type GoldPersonFigures,
  type GoldSample,
  GoldSamples,
  type NamedGoldFigures,
  toRaw,
} from "@annotary/core/effect"
import { Effect } from "effect"
import type { GoldApi } from "../api/groups/gold.ts"
import type { GoldFiguresRecord, GoldPersonRecord, GoldSampleRecord } from "../api/records/gold.ts"
import { noContent } from "../transport/reply/reply.ts"
import { replyJson, replyList } from "./answers.ts"
import { group, toDatasetRef } from "./group.ts"

export const gold = Effect.gen(function* () {
  const service = yield* GoldSamples
  return group<typeof GoldApi>({
    get: ({ path }) => Effect.map(service.get(path.sample), (sample) => replyJson(toGoldJson(sample))),
    set: ({ path, payload }) =>
      Effect.map(service.set(path.sample, payload), (sample) => replyJson(toGoldJson(sample))),
    remove: ({ path }) => Effect.as(service.remove(path.sample), noContent),
    list: ({ path, urlParams: { after, per_page: limit } }) =>
      Effect.map(service.list(toDatasetRef(path), { after, limit }), (rows) =>
        replyList(rows, toFiguresJson),
      ),
    people: ({ path }) =>
      Effect.map(service.people(toDatasetRef(path)), (people) => replyList(people, toPersonJson)),
  })
})

const toGoldJson = ({ answers, label }: GoldSample): FieldsOf<typeof GoldSampleRecord> => ({
  sample_uuid: label.sampleId,
  attributes: toRaw(label.attributes),
  created_at: label.createdAt,
  created_by: label.createdBy,
  answers: answers.map(({ at, label: given, outdated, passed, score, user }) => ({
    ...{ user, score, passed, outdated, answered_at: at },
    label_status: given?.status ?? null,
    attributes: given?.attributes == null ? null : toRaw(given.attributes),
    comment: given?.comment ?? null,
  })),
})

const toCountsJson = ({ answers, meanScore, notCompared, passed }: GoldFigures) => ({
  answers,
  passed,
  not_compared: notCompared,
  mean_score: meanScore,
})

const toFiguresJson = ({
  createdAt,
  createdBy,
  name,
  sampleId,
  ...figures
}: NamedGoldFigures): FieldsOf<typeof GoldFiguresRecord> => ({
  sample_uuid: sampleId,
  name,
  created_at: createdAt,
  created_by: createdBy,
  ...toCountsJson(figures),
})

const toPersonJson = ({
  counted,
  user,
  ...figures
}: GoldPersonFigures): FieldsOf<typeof GoldPersonRecord> => {
  const share = computeGoldShare(figures)
  return {
    user,
    ...toCountsJson(figures),
    share: share === null ? null : share.share,
    share_low: share === null ? null : share.low,
    share_high: share === null ? null : share.high,
    counted: { answers: counted.answers, passed: counted.passed },
  }
}
