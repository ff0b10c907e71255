/** Claims the next sample: begins at the hints of the queue's ranges, and updates them from the result. */
import { type Claim, type ClaimRequest, type DatasetId, firstSteps, toMillis } from "@annotary/core/effect"
import {
  callAtEnd,
  claims,
  nullable,
  number,
  queueNumber,
  type RawRow,
  type Run,
  text,
} from "@annotary/storage-sql"
import type { SqlError } from "@effect/sql"
import { Effect, Exit, Option } from "effect"
import type { Outcome, QueueHints, Range, Reading } from "./queueHints.ts"
import { type Beginnings, type Mark, makeClaimNextQuery } from "./statements.ts"

export type Found = Effect.Effect<Option.Option<Claim>, SqlError.SqlError>
type Each<A> = Readonly<Record<keyof Beginnings, A>>

/** Claims the next sample inside a transaction. It does not update hints: the transaction sees uncommitted rows and may roll back. */
export const claimInside = (run: Run, hints: QueueHints, request: ClaimRequest): Found =>
  Effect.zipRight(
    forgetIfUndone(hints, request.datasetId),
    Effect.map(leaseNext(run, request), Option.map(claims.decode)),
  )

/** Forgets the hints when the transaction is rolled back: other claims have skipped rows that it locked, which are free again. */
export const forgetIfUndone = (hints: QueueHints, dataset: DatasetId): Effect.Effect<void> =>
  callAtEnd((ending) => {
    if (ending === "undone") hints.forget(dataset)
  })

/** Lowers the hints to rows, by their `queuePositionNames`, that were placed, freed or locked, when the transaction ends. */
export const lowerTo = (
  hints: QueueHints,
  dataset: DatasetId,
  rows: ReadonlyArray<RawRow>,
): Effect.Effect<void> =>
  rows.length === 0
    ? Effect.void
    : callAtEnd(() => {
        for (const row of rows) {
          const own = ownStep.read(row.own_step)
          if (own !== null && own > firstSteps.prelabeling)
            hints.lower(dataset, formatRangeName(own, ""), readMark(row))
          const step = openStep.read(row.open_step)
          if (step !== null)
            hints.lower(dataset, formatRangeName(step, openUser.read(row.open_user)), readMark(row))
        }
      })

const leaseNext = (
  run: Run,
  request: ClaimRequest,
  from?: Beginnings,
): Effect.Effect<Option.Option<RawRow>, SqlError.SqlError> => {
  const [id] = request.ids
  return id === undefined
    ? Effect.succeedNone
    : Effect.map(run(makeClaimNextQuery(request, id, from)), ([row]) => Option.fromNullable(row))
}

/** Claims the next sample outside of a transaction; `ended` is called after the statement. */
export const claimNext = (run: Run, hints: QueueHints, request: ClaimRequest, ended?: () => void): Found =>
  Effect.suspend(() => {
    const begun = performance.now()
    const readings = beginEach(hints, request, begun)
    const from = mapEach(readings, (reading) => reading.from)
    return leaseNext(run, request, from).pipe(
      Effect.map(Option.map(decodeLeased)),
      Effect.onExit((exit) =>
        Effect.sync(() => {
          endEach(readings, Exit.isSuccess(exit) ? Option.getOrNull(exit.value) : null)
          // After a failure it is unknown whether the row is leased.
          if (Exit.isFailure(exit)) hints.forget(request.datasetId)
          ended?.()
        }),
      ),
      Effect.map(Option.map(({ claim }) => claim)),
    )
  })

export const beginEach = (hints: QueueHints, request: ClaimRequest, now: number): Each<Reading> =>
  mapEach(getRanges(request), (range) => hints.begin(range, now))

const getRanges = ({ datasetId: dataset, user, queue }: ClaimRequest): Each<Range> => {
  const base = firstSteps[queue]
  const held = { dataset, name: `held ${queueNumber(queue)}`, reader: user }
  const makeShared = (step: number) => ({ dataset, name: formatRangeName(base + step, ""), reader: "" })
  if (queue === "prelabeling") return { held, assigned: makeShared(1), pool: makeShared(2) }
  return {
    held,
    assigned: { dataset, name: formatRangeName(base + 3, user), reader: "" },
    // Each reviewer skips their own labels.
    pool: { dataset, name: formatRangeName(base + 4, ""), reader: queue === "labeling" ? "" : user },
  }
}

const formatRangeName = (step: number, user: string | null): string => `${step} ${user ?? ""}`

/** A claim, and the place of its sample in the order. */
export interface Leased {
  readonly claim: Claim
  readonly mark: Mark
}

export const decodeLeased = (row: RawRow): Leased => ({ claim: claims.decode(row), mark: readMark(row) })

/** The outcome for each range: none is read when the user has a claim, and none after the step of the sample that was found. */
const getOutcomes = (found: Leased | null): Each<Outcome> => {
  if (found === null) return { held: "unread", assigned: "unread", pool: "unread" }
  const { claim, mark } = found
  const [assigned, pool] = claim.queue === "prelabeling" ? [1, 2] : [3, 4]
  return {
    held: { at: toMillis(claim.claimedAt), id: "" },
    assigned: claim.step === assigned ? mark : claim.step === pool ? "empty" : "unread",
    pool: claim.step === pool ? mark : "unread",
  }
}

export const endEach = (readings: Each<Reading>, found: Leased | null): void => {
  const seen = getOutcomes(found)
  const now = performance.now()
  readings.held.end(seen.held, now)
  readings.assigned.end(seen.assigned, now)
  readings.pool.end(seen.pool, now)
}

const mapEach = <A, B>({ held, assigned, pool }: Each<A>, make: (one: A) => B): Each<B> => ({
  held: make(held),
  assigned: make(assigned),
  pool: make(pool),
})

const np = number<number>("np")
const sampleId = text<string>("sample_id")
const ownStep = nullable(number<number>("own_step"))
const openStep = nullable(number<number>("open_step"))
const openUser = nullable(text<string>("open_user"))

const readMark = (row: RawRow): Mark => ({ at: np.read(row.np), id: sampleId.read(row.sample_id) })
