/**
 * The steps of the two queues on SQLite. Each step is one range of one partial index, read in the order of the index. Statements
 * name the index, because the planner does not know how few rows it has.
 */
import {
  type DatasetId,
  type QueueName,
  type QueueStep,
  type QueueStepName,
  queueSteps,
  type SampleId,
  type Username,
} from "@annotary/core/effect"
import { number, type Query, type RawRow, type Rows, type Run, text } from "@annotary/storage-sql"
import type { SqlError } from "@effect/sql"
import { Effect } from "effect"

export interface QueueScope {
  readonly datasetId: DatasetId
  readonly user: Username
  readonly queue: QueueName
}

export interface Place {
  readonly sample: SampleId
  readonly step: QueueStep
}

/** `own` is steps 1 and 2 together, which are one range because the index has the step before the priority. */
export type Step = "own" | QueueStep

export const stepsToClaim: { readonly [Queue in QueueName]: ReadonlyArray<Step> } = {
  prelabeling: ["own"],
  labeling: ["own", ...queueSteps.labeling.filter((step) => step > 2)],
  reviewing: ["own", ...queueSteps.reviewing.filter((step) => step > 2)],
}

/** Limits the rows of the pool that are searched for labels of other users before the search goes labeler by labeler. */
const window = 32

const free = "dataset_id = ? AND holder IS NULL"
const pool = `${free} AND open_step = 14`
/** The step that is not a range. */
const others = "reviewing 4"

type RangeName = Exclude<QueueStepName, typeof others> | `${QueueName} own`

const from = (index: "q_own" | "q_open" | "q_rev") => `sample_queue INDEXED BY ${index}`

/** The rows of a step. The parameters are the dataset and, except for pools, the user. */
const ranges: Readonly<Record<RangeName, string>> = {
  "prelabeling own": `${from("q_own")} WHERE ${free} AND own_user = '' AND own_step > 20`,
  "prelabeling 1": `${from("q_own")} WHERE ${free} AND own_user = '' AND own_step = 21`,
  "prelabeling 2": `${from("q_own")} WHERE ${free} AND own_user = '' AND own_step = 22`,
  "labeling own": `${from("q_own")} WHERE ${free} AND own_user = ? AND own_step < 10`,
  "labeling 1": `${from("q_own")} WHERE ${free} AND own_user = ? AND own_step = 1`,
  "labeling 2": `${from("q_own")} WHERE ${free} AND own_user = ? AND own_step = 2`,
  "labeling 3": `${from("q_open")} WHERE ${free} AND open_user = ? AND open_step = 3`,
  "labeling 4": `${from("q_open")} WHERE ${free} AND open_user = '' AND open_step = 4`,
  "reviewing own": `${from("q_own")} WHERE ${free} AND own_user = ? AND own_step > 10`,
  "reviewing 1": `${from("q_own")} WHERE ${free} AND own_user = ? AND own_step = 11`,
  "reviewing 2": `${from("q_own")} WHERE ${free} AND own_user = ? AND own_step = 12`,
  "reviewing 3": `${from("q_open")} WHERE ${free} AND open_user = ? AND open_step = 13`,
  "reviewing 5": `${from("q_rev")} WHERE ${pool} AND labeler = ?`,
}

const selectRange = (name: RangeName, distinct: boolean): string =>
  `SELECT sample_id${name.endsWith("own") ? ", own_step" : ""} FROM ${ranges[name]}${distinct ? " AND own_user IS NOT ?" : ""}`

/** Subqueries for the first sample of each step of labeling. The parameters are the dataset and, except for the pool, the user. */
export const firstToLabel: ReadonlyArray<string> = [
  `SELECT sample_id FROM ${ranges["labeling own"]} ORDER BY own_step, np, sample_id LIMIT 1`,
  `SELECT sample_id FROM ${ranges["labeling 3"]} ORDER BY np, sample_id LIMIT 1`,
  `SELECT sample_id FROM ${ranges["labeling 4"]} ORDER BY np, sample_id LIMIT 1`,
]

/** Selects the first samples of a step. `distinct` leaves out the user's own samples, which belong to steps 1 and 2. */
export const makeRangeQuery = (scope: QueueScope, step: Step, limit: number, distinct: boolean): Query => {
  const { datasetId, user, queue } = scope
  const apart = distinct && step !== "own" && step > 2
  const order = step === "own" ? "own_step, np, sample_id" : "np, sample_id"
  const isPool = queue === "prelabeling" || (queue === "labeling" && step === 4)
  const people = [...(isPool ? [] : [user]), ...(apart ? [user] : [])]
  return {
    // Cast: a queue has only its own steps, and the step that is not a range is read otherwise.
    text: `${selectRange(`${queue} ${step}` as RangeName, apart)} ORDER BY ${order} LIMIT CAST(? AS BIGINT)`,
    params: [datasetId, ...people, limit],
  }
}

