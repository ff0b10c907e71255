import { Cause, Effect, Metric, Option, Ref } from "effect"
import type { JobKind } from "../domain/Job.ts"
import type { Transaction } from "../storage/Transaction.ts"
import { describeDeaths, findBegun, findOwnName, markBegun } from "./deaths.ts"
import { describeUnexpected } from "./describeFailure.ts"
import { type JobFailed, type JobHandler, maxAttempts } from "./JobHandlers.ts"
import type { JobStore, LeasedJob } from "./JobStore.ts"

/** A leased job with its handler and the ports that its worker needs. */
export interface Assignment {
  readonly leased: LeasedJob
  readonly handler: JobHandler
  readonly store: typeof JobStore.Service
  readonly transaction: typeof Transaction.Service
  /** Two of three heartbeats may fail. */
  readonly leaseSeconds: number
}

interface Progress {
  readonly done: number
  readonly total: number | null
}

/** End of a handler: by itself, or stopped by a heartbeat. */
type Outcome =
  | { readonly _tag: "Worked"; readonly lastStep: Effect.Effect<void> }
  | { readonly _tag: "Failed"; readonly reason: string; readonly final: boolean }
  | { readonly _tag: "Lost" }
  | { readonly _tag: "Unwanted" }

/**
 * Runs one job in one worker: heartbeats renew the lease while the handler runs, then the job ends in one transaction with
 * the handler's last step. A worker that lost its lease cannot end the job.
 */
export const performJob = (assignment: Assignment): Effect.Effect<void> => {
  const { attempts, done, total } = assignment.leased.job
  if (attempts > maxAttempts && assignment.handler.mustSucceed !== true)
    return Effect.zipRight(
      giveUp(assignment, "It was started several times and never came to its end."),
      settleJob(assignment),
    ).pipe(annotateJob(assignment))
  const { maxDeaths } = assignment.handler
  // This process lives: what it began and lost to another one is no death.
  const dead = findBegun(assignment.leased.job.error).filter((name) => name !== findOwnName())
  if (maxDeaths !== undefined && dead.length >= maxDeaths)
    return Effect.zipRight(giveUp(assignment, describeDeaths(dead.length)), settleJob(assignment)).pipe(
      annotateJob(assignment),
    )
  const work = Effect.gen(function* () {
    // The mark is what the next worker finds when this process ends without a word.
    if (maxDeaths !== undefined)
      yield* assignment.store.progress(assignment.leased, {
        done,
        total,
        leaseSeconds: getLeaseSeconds(assignment),
        error: markBegun([...dead, findOwnName()]),
      })
    const progress = yield* Ref.make<Progress>({ done, total })
    if (attempts > maxAttempts) yield* startAgain(assignment, { done, total })
    const outcome = yield* Effect.raceFirst(runHandler(assignment, progress), keepAlive(assignment, progress))
    yield* countJob(assignment.leased.job.kind, outcome._tag.toLowerCase())
    yield* concludeJob(assignment, yield* Ref.get(progress), outcome)
    yield* settleJob(assignment)
  })
  return annotateJob(assignment)(work)
}

/** Says in every log line of the effect which job it is about. */
const annotateJob = ({ leased: { job } }: Assignment) =>
  Effect.annotateLogs({ job: job.id, kind: job.kind, dataset: job.datasetId })

/** A job that kills its process fails nowhere: the pause before the next attempt is a lease that was taken at its start. */
const startAgain = (assignment: Assignment, at: Progress): Effect.Effect<void> => {
  const { leased, store } = assignment
  return Effect.logWarning("A job that must succeed is started again.").pipe(
    Effect.annotateLogs({ attempts: leased.job.attempts }),
    Effect.zipRight(
      Effect.asVoid(store.progress(leased, { ...at, leaseSeconds: getLeaseSeconds(assignment) })),
    ),
  )
}

const getLeaseSeconds = ({ leaseSeconds, leased: { job } }: Assignment): number =>
  job.attempts > maxAttempts ? Math.max(leaseSeconds, pauseAfter(job.attempts)) : leaseSeconds

const pauseAfter = (attempts: number): number => Math.min(2 ** attempts, longestPause)

/** Cleans up and releases the job. */
export const giveBack = (assignment: Assignment): Effect.Effect<void> =>
  annotateJob(assignment)(
    Effect.ensuring(settleJob(assignment), assignment.store.giveBack(assignment.leased)),
  )

const runHandler = ({ handler, leased }: Assignment, progress: Ref.Ref<Progress>): Effect.Effect<Outcome> =>
  handler
    .run(leased.job, (done, total) => Ref.set(progress, { done, total }))
    .pipe(
      Effect.map((lastStep): Outcome => ({ _tag: "Worked", lastStep })),
      Effect.catchAllCause(toFailure),
    )

/** Renews the lease at intervals. Ends only when the job is over. */
const keepAlive = (assignment: Assignment, progress: Ref.Ref<Progress>): Effect.Effect<Outcome> =>
  Effect.sleep((assignment.leaseSeconds * 1000) / 3).pipe(
    Effect.zipRight(Effect.flatMap(Ref.get(progress), (at) => renewLease(assignment, at))),
    Effect.catchAllCause((cause) =>
      Effect.as(Effect.logWarning("A heartbeat of a job failed.", cause), undefined),
    ),
    Effect.repeat({ until: (outcome): outcome is Outcome => outcome !== undefined }),
  )

