/**
 * Claims on Citus. Every claim is one transaction: the coordinator admits one claim of a user at a time, and the statements that follow
 * run on the shard of the dataset, with a snapshot that is newer than the admission. A function on the shard could not read the queue
 * to do both in one statement.
 */
import type { Claim, ClaimRequest } from "@annotary/core/effect"
import { type ClaimOperations, claims, queueNumber, type Run, type Statements } from "@annotary/storage-sql"
import type { SqlError } from "@effect/sql"
import { Effect } from "effect"
import { claimAdmitted, expire, view } from "../claim/claim.ts"
import { makeQueueHints, type QueueHints } from "../claim/queueHints.ts"
import { claimNext } from "../claim/statements.ts"
import { keepHomes } from "./claimHomes.ts"

export const citusClaims = ({ run }: Pick<Statements, "run">): ClaimOperations => {
  // Never lowered and never read: every claim begins at the start of its ranges.
  const hints = makeQueueHints()
  return {
    quick: () => Effect.succeedNone,
    claim: (request) => claim(run, hints, request),
    view: (request) => Effect.zipRight(expire(run, hints, request.datasetId), view(run, request)),
    moved: () => Effect.void,
  }
}

type Found = Effect.Effect<ReadonlyArray<Claim>, SqlError.SqlError>

const nextQuery = claimNext(
  (queue) =>
    `NOT EXISTS (SELECT 1 FROM sample_queue mine WHERE mine.holder = $2 AND mine.dataset_id = $1
      AND mine.queue = ${queueNumber(queue)} AND mine.claimed_at >= $9)`,
)

/** Admits the user. Runs on the coordinator alone. */
const turnText = "SELECT pg_advisory_xact_lock(hashtextextended($1 || $2, $3))"

const claim = (run: Run, hints: QueueHints, request: ClaimRequest): Found =>
  Effect.gen(function* () {
    const { datasetId, queue, user } = request
    yield* run({ text: turnText, params: [datasetId, user, queueNumber(queue)] })
    const found = yield* claimInTurn(run, hints, request)
    yield* keepHomes(run, request, found)
    return found
  })

const claimInTurn = (run: Run, hints: QueueHints, request: ClaimRequest): Found =>
  Effect.gen(function* () {
    const [id] = request.ids
    if (request.count === 1 && id !== undefined) {
      const [row] = yield* run(nextQuery(request, id))
      if (row !== undefined) return [claims.decode(row)]
    }
    return yield* claimAdmitted(run, hints, request)
  })
