/**
 * Claims on Citus. Every claim is one transaction: the coordinator admits one claim of a user at a time, and the statements that follow
 * run on the shard of the dataset, with a snapshot that is newer than the admission. A function on the shard could not read the queue
 * to do both in one statement.
 */
import type { Claim, ClaimRequest, QueueTurn } from "@annotary/core/effect"
import {
  type ClaimOperations,
  type ListQuery,
  queueNumber,
  type Run,
  type Statements,
} from "@annotary/storage-sql"
import type { SqlError } from "@effect/sql"
import { Effect, Option } from "effect"
import { claimAdmitted, expire, lease, view } from "../claim/claim.ts"
import { makeQueueHints, type QueueHints } from "../claim/queueHints.ts"
import { makeLiveQuery } from "../claim/statements.ts"
import { takeNext } from "../claim/steps.ts"
import { keepHomes } from "./claimHomes.ts"

export const makeCitusClaims = ({ run: runAnywhere }: Pick<Statements, "run">): ClaimOperations => {
  const run = runOnShard(runAnywhere)
  // Never lowered and never read: every claim begins at the start of its ranges.
  const hints = makeQueueHints()
  return {
    quick: () => Effect.succeedNone,
    claim: (request) => claim(run, hints, request),
    takeTurn: (request, claim) => takeTurn(run, request, claim),
    view: (request) => Effect.zipRight(expire(run, hints, request.datasetId), view(run, request)),
    leaseFirstOverlap: () => Effect.succeedNone,
    usesMoved: false,
    moved: () => Effect.void,
  }
}

/**
 * Runs the statements of claims, whose first parameter is the dataset. A value that changes between calls would differ between nodes.
 * Postgres plans a statement that it has run several times without the values of its parameters, and Citus takes no recursive query
 * without the dataset, so that it stands in the text.
 */
const runOnShard =
  (run: Run): Run =>
  ({ params, text }) => {
    const query = { text: text.replaceAll("clock_timestamp()", "statement_timestamp()"), params }
    return run(text.startsWith("WITH RECURSIVE") ? nameDataset(query) : query)
  }

const nameDataset = ({ params: [dataset, ...others], text }: ListQuery): ListQuery => ({
  text: text.replace(/\$(\d+)/g, (_, number: string) =>
    number === "1" ? `'${String(dataset).replaceAll("'", "''")}'` : `$${Number(number) - 1}`,
  ),
  params: others,
})

type Found = Effect.Effect<ReadonlyArray<Claim>, SqlError.SqlError>

/** Admits the user. Runs on the coordinator alone. */
const turnText = "SELECT pg_advisory_xact_lock(hashtextextended($1 || $2, $3))"

const takeTurn = (
  run: Run,
  { datasetId, queue, user }: QueueTurn,
  claim: Effect.Effect<Option.Option<Claim>, SqlError.SqlError>,
) =>
  Effect.gen(function* () {
    yield* run({ text: turnText, params: [datasetId, user, queueNumber(queue)] })
    if ((yield* run(makeLiveQuery(datasetId))).length === 0) return Option.none()
    const claimed = yield* claim
    const claims = Option.toArray(claimed)
    yield* keepHomes(run, { datasetId, ids: claims.map(({ id }) => id) }, claims)
    return claimed
  })

const claim = (run: Run, hints: QueueHints, request: ClaimRequest): Found =>
  Effect.gen(function* () {
    const { datasetId, queue, user } = request
    yield* run({ text: turnText, params: [datasetId, user, queueNumber(queue)] })
    const claims = yield* claimInTurn(run, hints, request)
    yield* keepHomes(run, request, claims)
    return claims
  })

/**
 * Locks the row and leases it in the next statement. A statement's time is when it began, and one that waited for its node began before
 * the row was free.
 */
const claimInTurn = (run: Run, hints: QueueHints, request: ClaimRequest): Found =>
  Effect.gen(function* () {
    if (request.count === 1 && request.ids.length > 0) {
      const places = yield* takeNext(run, request)
      if (places.length > 0) return yield* lease(run, request, places, 0)
    }
    const live = yield* run(makeLiveQuery(request.datasetId))
    return live.length === 0 ? [] : yield* claimAdmitted(run, hints, request)
  })
