/**
 * The steps of the two queues on Postgres: each is one range of one partial index, read in the index's own order. A claim
 * locks what it reads and passes over what others have locked; a view reads the same without locks.
 */
import type { DatasetId, QueueName, QueueStep, SampleId, Username } from "@annotary/core/effect"
import type { SqlError } from "@effect/sql"
import { Effect } from "effect"
import { count as countOf } from "./rows/results.ts"
import { type RawRow, text } from "./statements/columns.ts"
import type { Query, Run } from "./statements/query.ts"

export interface Asker {
  readonly datasetId: DatasetId
  readonly user: Username
  readonly queue: QueueName
}

export interface Place {
  readonly sample: SampleId
  readonly step: QueueStep
}

export const steps = (queue: QueueName): ReadonlyArray<QueueStep> =>
  queue === "labeling" ? [1, 2, 3, 4] : [1, 2, 3, 4, 5]

/** How far into the pool "not labeled by me" is looked for before the labelers are gone through one by one. */
export const window = 32

/** How often the labelers are gone through again when others were faster. */
const tries = 5

export const locked = "FOR UPDATE SKIP LOCKED"

const free = "dataset_id = $1 AND holder IS NULL"
/** Along `q_rev`. */
const unassigned = `${free} AND open_step = 14`
/** The same along `q_open`: with the number seen the planner may take `q_rev` and sort, when it thinks that little is in it. */
export const reviewersPool = `${free} AND open_step = (SELECT 14) AND open_user = ''`
/** Still free, of a row that is found by its key: said so that no partial index has it, whichever the planner thinks is empty. */
export const stillFree = (alias: string) => `COALESCE(${alias}.holder, '') = ''`
/** What is the person's own comes at its own step. */
const apart = "own_user IS DISTINCT FROM $2"
const inOrder = "ORDER BY np, sample_id"

/** The rows of a step: $1 is the dataset, $2 the person. Step 4 of reviewing is no range. */
const ranges: Readonly<Record<string, string>> = {
  "labeling 1": `${free} AND own_user = $2 AND own_step = 1`,
  "labeling 2": `${free} AND own_user = $2 AND own_step = 2`,
  "labeling 3": `${free} AND open_step = 3 AND open_user = $2 AND ${apart}`,
  "labeling 4": `${free} AND open_step = 4 AND open_user = '' AND ${apart}`,
  "reviewing 1": `${free} AND own_user = $2 AND own_step = 11`,
  "reviewing 2": `${free} AND own_user = $2 AND own_step = 12`,
  "reviewing 3": `${free} AND open_step = 13 AND open_user = $2 AND ${apart}`,
  "reviewing 5": `${unassigned} AND labeler = $2 AND ${apart}`,
}

const others = "reviewing 4"

export const rangeQuery = ({ datasetId, user, queue }: Asker, step: QueueStep, limit: number): Query => ({
  text: `SELECT sample_id FROM sample_queue WHERE ${ranges[`${queue} ${step}`]} ${inOrder} LIMIT $3`,
  params: [datasetId, user, limit],
})

/** The pool of the reviewers as far as the window goes, and how much of it is there; labels of the person's own count as there. */
export const headQuery = ({ datasetId, user }: Asker, limit: number): Query => ({
  text: `SELECT sample_id, labeler <> $2 AND ${apart} AS fits FROM sample_queue
    WHERE ${reviewersPool} ${inOrder} LIMIT $3`,
  params: [datasetId, user, limit],
})

/** Jumps from labeler to labeler along the index and takes the first samples of each. */
export const bestOfEachQuery = ({ datasetId, user }: Asker, limit: number): Query => ({
  text: `WITH RECURSIVE labelers (name) AS (
      (SELECT labeler FROM sample_queue WHERE ${unassigned} ORDER BY labeler LIMIT 1)
      UNION ALL SELECT (SELECT labeler FROM sample_queue WHERE ${unassigned} AND labeler > labelers.name ORDER BY labeler LIMIT 1)
        FROM labelers WHERE labelers.name IS NOT NULL)
    SELECT best.sample_id FROM labelers CROSS JOIN LATERAL
      (SELECT np, sample_id FROM sample_queue WHERE ${unassigned} AND labeler = labelers.name AND ${apart} ${inOrder} LIMIT $3) best
    WHERE labelers.name <> $2 ORDER BY best.np, best.sample_id LIMIT $3`,
  params: [datasetId, user, limit],
})

