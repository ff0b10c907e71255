/** GoldStore in memory. */
import { HashMap, Option } from "effect"
import type { GoldAnswer, GoldCount, GoldFigures, GoldLabel } from "../domain/Gold.ts"
import type { Username } from "../domain/Names.ts"
import { type GoldPlace, GoldStore, type WaitingGoldQuery } from "../placement/GoldStore.ts"
import { isOfUser } from "../placement/placeLeases.ts"
import { compareQueuePlaces } from "../placement/queuePlace.ts"
import type { Database } from "./Database.ts"
import { findOverlapRow } from "./overlapRows.ts"
import { type DatasetRows, findDatasetRows, type State, updateDataset } from "./State.ts"
import { compareAscii } from "./sorted.ts"

export const makeGoldStore = (db: Database): typeof GoldStore.Service =>
  GoldStore.of({
    find: (dataset, sample) =>
      db.read((state) =>
        Option.flatMap(Option.fromNullable(findDatasetRows(state, dataset)), ({ goldLabels }) =>
          HashMap.get(goldLabels, sample),
        ),
      ),
    count: (dataset) =>
      db.read((state) => {
        const rows = findDatasetRows(state, dataset)
        return rows === undefined ? 0 : HashMap.size(rows.goldLabels)
      }),
    put: (label) =>
      db.write((state) =>
        updateDataset(state, label.datasetId, undefined, (rows) => {
          const before = Option.getOrUndefined(HashMap.get(rows.goldLabels, label.sampleId))
          const stored = before === undefined ? label : { ...label, draw: before.draw }
          const goldLabels = HashMap.set(rows.goldLabels, label.sampleId, stored)
          const goldAnswers =
            before?.attributes === label.attributes ? rows.goldAnswers : markOutdated(rows, label)
          return [undefined, { ...rows, goldLabels, goldAnswers }]
        }),
      ),
    list: (dataset, after, limit) =>
      db.read((state) => {
        const rows = findDatasetRows(state, dataset)
        if (rows === undefined) return []
        return [...HashMap.values(rows.goldLabels)]
          .filter(({ sampleId }) => after === null || sampleId > after)
          .toSorted((a, b) => compareAscii(a.sampleId, b.sampleId))
          .slice(0, limit)
          .map(({ createdAt, createdBy, sampleId }) => ({
            ...{ sampleId, createdAt, createdBy },
            ...addUp(listAnswersIn(rows).filter((answer) => answer.sampleId === sampleId)),
          }))
      }),
    listWaiting: (request) =>
      db.read((state, now) =>
        listUnanswered(state, now, request).toSorted(compareQueuePlaces).slice(0, request.limit),
      ),
    listNear: ({ head, ...request }) =>
      db.read((state, now) => {
        const sorted = listUnanswered(state, now, request).toSorted(compareQueuePlaces)
        const before = sorted.filter((place) => compareQueuePlaces(place, head) < 0)
        return [...before.slice(-request.limit), ...sorted.slice(before.length).slice(0, request.limit)]
      }),
    listNext: (request) =>
      db.read((state, now) =>
        listUnanswered(state, now, request)
          .toSorted(
            (a, b) =>
              Number(a.draw < request.pivot) - Number(b.draw < request.pivot) ||
              a.draw - b.draw ||
              compareAscii(a.sampleId, b.sampleId),
          )
          .slice(0, request.limit),
      ),
    listAnswers: ({ after, datasetId, limit, of }) =>
      db.read((state) => {
        const rows = findDatasetRows(state, datasetId)
        return (rows === undefined ? [] : listAnswersIn(rows))
          .filter((answer) => ("user" in of ? answer.user === of.user : answer.sampleId === of.sampleId))
          .filter((answer) => after === null || compareAnswers(after, answer) < 0)
          .toSorted(compareAnswers)
          .slice(0, limit)
      }),
    findAnswer: (dataset, sampleId, user) =>
      db.read((state) =>
        Option.flatMap(Option.fromNullable(findDatasetRows(state, dataset)), ({ goldAnswers }) =>
          HashMap.get(goldAnswers, formatAnswerKey({ sampleId, user })),
        ),
      ),
    addAnswer: (answer) =>
      db.write((state) =>
        updateDataset<GoldCount | null>(state, answer.datasetId, null, (rows) => {
          const key = formatAnswerKey(answer)
          if (HashMap.has(rows.goldAnswers, key)) return [null, rows]
          const { datasetId, user } = answer
          const noTurn = { datasetId, user, rate: 0, countdown: 0, pivot: 0 }
          const next = {
            ...rows,
            goldAnswers: HashMap.set(rows.goldAnswers, key, answer),
            goldTurns: HashMap.modifyAt(
              rows.goldTurns,
              user,
              Option.orElseSome(() => noTurn),
            ),
          }
          return [countAnswers(next, answer.user), next]
        }),
      ),
    findTurn: (dataset, user) =>
      db.read((state) =>
        Option.flatMap(Option.fromNullable(findDatasetRows(state, dataset)), ({ goldTurns }) =>
          HashMap.get(goldTurns, user),
        ),
      ),
    putTurn: (turn) =>
      db.write((state) =>
        updateDataset(state, turn.datasetId, undefined, (rows) => [
          undefined,
          { ...rows, goldTurns: HashMap.set(rows.goldTurns, turn.user, turn) },
        ]),
      ),
    resetCounts: (dataset, user) =>
      db.write((state) =>
        updateDataset(state, dataset, undefined, (rows) => {
          const goldAnswers = HashMap.map(rows.goldAnswers, (answer) =>
            answer.user === user ? { ...answer, counted: false } : answer,
          )
          return [undefined, { ...rows, goldAnswers }]
        }),
      ),
    countAnswers: (dataset, users) =>
      db.read((state) => {
        const rows = findDatasetRows(state, dataset)
        const answers = rows === undefined ? [] : listAnswersIn(rows)
        return new Map(
          users.map((user) => {
            const { answers: count, passed } = addUp(answers.filter((answer) => answer.user === user))
            return [user, { answers: count, passed }] as const
          }),
        )
      }),
    listPeople: (dataset, after, limit) =>
      db.read((state) => {
        const rows = findDatasetRows(state, dataset)
        if (rows === undefined) return []
        const answers = listAnswersIn(rows)
        return [...new Set(answers.map(({ user }) => user))]
          .filter((user) => after === null || user > after)
          .toSorted(compareAscii)
          .slice(0, limit)
          .map((user) => ({
            user,
            ...addUp(answers.filter((answer) => answer.user === user)),
            counted: countAnswers(rows, user),
          }))
      }),
  })

