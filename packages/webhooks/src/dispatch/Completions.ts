/**
 * Tells the storage what came of requests, many at a time: what ends within a few milliseconds is told in one transaction.
 * What could not be told is kept and told later, for as long as the storage is away; its lease is renewed meanwhile.
 */
import { makeOutageLog, type StorageFailure, storageAway } from "@annotary/core/effect"
import { Effect, Exit } from "effect"
import type { FailurePolicy } from "../domain/health.ts"
import type { Completed, Completion } from "../ports/claims.ts"
import type { DeliveryStore } from "../ports/DeliveryStore.ts"
import { makeBell } from "./Bell.ts"

export interface Completions {
  readonly add: (completion: Completion) => void
  /** Tells for ever. */
  readonly run: Effect.Effect<never>
  /** Tells all there is; gives up after a few tries, and others will take it back. */
  readonly drain: Effect.Effect<void>
}

export interface CompletionsOptions {
  readonly store: typeof DeliveryStore.Service
  readonly policy: FailurePolicy
  readonly flushMillis: number
  /** Called with each batch once it was told of; undefined: it was given up. */
  readonly told: (batch: ReadonlyArray<Completion>, completed: Completed | undefined) => Effect.Effect<void>
}

const most = 256
const enough = 64

/** So often a batch is tried as a whole; then one by one, so that none is in the way of the others. */
const wholeTries = 3

/** Tells what is in the buffer, and keeps there what could not be told. */
const telling = (
  { policy, store, told }: Omit<CompletionsOptions, "flushMillis">,
  buffer: Array<Completion>,
) => {
  const outages = makeOutageLog("What came of webhook deliveries is told later.")
  /** In a row: by them it is waited longer. */
  let failures = 0
  /** Those of them that were not for want of the storage. */
  let refusals = 0

  const tell = (batch: ReadonlyArray<Completion>): Effect.Effect<void> =>
    Effect.suspend(() => store.complete({ completions: batch, policy })).pipe(
      Effect.flatMap((completed) => follow(batch, completed)),
    )
  /** What follows must not have it told a second time. */
  const follow: CompletionsOptions["told"] = (batch, completed) =>
    Effect.catchAllCause(told(batch, completed), (cause) =>
      Effect.logWarning("What follows from webhook deliveries was not done.", cause),
    )
  const keep = (batch: ReadonlyArray<Completion>, away: StorageFailure): Effect.Effect<boolean> => {
    failures += 1
    buffer.unshift(...batch)
    return Effect.as(outages.failed(away), false)
  }
  /** What nobody can be told of is given up; a storage that is away is told of the others later. */
  const oneByOne = (batch: ReadonlyArray<Completion>): Effect.Effect<boolean> =>
    Effect.gen(function* () {
      refusals = 0
      for (const [at, one] of batch.entries()) {
        const told = yield* Effect.exit(tell([one]))
        if (Exit.isSuccess(told)) continue
        const away = storageAway(told.cause)
        if (away !== undefined) return yield* keep(batch.slice(at), away)
        yield* Effect.logError("What came of a webhook delivery cannot be told.", told.cause)
        yield* follow([one], undefined)
      }
      failures = 0
      return true
    })
  /** Answers whether it went well; when not, what was to be told is kept. */
  const flush: Effect.Effect<boolean> = Effect.suspend(() => {
    const batch = buffer.splice(0, most)
    if (batch.length === 0) return Effect.succeed(true)
    return tell(batch).pipe(
      Effect.zipRight(outages.answered),
      Effect.as(true),
      Effect.tap(() => {
        failures = 0
        refusals = 0
      }),
      Effect.catchAllCause((cause) => {
        const away = storageAway(cause)
        if (away !== undefined) return keep(batch, away)
        refusals += 1
        if (refusals >= wholeTries) return oneByOne(batch)
        failures += 1
        buffer.unshift(...batch)
        return Effect.as(
          Effect.logWarning("What came of webhook deliveries could not be told; it is told again.", cause),
          false,
        )
      }),
    )
  }).pipe(Effect.uninterruptible)
  const later = Effect.suspend(() => Effect.sleep(Math.min(2000, 50 * 2 ** failures)))
  return { flush, later }
}

export const makeCompletions = ({ flushMillis, ...options }: CompletionsOptions): Completions => {
  const buffer: Array<Completion> = []
  const bell = makeBell()
  const { flush, later } = telling(options, buffer)

  /** Somebody's next request waits for this one, or there is enough to tell. */
  const isUrgent = () => buffer.length >= enough || buffer.some(({ request }) => request.endpoint.fifo)
  const gathered = Effect.suspend(() => (buffer.length > 0 ? Effect.void : bell.rung)).pipe(
    Effect.zipRight(
      Effect.suspend(() =>
        isUrgent() ? Effect.void : Effect.raceFirst(Effect.sleep(flushMillis), bell.rung),
      ),
    ),
  )

  return {
    add: (completion) => {
      const isFirst = buffer.push(completion) === 1
      if (isFirst || isUrgent()) bell.ring()
    },
    run: gathered.pipe(
      Effect.zipRight(flush),
      Effect.flatMap((well) => (well ? Effect.void : later)),
      Effect.forever,
    ),
    drain: Effect.iterate(wholeTries, {
      while: (tries) => tries > 0 && buffer.length > 0,
      body: (tries) =>
        Effect.flatMap(flush, (well) => (well ? Effect.succeed(tries) : Effect.as(later, tries - 1))),
    }).pipe(Effect.asVoid),
  }
}
