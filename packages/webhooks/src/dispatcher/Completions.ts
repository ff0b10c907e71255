/**
 * Saves the results of requests in batches: results that arrive within a few milliseconds are saved in one
 * transaction. A result that could not be saved is kept and retried while the storage is unavailable; its lease
 * is renewed meanwhile.
 */
import {
  type Completed,
  type Completion,
  type DeliveryStore,
  type FailurePolicy,
  findStorageFailure,
  makeOutageLog,
  type StorageFailure,
} from "@annotary/core/effect"
import { Effect, Exit, Schedule } from "effect"
import { makeSignal } from "./Signal.ts"

export interface Completions {
  readonly add: (completion: Completion) => void
  /** Saves results until it is interrupted. */
  readonly run: Effect.Effect<never>
  /** Saves everything that is buffered. Gives up after a few attempts; another process then reclaims the rest. */
  readonly drain: Effect.Effect<void>
}

export interface CompletionsOptions {
  readonly store: typeof DeliveryStore.Service
  readonly policy: FailurePolicy
  readonly flushMillis: number
  /** Number of claimed requests whose results are not saved, those in the buffer included. */
  readonly unsaved: () => number
  /** Taken by one claim or save at a time. */
  readonly turn: Effect.Semaphore
  /** Called with each saved batch. `completed` is undefined when the batch was given up. */
  readonly onSaved: (
    batch: ReadonlyArray<Completion>,
    completed: Completed | undefined,
  ) => Effect.Effect<void>
}

const maxBatch = 256
const fullBatch = 64

/** A batch is saved as a whole this many times, then one by one, so that a refused result does not block the others. */
const wholeAttempts = 3

const backoff = Schedule.exponential("100 millis").pipe(Schedule.either(Schedule.spaced("2 seconds")))

/** Continues after everything that can run now. */
const othersFirst = Effect.async<void>((resume) => void setImmediate(() => resume(Effect.void)))

/** The results are back in the buffer. */
type NotSaved = "not saved"
const notSaved: NotSaved = "not saved"

/** Saves the buffered results and keeps those that could not be saved. */
const makeFlush = (
  { onSaved, policy, store, turn }: Omit<CompletionsOptions, "flushMillis" | "unsaved">,
  buffer: Array<Completion>,
): Effect.Effect<void, NotSaved> => {
  const outages = makeOutageLog("Webhook delivery results are kept until they can be saved.")
  /** Consecutive failures other than an unavailable storage. */
  let refusals = 0

  const save = (batch: ReadonlyArray<Completion>): Effect.Effect<void> =>
    Effect.suspend(() => store.complete({ completions: batch, policy })).pipe(
      turn.withPermits(1),
      // The previous save has freed places: whoever claims comes first, because a semaphore has no order.
      (saved) => Effect.zipRight(othersFirst, saved),
      Effect.flatMap((completed) => follow(batch, completed)),
    )
  /** A failure here must not save the batch a second time. */
  const follow: CompletionsOptions["onSaved"] = (batch, completed) =>
    Effect.catchAllCause(onSaved(batch, completed), (cause) =>
      Effect.logWarning("Processing of saved webhook delivery results failed.", cause),
    )
  const keep = (batch: ReadonlyArray<Completion>) =>
    Effect.suspend(() => {
      buffer.unshift(...batch)
      return Effect.fail(notSaved)
    })
  const keepUnavailable = (batch: ReadonlyArray<Completion>, failure: StorageFailure) =>
    Effect.zipRight(outages.failed(failure), keep(batch))

  const saveOneByOne = (batch: ReadonlyArray<Completion>): Effect.Effect<void, NotSaved> =>
    Effect.gen(function* () {
      refusals = 0
      for (const [at, one] of batch.entries()) {
        const saved = yield* Effect.exit(save([one]))
        if (Exit.isSuccess(saved)) continue
        const failure = findStorageFailure(saved.cause)
        if (failure !== undefined) return yield* keepUnavailable(batch.slice(at), failure)
        yield* Effect.logError("A webhook delivery result was refused by the storage.", saved.cause)
        yield* follow([one], undefined)
      }
    })

  return Effect.suspend(() => {
    const batch = buffer.splice(0, maxBatch)
    if (batch.length === 0) return Effect.void
    return save(batch).pipe(
      Effect.zipRight(outages.answered),
      Effect.tap(() => {
        refusals = 0
      }),
      Effect.catchAllCause((cause) => {
        const failure = findStorageFailure(cause)
        if (failure !== undefined) return keepUnavailable(batch, failure)
        refusals += 1
        if (refusals >= wholeAttempts) return saveOneByOne(batch)
        return Effect.zipRight(
          Effect.logWarning("Webhook delivery results could not be saved; retrying.", cause),
          keep(batch),
        )
      }),
    )
  }).pipe(Effect.uninterruptible)
}

export const makeCompletions = ({
  flushMillis,
  unsaved,
  ...options
}: CompletionsOptions): Effect.Effect<Completions> =>
  Effect.map(makeSignal, (added) => {
    const buffer: Array<Completion> = []
    const flush = makeFlush(options, buffer)

    /**
     * Whether to save at once: an ordered queue waits for a result, the batch is full, or most of what was claimed is sent, so
     * that nothing would be left to send while it is saved.
     */
    const isUrgent = () =>
      buffer.length >= fullBatch ||
      buffer.length * 2 >= unsaved() ||
      buffer.some(({ request }) => request.endpoint.fifo)
    const gathered = Effect.suspend(() => (buffer.length > 0 ? Effect.void : added.wait)).pipe(
      Effect.zipRight(
        Effect.suspend(() =>
          isUrgent() ? Effect.void : Effect.raceFirst(Effect.sleep(flushMillis), added.wait),
        ),
      ),
    )

    return {
      add: (completion) => {
        const isFirst = buffer.push(completion) === 1
        if (isFirst || isUrgent()) added.notify()
      },
      run: gathered.pipe(Effect.zipRight(Effect.ignore(Effect.retry(flush, backoff))), Effect.forever),
      drain: flush.pipe(
        Effect.retry(Schedule.intersect(backoff, Schedule.recurs(wholeAttempts - 1))),
        Effect.repeat({ until: () => buffer.length === 0 }),
        Effect.ignore,
      ),
    }
  })