/** The answers of a person that count. */
const countAnswers = (rows: DatasetRows, user: Username): GoldCount => {
  const { answers, passed } = addUp(
    listAnswersIn(rows).filter((answer) => answer.user === user && answer.counted),
  )
  return { answers, passed }
}

/** The latest first. */
const compareAnswers = (a: AnswerPlace, b: AnswerPlace): number =>
  compareAscii(b.at, a.at) || compareAscii(b.sampleId, a.sampleId) || compareAscii(b.user, a.user)

type AnswerPlace = Pick<GoldAnswer, "at" | "sampleId" | "user">

export const formatAnswerKey = ({ sampleId, user }: Pick<GoldAnswer, "sampleId" | "user">): string =>
  `${sampleId} ${user}`

const listAnswersIn = ({ goldAnswers }: DatasetRows): ReadonlyArray<GoldAnswer> => [
  ...HashMap.values(goldAnswers),
]

const listUnanswered = (
  state: State,
  now: number,
  { datasetId, user }: WaitingGoldQuery,
): ReadonlyArray<GoldPlace> => {
  const rows = findDatasetRows(state, datasetId)
  if (rows === undefined) return []
  return [...HashMap.values(rows.goldLabels)].flatMap(({ createdBy, draw, sampleId }) => {
    const overlap = findOverlapRow(rows.overlaps, sampleId)
    if (overlap === undefined || createdBy === user) return []
    if (HashMap.has(rows.goldAnswers, formatAnswerKey({ sampleId, user }))) return []
    return overlap.places.some((place) => isOfUser(place, user, now))
      ? []
      : [{ sampleId, np: overlap.np, draw }]
  })
}

const markOutdated = ({ goldAnswers }: DatasetRows, { sampleId }: Pick<GoldLabel, "sampleId">) =>
  HashMap.map(goldAnswers, (answer) =>
    answer.sampleId === sampleId ? { ...answer, outdated: true } : answer,
  )

const addUp = (answers: ReadonlyArray<GoldAnswer>): GoldFigures => {
  const current = answers.filter(({ outdated }) => !outdated)
  const scores = current.flatMap(({ score }) => score ?? [])
  const compared = current.filter(({ passed }) => passed !== null)
  return {
    answers: compared.length,
    passed: compared.filter(({ passed }) => passed === true).length,
    notCompared: answers.length - compared.length,
    meanScore: scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length,
  }
}