const renewLease = (assignment: Assignment, at: Progress): Effect.Effect<Outcome | undefined> => {
  const { handler, leased, store, transaction } = assignment
  const leaseSeconds = getLeaseSeconds(assignment)
  return transaction.run(
    Effect.gen(function* () {
      if (!(yield* store.progress(leased, { ...at, leaseSeconds }))) return { _tag: "Lost" } as const
      const isContinued = handler.beat === undefined || (yield* handler.beat(leased.job, at.done, at.total))
      return isContinued ? undefined : ({ _tag: "Unwanted" } as const)
    }),
  )
}

const concludeJob = (assignment: Assignment, at: Progress, outcome: Outcome): Effect.Effect<void> => {
  const { leased, store } = assignment
  switch (outcome._tag) {
    case "Worked":
      return Effect.catchAllCause(completeJob(assignment, at, outcome.lastStep), (cause) =>
        Effect.flatMap(toFailure(cause), (failed) => concludeJob(assignment, at, failed)),
      )
    case "Failed":
      return outcome.final || (leased.job.attempts >= maxAttempts && assignment.handler.mustSucceed !== true)
        ? giveUp(assignment, outcome.reason)
        : tryLater(assignment, at, outcome.reason)
    case "Unwanted":
      return Effect.asVoid(store.finish(leased, { status: "SUCCEEDED", error: null }))
    case "Lost":
      return Effect.zipRight(
        Effect.logWarning("The lease of a job was lost; another worker continues it."),
        takeBackMark(assignment),
      )
  }
}

/** A process that lost its lease has not died. Best effort: the mark may change meanwhile, and the storage may be away. */
const takeBackMark = ({ leased: { job }, store }: Assignment): Effect.Effect<void> =>
  Effect.gen(function* () {
    const error = Option.match(yield* store.byId(job.id), { onNone: () => null, onSome: (now) => now.error })
    const names = findBegun(error)
    const own = findOwnName()
    if (error === null || !names.includes(own)) return
    yield* store.replaceError(job, error, markBegun(names.filter((name) => name !== own)))
  }).pipe(
    Effect.catchAllCause((cause) =>
      Effect.logWarning("The mark of a lost job could not be taken back.", cause),
    ),
  )

const tryLater = ({ leased, store }: Assignment, at: Progress, reason: string): Effect.Effect<void> => {
  const { attempts } = leased.job
  const pauseSeconds = pauseAfter(attempts)
  const logged =
    attempts < maxAttempts
      ? Effect.void
      : Effect.logError("A job that must succeed keeps failing; it is tried again.").pipe(
          Effect.annotateLogs({ attempts, reason, pauseSeconds }),
        )
  const later = store.progress(leased, { ...at, leaseSeconds: pauseSeconds, error: null })
  return Effect.zipRight(logged, Effect.asVoid(later))
}

/** The pause between two attempts, in seconds. */
const longestPause = 3600

/** Rolls the last step back when the lease was lost meanwhile. */
const completeJob = (
  { leased, leaseSeconds, store, transaction }: Assignment,
  at: Progress,
  lastStep: Effect.Effect<void>,
) =>
  transaction.run(
    Effect.gen(function* () {
      const isLeased = yield* store.progress(leased, { ...at, leaseSeconds })
      if (isLeased && (yield* store.finish(leased, { status: "SUCCEEDED", error: null }))) yield* lastStep
    }),
  )

const giveUp = ({ handler, leased, store, transaction }: Assignment, reason: string) =>
  transaction.run(
    Effect.gen(function* () {
      if (!(yield* store.finish(leased, { status: "FAILED", error: reason }))) return
      if (handler.givenUp !== undefined) yield* handler.givenUp(leased.job, reason)
    }),
  )

const settleJob = ({ handler, leased }: Assignment): Effect.Effect<void> =>
  Effect.catchAllCause(handler.settled?.(leased.job) ?? Effect.void, (cause) =>
    Effect.logWarning("The cleanup after a job failed.", cause),
  )

/** Converts failures and defects to a reason for users. An interruption stays one. */
const toFailure = (cause: Cause.Cause<JobFailed>): Effect.Effect<Outcome & { readonly _tag: "Failed" }> => {
  if (Cause.isInterruptedOnly(cause)) return Effect.interrupt
  const failure = Cause.failureOption(cause)
  if (Option.isSome(failure)) {
    const { cause: behind, final, reason } = failure.value
    const logged = behind === undefined ? Effect.void : Effect.logError("A job failed.", Cause.die(behind))
    return Effect.as(logged, { _tag: "Failed", reason, final } as const)
  }
  return Effect.as(Effect.logError("A job failed.", cause), {
    _tag: "Failed",
    reason: describeUnexpected(cause),
    final: false,
  } as const)
}

const ended = Metric.counter("annotary_jobs_total", {
  description: "Attempts at jobs, by kind and by how they ended.",
})

/** Counts the end of one attempt. */
const countJob = (kind: JobKind, outcome: string, count = 1): Effect.Effect<void> =>
  Metric.update(ended.pipe(Metric.tagged("kind", kind), Metric.tagged("outcome", outcome)), count)

/** Shows the counters of these kinds before their first job: a rate needs the zero before the first failure. */
export const showJobCounters = (kinds: ReadonlyArray<JobKind>): Effect.Effect<void> =>
  Effect.forEach(kinds, (kind) => Effect.zipRight(countJob(kind, "worked", 0), countJob(kind, "failed", 0)), {
    discard: true,
  })
