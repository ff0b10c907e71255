/** Suites: sentences about one port, each with an effect that needs only the storage. */
import { Ids, makeMonotonicUuids, type Storage, Transaction } from "@annotary/core/effect"
import { Deferred, Duration, Effect, Fiber, type Scope } from "effect"

/** Fails if the sentence is false. */
export type Test = Effect.Effect<void, unknown, Storage | Scope.Scope>

/** Capabilities that an adapter may lack. */
export type Capability = "files"

/** A capability that an adapter lacks. */
export interface Lack {
  readonly capability: Capability
  /** The reason, printed with every skipped test. */
  readonly reason: string
}

/** The tests of a port, by sentence. */
export interface Suite {
  readonly port: string
  readonly needs?: Capability
  readonly tests: Readonly<Record<string, Test>>
}

/** Creates a suite. `needs`: the capability that its adapters must have. */
export const makeSuite = (port: string, tests: Suite["tests"], needs?: Capability): Suite =>
  needs === undefined ? { port, tests } : { port, tests, needs }

/** Ids of one test: an earlier test with a clock ahead of this one's would have left the ids of the process ahead. */
export const withNewIds = <A, E, R>(test: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => Effect.provideService(test, Ids, makeMonotonicUuids()))

/** Runs the effect twenty times concurrently. */
export const runTwenty = <A, E, R>(
  each: (index: number) => Effect.Effect<A, E, R>,
): Effect.Effect<ReadonlyArray<A>, E, R> =>
  Effect.forEach(
    Array.from({ length: 20 }, (_, index) => index),
    each,
    { concurrency: "unbounded" },
  )

/** The time that a rival gets to reach the open transaction, or to complete. */
const aWhile = Duration.millis(40)
/** The same for a rival with many calls. */
const aLongWhile = Duration.millis(400)

/**
 * Runs `first` in a transaction and keeps that open while the rival, in another transaction, runs until it waits or
 * ends; then commits the first one. Storages differ in who waits for whom, so a test must pass for either order.
 */
export const runInterleaved = <A, E, R, A2, E2, R2>(
  first: Effect.Effect<A, E, R>,
  rival: Effect.Effect<A2, E2, R2>,
): Effect.Effect<readonly [A, A2], E | E2, R | R2 | Transaction> =>
  Effect.flatMap(Transaction, (transaction) => joinBoth(keepOpen(first, transaction.run(rival))))

/** {@link runInterleaved} for a rival with many calls that are no single transaction. */
export const runBeside = <A, E, R, A2, E2, R2>(
  first: Effect.Effect<A, E, R>,
  rival: Effect.Effect<A2, E2, R2>,
): Effect.Effect<readonly [A, A2], E | E2, R | R2 | Transaction> =>
  joinBoth(keepOpen(first, rival, Effect.void, aLongWhile))

/** {@link runInterleaved} with a rollback of the first transaction. Returns the rival's result. */
export const runBesideRollback = <A, E, R, A2, E2, R2>(
  first: Effect.Effect<A, E, R>,
  rival: Effect.Effect<A2, E2, R2>,
): Effect.Effect<A2, E2, R | R2 | Transaction> =>
  Effect.map(keepOpen(first, rival, Effect.fail("rolled back")), ([, other]) => other)

const joinBoth = <A, E, B, E2, R>(
  held: Effect.Effect<readonly [Effect.Effect<A, E>, B], E2, R>,
): Effect.Effect<readonly [A, B], E | E2, R> =>
  Effect.flatMap(held, ([one, other]) => Effect.map(one, (answer) => [answer, other] as const))

const keepOpen = <A, E, R, A2, E2, R2, E3 = never>(
  first: Effect.Effect<A, E, R>,
  rival: Effect.Effect<A2, E2, R2>,
  ending: Effect.Effect<void, E3> = Effect.void,
  atMost = aWhile,
): Effect.Effect<readonly [Effect.Effect<A, E | E3>, A2], E2, R | R2 | Transaction> =>
  Effect.gen(function* () {
    const transaction = yield* Transaction
    const done = yield* Deferred.make<void>()
    const goOn = yield* Deferred.make<void>()
    const held = first.pipe(
      Effect.ensuring(Deferred.succeed(done, undefined)),
      Effect.zipLeft(Deferred.await(goOn)),
      Effect.zipLeft(ending),
    )
    const holder = yield* Effect.fork(transaction.run(held))
    yield* Deferred.await(done)
    const other = yield* Effect.fork(rival)
    yield* Effect.raceFirst(Fiber.await(other), Effect.sleep(atMost))
    yield* Deferred.succeed(goOn, undefined)
    const exit = yield* Fiber.await(holder)
    return [exit, yield* Fiber.join(other)] as const
  })