/** Locks those of these samples that still are in the reviewers' pool and not the person's own. */
export const lockOthersQuery = ({ datasetId, user }: Asker, samples: ReadonlyArray<SampleId>): Query => ({
  text: `SELECT sample_id FROM sample_queue q WHERE dataset_id = $1 AND sample_id = ANY ($3::text[])
    AND ${stillFree("q")} AND open_step = 14 AND labeler <> $2 AND ${apart} ${locked}`,
  params: [datasetId, user, arrayText(samples)],
})

/** The same samples in no order: what stands before and after the person's own range of labelers. */
export const countOthersQuery = ({ datasetId, user }: Asker, limit: number): Query => {
  const side = (sign: "<" | ">") =>
    `(SELECT 1 FROM sample_queue WHERE ${unassigned} AND labeler ${sign} $2 AND ${apart} ORDER BY labeler LIMIT $3)`
  return { text: `${side("<")} UNION ALL ${side(">")} LIMIT $3`, params: [datasetId, user, limit] }
}

/** As Postgres reads an array out of text; ids need no quotes. */
export const arrayText = (items: ReadonlyArray<string | number>): string => `{${items.join(",")}}`

type Samples = Effect.Effect<ReadonlyArray<SampleId>, SqlError.SqlError>

/** The first free samples of a step in order. */
export const lookAt = (run: Run, asker: Asker, step: QueueStep, limit: number): Samples =>
  `${asker.queue} ${step}` === others
    ? firstOthers(run, asker, limit)
    : Effect.map(run(rangeQuery(asker, step, limit)), samplesOf)

/** The same, locked until the transaction ends. */
export const take = (run: Run, asker: Asker, step: QueueStep, limit: number): Samples => {
  if (`${asker.queue} ${step}` === others) return takeOthers(run, asker, limit)
  const { text, params } = rangeQuery(asker, step, limit)
  return Effect.map(run({ text: `${text} ${locked}`, params }), samplesOf)
}

/** How many wait in the step, up to the limit. */
export const countStep = (run: Run, asker: Asker, step: QueueStep, limit: number) => {
  const { text, params } =
    `${asker.queue} ${step}` === others ? countOthersQuery(asker, limit) : rangeQuery(asker, step, limit)
  return Effect.map(run({ text: `SELECT COUNT(*) AS n FROM (${text}) AS waiting`, params }), countOf)
}

/** The reviewing pool without what the person labeled: usually its first rows do, else the best of each labeler. */
const firstOthers = (run: Run, asker: Asker, limit: number): Samples =>
  Effect.gen(function* () {
    const head = yield* run(headQuery(asker, limit + window))
    const found = head.filter((raw) => raw.fits === true)
    if (found.length >= limit || head.length < limit + window) return samplesOf(found.slice(0, limit))
    return samplesOf(yield* run(bestOfEachQuery(asker, limit)))
  })

/** What was found is locked by its key, no more than is needed; where others were faster, the next ones, and then a new look. */
const takeOthers = (run: Run, asker: Asker, limit: number): Samples =>
  Effect.gen(function* () {
    const taken: Array<SampleId> = []
    const seen = new Set<SampleId>()
    for (let i = 0; i < tries && taken.length < limit; i++) {
      const found = yield* firstOthers(run, asker, limit + seen.size)
      const fresh = found.filter((sample) => !seen.has(sample))
      while (fresh.length > 0 && taken.length < limit) {
        const next = fresh.splice(0, limit - taken.length)
        for (const sample of next) seen.add(sample)
        const got = new Set(samplesOf(yield* run(lockOthersQuery(asker, next))))
        taken.push(...next.filter((sample) => got.has(sample)))
      }
      if (found.length < limit + seen.size) break
    }
    return taken
  })

const sampleId = text<SampleId>("sample_id")
const samplesOf = (rows: ReadonlyArray<RawRow>): ReadonlyArray<SampleId> =>
  rows.map((raw) => sampleId.read(raw.sample_id))
