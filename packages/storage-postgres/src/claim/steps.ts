/**
 * The steps of the two queues on Postgres. A claim locks the rows that it reads and skips rows that others have locked; a view
 * reads the same rows without locks.
 */
import { type QueueStep, type SampleId, toStepName } from "@annotary/core/effect"
import { number, type RawRow, type Run, readCount, text } from "@annotary/storage-sql"
import type { SqlError } from "@effect/sql"
import { Effect } from "effect"
import {
  locked,
  makeBestOfEachQuery,
  makeCountOthersQuery,
  makeHeadQuery,
  makeLockOthersQuery,
  makePickQuery,
  makeRangeQuery,
  others,
  type Place,
  type QueueScope,
  window,
} from "./statements.ts"

/** Limits the searches of the pool when other claims were faster. */
const tries = 5

type Samples = Effect.Effect<ReadonlyArray<SampleId>, SqlError.SqlError>

/** Reads the first free samples of a step in order. */
export const lookAt = (run: Run, scope: QueueScope, step: QueueStep, limit: number): Samples => {
  const name = toStepName(scope.queue, step)
  return name === others
    ? readOthers(run, scope, limit)
    : Effect.map(run(makeRangeQuery(scope, name, limit)), decodeSamples)
}

/** Reads the first free samples of a step and locks them until the transaction ends. */
export const take = (run: Run, scope: QueueScope, step: QueueStep, limit: number): Samples => {
  const name = toStepName(scope.queue, step)
  if (name === others) return takeOthers(run, scope, limit)
  const { text, params } = makeRangeQuery(scope, name, limit)
  return Effect.map(run({ text: `${text} ${locked}`, params }), decodeSamples)
}

/** Locks the next place of a user who has no claim, until the transaction ends. */
export const takeNext = (
  run: Run,
  scope: QueueScope,
): Effect.Effect<ReadonlyArray<Place>, SqlError.SqlError> =>
  Effect.map(run(makePickQuery(scope)), (rows) =>
    rows.map((raw) => ({ sample: sampleId.read(raw.sample_id), step: queueStep.read(raw.step) })),
  )

/** Counts the samples that wait in a step, up to the limit. */
export const countStep = (run: Run, scope: QueueScope, step: QueueStep, limit: number) => {
  const name = toStepName(scope.queue, step)
  const { text, params } =
    name === others ? makeCountOthersQuery(scope, limit) : makeRangeQuery(scope, name, limit)
  return Effect.map(run({ text: `SELECT COUNT(*) AS n FROM (${text}) AS waiting`, params }), readCount)
}

/** Reads the reviewing pool without the user's own labels: its first rows usually suffice, else the first of each labeler. */
const readOthers = (run: Run, scope: QueueScope, limit: number): Samples =>
  Effect.gen(function* () {
    const head = yield* run(makeHeadQuery(scope, limit + window))
    const suitable = head.filter((raw) => raw.fits === true)
    if (suitable.length >= limit || head.length < limit + window)
      return decodeSamples(suitable.slice(0, limit))
    return decodeSamples(yield* run(makeBestOfEachQuery(scope, limit)))
  })

/** Locks samples by their keys, no more than needed. Where other claims were faster it locks the next ones, and then searches again. */
const takeOthers = (run: Run, scope: QueueScope, limit: number): Samples =>
  Effect.gen(function* () {
    const taken: Array<SampleId> = []
    const seen = new Set<SampleId>()
    for (let i = 0; i < tries && taken.length < limit; i++) {
      const candidates = yield* readOthers(run, scope, limit + seen.size)
      const fresh = candidates.filter((sample) => !seen.has(sample))
      while (fresh.length > 0 && taken.length < limit) {
        const next = fresh.splice(0, limit - taken.length)
        for (const sample of next) seen.add(sample)
        const got = new Set(decodeSamples(yield* run(makeLockOthersQuery(scope, next))))
        taken.push(...next.filter((sample) => got.has(sample)))
      }
      if (candidates.length < limit + seen.size) break
    }
    return taken
  })

const sampleId = text<SampleId>("sample_id")
const queueStep = number<QueueStep>("step")
const decodeSamples = (rows: ReadonlyArray<RawRow>): ReadonlyArray<SampleId> =>
  rows.map((raw) => sampleId.read(raw.sample_id))
