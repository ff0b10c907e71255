/** PredictionStore in memory. */
import { HashMap, Option } from "effect"
import type { ClaimId, DatasetId } from "../domain/Ids.ts"
import type { Prediction } from "../domain/Prediction.ts"
import { type PredictionQuery, PredictionStore, type PredictionTally } from "../placement/PredictionStore.ts"
import type { Database } from "./Database.ts"
import { type DatasetRows, findDatasetRows, type State, updateDataset } from "./State.ts"
import { compareAscii } from "./sorted.ts"

export const makePredictionStore = (db: Database): typeof PredictionStore.Service =>
  PredictionStore.of({
    insert: (prediction) =>
      db.write((state) =>
        updateDataset(state, prediction.datasetId, false, (rows) =>
          HashMap.has(rows.predictions, prediction.claimId)
            ? [false, rows]
            : [true, { ...rows, predictions: HashMap.set(rows.predictions, prediction.claimId, prediction) }],
        ),
      ),
    byClaim: (claim) => db.read((state) => findByClaim(state, claim)),
    byVersion: ({ datasetId, sampleId, version }) =>
      db.read((state) =>
        Option.fromNullable(
          listNewestFirst(state, datasetId).find(
            (one) => version !== null && one.sampleId === sampleId && one.labelVersion === version,
          ),
        ),
      ),
    ofSamples: (dataset, samples) =>
      db.read((state) => {
        const ids = new Set(samples)
        return listNewestFirst(state, dataset)
          .filter(({ sampleId }) => ids.has(sampleId))
          .map(omitAnswer)
      }),
    list: (query) =>
      db.read((state) =>
        listNewestFirst(state, query.datasetId)
          .filter((prediction) => isMatch(prediction, query))
          .slice(0, query.limit)
          .map(omitAnswer),
      ),
    tally: (dataset) => db.read((state) => tally(listNewestFirst(state, dataset))),
    forgetAnswers: (before, limit) => db.write((state) => forget(state, before, limit)),
  })

const findByClaim = (state: State, claim: ClaimId): Option.Option<Prediction> => {
  for (const { predictions } of HashMap.values(state.datasets)) {
    const prediction = HashMap.get(predictions, claim)
    if (Option.isSome(prediction)) return prediction
  }
  return Option.none()
}

const listNewestFirst = (state: State, dataset: DatasetId): ReadonlyArray<Prediction> =>
  [...HashMap.values(findDatasetRows(state, dataset)?.predictions ?? HashMap.empty())].sort((a, b) =>
    compareAscii(b.claimId, a.claimId),
  )

const omitAnswer = (prediction: Prediction): Prediction => ({ ...prediction, answer: null })

const isMatch = (prediction: Prediction, { before, model, outcome, sampleId }: PredictionQuery): boolean =>
  (sampleId === undefined || prediction.sampleId === sampleId) &&
  (model === undefined || prediction.model === model) &&
  (outcome === undefined || prediction.outcome === outcome) &&
  (before === undefined || prediction.claimId < before)

const tally = (predictions: ReadonlyArray<Prediction>): ReadonlyArray<PredictionTally> => {
  const tallies = new Map<string, PredictionTally>()
  for (const { model, modelVersion, outcome } of predictions) {
    const key = JSON.stringify([model, modelVersion, outcome])
    tallies.set(key, { model, modelVersion, outcome, count: (tallies.get(key)?.count ?? 0) + 1 })
  }
  return [...tallies.values()]
}

const forget = (state: State, before: string, limit: number): readonly [number, State] => {
  let count = 0
  const forgetIn = (rows: DatasetRows): DatasetRows => ({
    ...rows,
    predictions: HashMap.map(rows.predictions, (prediction) => {
      if (prediction.digest === null || prediction.createdAt >= before || count === limit) return prediction
      count += 1
      return { ...prediction, digest: null, answer: null }
    }),
  })
  const datasets = HashMap.map(state.datasets, forgetIn)
  return [count, { ...state, datasets, deleted: HashMap.map(state.deleted, forgetIn) }]
}
