import { Effect } from "effect"
import { ApiKeyStore } from "../access/ApiKeyStore.ts"
import { AuditStore } from "../access/AuditStore.ts"
import { SessionStore } from "../access/SessionStore.ts"
import { InvitationStore } from "../datasets/InvitationStore.ts"
import { fromMillis, now, type Timestamp, toMillis } from "../domain/Timestamp.ts"
import { JobStore } from "../jobs/JobStore.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { EngineSettings } from "../kernel/EngineSettings.ts"
import { purgeJob } from "../kernel/purgeJob.ts"
import { sessionIdleMillis } from "../kernel/sessionTimes.ts"
import { ClaimStore } from "../placement/ClaimStore.ts"
import { PredictionStore } from "../placement/PredictionStore.ts"
import { WorkunitStore } from "../placement/WorkunitStore.ts"
import { IdempotencyStore } from "../storage/IdempotencyStore.ts"
import { Transaction } from "../storage/Transaction.ts"
import { TransferRecords } from "../transfers/TransferRecords.ts"

/** Removes up to `limit` things and returns how many. */
type Batch = (limit: number) => Effect.Effect<number>

/**
 * Removes data of a certain age in batches.
 */
export const makeRetention = Effect.gen(function* () {
  const audit = yield* AuditStore
  const keys = yield* ApiKeyStore
  const claims = yield* ClaimStore
  const idempotency = yield* IdempotencyStore
  const jobs = yield* JobStore
  const jobQueue = yield* Jobs
  const sessions = yield* SessionStore
  const invitations = yield* InvitationStore
  const workunits = yield* WorkunitStore
  const predictions = yield* PredictionStore
  const transaction = yield* Transaction
  const transfers = yield* TransferRecords
  const { keepAnswersMillis, keepAuditMillis, keepExportsMillis, keepJobsMillis } = yield* EngineSettings

  const purgeOlder = (
    millis: number | null,
    batch: (before: Timestamp, limit: number) => Effect.Effect<number>,
  ): Batch =>
    millis === null
      ? () => Effect.succeed(0)
      : (limit) => Effect.flatMap(now, (at) => batch(fromMillis(toMillis(at) - millis), limit))

  return {
    claimAnswers: purgeOlder(day, workunits.forgetAnswers),
    predictionAnswers: purgeOlder(day, predictions.forgetAnswers),
    // Drafts with unsent time wait in browsers over weekends and holidays.
    endedClaims: purgeOlder(30 * day, claims.forgetEnded),
    requestAnswers: purgeOlder(keepAnswersMillis, idempotency.forget),
    sessions: (limit: number) =>
      Effect.flatMap(now, (at) => sessions.forget(fromMillis(toMillis(at) - sessionIdleMillis), at, limit)),
    invitations: purgeOlder(0, invitations.forget),
    signInTokens: purgeOlder(0, sessions.forgetTokens),
    // For a day after they expire. A page is refused alike before and after.
    embedTokens: purgeOlder(day, keys.forgetEmbedded),
    audit: purgeOlder(keepAuditMillis, audit.forget),
    deletedWork: (limit: number) =>
      transaction.run(
        Effect.gen(function* () {
          const ended = yield* workunits.endKept({ until: yield* now, limit })
          yield* Effect.forEach(ended, ({ id, owner }) => jobQueue.enqueue(purgeJob(id, owner)))
          return ended.length
        }),
      ),
    jobs: purgeOlder(keepJobsMillis, jobs.forgetEnded),
    exports: purgeOlder(keepExportsMillis, transfers.removeExpired),
  }
})

const day = 24 * 3600 * 1000