/** Selects the first rows of the reviewing pool, including labels of the user. */
export const makeHeadQuery = ({ datasetId }: QueueScope, limit: number, distinct: boolean): Query => ({
  text: `SELECT sample_id, labeler${distinct ? ", own_user" : ""} FROM ${from("q_open")}
    WHERE ${pool} AND open_user = '' ORDER BY np, sample_id LIMIT CAST(? AS BIGINT)`,
  params: [datasetId, limit],
})

/** Selects the first samples of each other labeler, stepping from labeler to labeler along the index. */
export const makeBestOfEachQuery = (
  { datasetId, user }: QueueScope,
  limit: number,
  distinct: boolean,
): Query => ({
  text: `WITH RECURSIVE labelers (name) AS (
      SELECT MIN(labeler) FROM ${from("q_rev")} WHERE ${pool}
      UNION ALL SELECT (SELECT MIN(labeler) FROM ${from("q_rev")} WHERE ${pool} AND labeler > labelers.name)
        FROM labelers WHERE labelers.name IS NOT NULL)
    SELECT q.sample_id AS sample_id FROM labelers CROSS JOIN sample_queue q
    WHERE labelers.name <> ? AND q.dataset_id = ? AND q.sample_id IN
      (SELECT sample_id FROM ${from("q_rev")} WHERE ${pool} AND labeler = labelers.name
        ${distinct ? "AND own_user IS NOT ?" : ""} ORDER BY np, sample_id LIMIT CAST(? AS BIGINT))
    ORDER BY q.np, q.sample_id LIMIT CAST(? AS BIGINT)`,
  params: [datasetId, datasetId, user, datasetId, datasetId, ...(distinct ? [user] : []), limit, limit],
})

/** Reads the first free samples of a step in order. */
export const pickStep = (
  run: Run,
  scope: QueueScope,
  step: Step,
  limit: number,
  distinct: boolean,
): Effect.Effect<ReadonlyArray<Place>, SqlError.SqlError> =>
  `${scope.queue} ${step}` === others
    ? pickOthers(run, scope, limit, distinct)
    : Effect.map(run(makeRangeQuery(scope, step, limit, distinct)), (rows) =>
        rows.map((raw) => toPlace(raw, step === "own" ? toStep(ownStep.read(raw.own_step)) : step)),
      )

/** Counts the samples that wait in a step, up to the limit. */
export const countStep = (run: Run, scope: QueueScope, step: QueueStep, limit: number): Rows => {
  const { text, params } =
    `${scope.queue} ${step}` === others
      ? makeCountOthersQuery(scope, limit)
      : makeRangeQuery(scope, step, limit, true)
  return run({ text: `SELECT COUNT(*) AS "n" FROM (${text})`, params })
}

/** Reads the reviewing pool without the user's own labels: its first rows usually suffice, else the first of each labeler. */
const pickOthers = (run: Run, scope: QueueScope, limit: number, distinct: boolean) =>
  Effect.gen(function* () {
    const head = yield* run(makeHeadQuery(scope, limit + window, distinct))
    const suitable = head.filter(
      (raw) => raw.labeler !== scope.user && !(distinct && raw.own_user === scope.user),
    )
    if (suitable.length >= limit || head.length < limit + window)
      return suitable.slice(0, limit).map((raw) => toPlace(raw, 4))
    return (yield* run(makeBestOfEachQuery(scope, limit, distinct))).map((raw) => toPlace(raw, 4))
  })

/** Selects the same samples without an order: the ranges of labelers before and after the user. */
const makeCountOthersQuery = ({ datasetId, user }: QueueScope, limit: number): Query => {
  const selectSide = (sign: "<" | ">") =>
    `SELECT * FROM (SELECT sample_id FROM ${from("q_rev")} WHERE ${pool} AND labeler ${sign} ? AND own_user IS NOT ? LIMIT CAST(? AS BIGINT))`
  return {
    text: `${selectSide("<")} UNION ALL ${selectSide(">")} LIMIT CAST(? AS BIGINT)`,
    params: [datasetId, user, user, limit, datasetId, user, user, limit, limit],
  }
}

const sample = text<SampleId>("sample_id")
const ownStep = number<number>("own_step")

const toPlace = (raw: RawRow, step: QueueStep): Place => ({ sample: sample.read(raw.sample_id), step })

/** Stored steps 1, 11 and 21 are step 1; 2, 12 and 22 are step 2. */
const toStep = (stored: number): QueueStep => (stored % 10 === 1 ? 1 : 2)
