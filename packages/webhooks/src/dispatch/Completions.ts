/**
 * Tells the storage what came of requests, many at a time: what ends within a few milliseconds is told in one transaction.
 * What could not be told is kept and told later, for as long as the storage is away; its lease is renewed meanwhile.
 */
import { makeOutageLog, storageAway } from "@annotary/core/effect"
import { Effect } from "effect"
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

export const makeCompletions = ({ flushMillis, policy, store, told }: CompletionsOptions): Completions => {
  const buffer: Array<Completion> = []
  const bell = makeBell()
  const outages = makeOutageLog("What came of webhook deliveries is told later.")
  let failures = 0

  const tell = (batch: ReadonlyArray<Completion>): Effect.Effect<void> =>
    Effect.suspend(() => store.complete({ completions: batch, policy })).pipe(
      Effect.flatMap((completed) => follow(batch, completed)),
    )
  /** What follows must not have it told a second time. */
  const follow: CompletionsOptions["told"] = (batch, completed) =>
    Effect.catchAllCause(told(batch, completed), (cause) =>
      Effect.logWarning("What follows from webhook deliveries was not done.", cause),
    )
  /** Answers whether it went well; when not, what was to be told is kept. */
  const flush: Effect.Effect<boolean> = Effect.suspend(() => {
    const batch = buffer.splice(0, most)
    if (batch.length === 0) return Effect.succeed(true)
    return tell(batch).pipe(
      Effect.zipRight(outages.answered),
      Effect.as(true),
      Effect.tap(() => {
        failures = 0
      }),
      Effect.catchAllCause((cause) => {
        failures += 1
        const away = storageAway(cause)
        if (away === undefined && failures >= wholeTries) {
          failures = 0
          return Effect.as(oneByOne(batch, tell, follow), true)
        }
        buffer.unshift(...batch)
        const complaint =
          away === undefined
            ? Effect.logWarning("What came of webhook deliveries could not be told; it is told again.", cause)
            : outages.failed(away)
        return Effect.as(complaint, false)
      }),
    )
  }).pipe(Effect.uninterruptible)

  /** Somebody's next request waits for this one, or there is enough to tell. */
  const isUrgent = () => buffer.length >= enough || buffer.some(({ request }) => request.endpoint.fifo)
  const gathered = Effect.suspend(() => (buffer.length > 0 ? Effect.void : bell.rung)).pipe(
    Effect.zipRight(
      Effect.suspend(() =>
        isUrgent() ? Effect.void : Effect.raceFirst(Effect.sleep(flushMillis), bell.rung),
      ),
    ),
  )
  const later = Effect.suspend(() => Effect.sleep(Math.min(2000, 50 * 2 ** failures)))

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

const oneByOne = (
  batch: ReadonlyArray<Completion>,
  tell: (batch: ReadonlyArray<Completion>) => Effect.Effect<void>,
  follow: CompletionsOptions["told"],
): Effect.Effect<void> =>
  Effect.forEach(
    batch,
    (one) =>
      Effect.catchAllCause(tell([one]), (cause) =>
        Effect.zipRight(
          Effect.logError("What came of a webhook delivery cannot be told.", cause),
          follow([one], undefined),
        ),
      ),
    { discard: true },
  )
