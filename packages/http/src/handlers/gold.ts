/** Gold samples. */
import {
  computeGoldShare,
  type FieldsOf,
  type GoldAnswer,
  type GoldFigures,
  type GoldPersonFigures,
  type GoldSample,
  GoldSamples,
  type JsonTree,
  type LabeledGoldAnswer,
  type NamedGoldAnswer,
  type NamedGoldFigures,
  toRaw,
} from "@annotary/core/effect"
import { Effect } from "effect"
import type { GoldApi } from "../api/groups/gold.ts"
import type {
  GoldAnswerRecord,
  GoldFiguresRecord,
  GoldPersonAnswerRecord,
  GoldPersonRecord,
  GoldSampleRecord,
} from "../api/records/gold.ts"
import { noContent } from "../transport/reply/reply.ts"
import { type Address, makeNextPageLink, replyJson } from "./answers.ts"
import { parseIfMatch } from "./conditions.ts"
import { group, toDatasetRef } from "./group.ts"

export const gold = Effect.gen(function* () {
  const service = yield* GoldSamples
  return group<typeof GoldApi>({
    get: ({ path }) => Effect.map(service.get(path.sample), replyGold),
    set: ({ headers, path, payload }) => {
      const condition = headers["if-none-match"] === "*" ? null : parseIfMatch(headers)
      return Effect.map(service.set(path.sample, payload, condition), replyGold)
    },
    remove: ({ headers, path }) => Effect.as(service.remove(path.sample, parseIfMatch(headers)), noContent),
    list: ({ path, url, urlParams: { after, per_page: limit } }) =>
      Effect.map(service.list(toDatasetRef(path), { after, limit }), (rows) =>
        replyRows(rows, toFiguresJson, { url, limit, name: ({ sampleId }) => sampleId }),
      ),
    people: ({ path, url, urlParams: { after, per_page: limit } }) =>
      Effect.map(service.people(toDatasetRef(path), { after, limit }), (rows) =>
        replyRows(rows, toPersonJson, { url, limit, name: ({ user }) => user }),
      ),
    answers: ({ path, url, urlParams: { after, per_page: limit } }) =>
      Effect.map(service.answers(path.sample, { after, limit }), (rows) =>
        replyRows(rows, toAnswerJson, { url, limit, name: ({ user }) => user }),
      ),
    personAnswers: ({ path, url, urlParams: { after, per_page: limit } }) =>
      Effect.map(service.personAnswers(toDatasetRef(path), path.username, { after, limit }), (rows) =>
        replyRows(rows, toPersonAnswerJson, { url, limit, name: ({ sampleId }) => sampleId }),
      ),
  })
})

const replyGold = (sample: GoldSample) => replyJson(toGoldJson(sample), { etag: sample.label.version })

/** A page of a list. A full page has a link to the rows after its last one. */
const replyRows = <Row>(
  rows: ReadonlyArray<Row>,
  show: (row: Row) => JsonTree,
  page: { readonly url: Address; readonly limit: number; readonly name: (row: Row) => string },
) => {
  const last = rows.length < page.limit ? undefined : rows.at(-1)
  const after = last === undefined ? undefined : page.name(last)
  return replyJson(rows.map(show), { headers: makeNextPageLink(page.url, "after", after) })
}

const toGoldJson = ({ answers, label }: GoldSample): FieldsOf<typeof GoldSampleRecord> => ({
  sample_uuid: label.sampleId,
  attributes: toRaw(label.attributes),
  created_at: label.createdAt,
  created_by: label.createdBy,
  answers: answers.map(toAnswerJson),
})

const toResultJson = ({ at, counted, outdated, passed, score }: GoldAnswer) => ({
  ...{ score, passed, outdated, counted, answered_at: at },
})

const toAnswerJson = (answer: LabeledGoldAnswer): FieldsOf<typeof GoldAnswerRecord> => {
  const { label, user } = answer
  return {
    user,
    ...toResultJson(answer),
    label_status: label?.status ?? null,
    attributes: label?.attributes == null ? null : toRaw(label.attributes),
    comment: label?.comment ?? null,
  }
}

const toPersonAnswerJson = (answer: NamedGoldAnswer): FieldsOf<typeof GoldPersonAnswerRecord> => ({
  ...{ sample_uuid: answer.sampleId, name: answer.name },
  ...toResultJson(answer),
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
