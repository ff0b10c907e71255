/** Leases one named sample. The statements are the same for every database; each takes turns in its own way. */
import {
  type Claim,
  findStep,
  type OpenStep,
  type OwnStep,
  type QueueKey,
  type SampleClaimRequest,
  type Username,
} from "@annotary/core/effect"
import type { SqlError } from "@effect/sql"
import { Effect, Option } from "effect"
import type { DatabaseShape } from "../../database/Database.ts"
import type { ClaimOperations } from "../../dialect/operations.ts"
import { nullable, number, type RawRow, text, toNumber } from "../../rows/columns.ts"
import { claimNames, claims, makeRecordedFree, queueNumber } from "../../rows/queue.ts"
import { decodeFirst, readCount } from "../../rows/results.ts"
import { endedNames, recordEndedClaims } from "./claimEnds.ts"

const names = "holder, queue, own_step, own_user, open_step, open_user, labeler"
const ownStep = nullable(number<OwnStep>("own_step"))
const openStep = nullable(number<OpenStep>("open_step"))
const person = nullable(text<Username>("user"))

export const makeSampleLease = (
  { sql, dialect }: DatabaseShape,
  { moved }: Pick<ClaimOperations, "moved">,
): ((request: SampleClaimRequest) => Effect.Effect<Option.Option<Claim>, SqlError.SqlError>) => {
  const now = sql.literal(dialect.nowMillis)
  const selected = sql.literal(
    `${names}, CASE WHEN lease_until > ${dialect.nowMillis} THEN 1 ELSE 0 END AS "open"`,
  )
  const returned = sql.literal(claimNames)
  const recordEnded = recordEndedClaims(sql)
  const free = sql.literal(makeRecordedFree(dialect))
  const lock = sql.literal(dialect.forUpdate)

  return (request) =>
    Effect.gen(function* () {
      const { datasetId, sampleId } = request
      const [row] = yield* sql<RawRow>`SELECT ${selected} FROM sample_queue
        WHERE dataset_id = ${datasetId} AND sample_id = ${sampleId} ${lock}`
      if (row === undefined) return Option.none()
      if (person.read(row.holder) !== null) {
        if (toNumber("open", row.open) === 1)
          return isOwnClaim(row, request) ? yield* renew(request) : Option.none()
        yield* expire(request)
      }
      const step = findStep(readPlace(row), request.queue, request.user)
      if (step === undefined || (yield* countOpen(request)) >= request.maxOpen) return Option.none()
      return yield* sql<RawRow>`UPDATE sample_queue SET holder = ${request.user}, claim_id = ${request.id},
          queue = ${queueNumber(request.queue)}, step = ${step}, claimed_at = ${now}, lease_until = ${now} + ${toMillis(request)}
        WHERE dataset_id = ${datasetId} AND sample_id = ${sampleId} RETURNING ${returned}`.pipe(
        Effect.map(decodeFirst(claims.decode)),
      )
    })

  function renew({ datasetId, sampleId, ...request }: SampleClaimRequest) {
    return sql<RawRow>`UPDATE sample_queue SET lease_until = ${now} + ${toMillis(request)}
      WHERE dataset_id = ${datasetId} AND sample_id = ${sampleId} RETURNING ${returned}`.pipe(
      Effect.map(decodeFirst(claims.decode)),
    )
  }

  function expire({ datasetId, sampleId }: SampleClaimRequest) {
    return sql<RawRow>`UPDATE sample_queue SET ${free}
      WHERE dataset_id = ${datasetId} AND sample_id = ${sampleId} RETURNING ${sql.literal(endedNames)}`.pipe(
      Effect.tap((rows) => moved(datasetId, rows)),
      Effect.flatMap((rows) => recordEnded(rows, "expired")),
    )
  }

  function countOpen({ datasetId, queue, user }: SampleClaimRequest) {
    return sql<RawRow>`SELECT CAST(COUNT(*) AS INTEGER) AS "n" FROM sample_queue ${sql.literal(dialect.along("q_held"))}
      WHERE holder = ${user} AND dataset_id = ${datasetId} AND queue = ${queueNumber(queue)}
        AND COALESCE(lease_until, 0) > ${now}`.pipe(Effect.map(readCount))
  }
}

const toMillis = ({ leaseSeconds }: Pick<SampleClaimRequest, "leaseSeconds">): number =>
  Math.round(leaseSeconds * 1000)

const isOwnClaim = (row: RawRow, { queue, user }: SampleClaimRequest): boolean =>
  row.holder === user && toNumber("queue", row.queue) === queueNumber(queue)

/** The place of a row. The pool, and a sample without a labeler, have an empty username. */
const readPlace = (row: RawRow): Pick<QueueKey, "labeler" | "open" | "own"> => {
  const own = ownStep.read(row.own_step)
  const open = openStep.read(row.open_step)
  return {
    own: own === null ? null : { step: own, user: readName(row.own_user) },
    open: open === null ? null : { step: open, user: readName(row.open_user) },
    labeler: readName(row.labeler),
  }
}

const readName = (raw: unknown): Username | null => (raw === "" ? null : person.read(raw))
