/** What a suite is: sentences about one port, each with an effect that needs nothing but the storage. */
import { type Storage, Transaction } from "@annotary/core/effect"
import { Deferred, Duration, Effect, Fiber, type Scope } from "effect"

/** Fails when the sentence is not true. */
export type Test = Effect.Effect<void, unknown, Storage | Scope.Scope>

/** What an adapter may do without. */
export type Capability = "files"

export interface Lack {
  readonly capability: Capability
  /** Why; printed with every test that is left out. */
  readonly reason: string
}

export interface Suite {
  readonly port: string
  readonly needs?: Capability
  readonly tests: Readonly<Record<string, Test>>
}

export const suite = (port: string, tests: Suite["tests"], needs?: Capability): Suite =>
  needs === undefined ? { port, tests } : { port, tests, needs }

/** Twenty at once. */
export const twenty = <A, E, R>(
  each: (index: number) => Effect.Effect<A, E, R>,
): Effect.Effect<ReadonlyArray<A>, E, R> =>
  Effect.forEach(
    Array.from({ length: 20 }, (_, index) => index),
    each,
    { concurrency: "unbounded" },
  )

/** How long a rival is given to run into the open transaction, or to come to its end. */
const aWhile = Duration.millis(40)
/** The same for one that does many things. */
const aLongWhile = Duration.millis(400)

/**
 * Does `first` in a transaction and holds that open while the rival, in a transaction of its own, runs until it waits or
 * ends; then the first one commits. Storages differ in who waits for whom, so a test must hold for either order.
 */
export const interleaved = <A, E, R, A2, E2, R2>(
  first: Effect.Effect<A, E, R>,
  rival: Effect.Effect<A2, E2, R2>,
): Effect.Effect<readonly [A, A2], E | E2, R | R2 | Transaction> =>
  Effect.flatMap(Transaction, (transaction) => both(heldOpen(first, transaction.run(rival))))

/** The same, but the rival does many things, which are not one transaction. */
export const beside = <A, E, R, A2, E2, R2>(
  first: Effect.Effect<A, E, R>,
  rival: Effect.Effect<A2, E2, R2>,
): Effect.Effect<readonly [A, A2], E | E2, R | R2 | Transaction> =>
  both(heldOpen(first, rival, Effect.void, aLongWhile))

/** The same, but the first one is rolled back; the rival's answer. */
export const rolledBackBeside = <A, E, R, A2, E2, R2>(
  first: Effect.Effect<A, E, R>,
  rival: Effect.Effect<A2, E2, R2>,
): Effect.Effect<A2, E2, R | R2 | Transaction> =>
  Effect.map(heldOpen(first, rival, Effect.fail("rolled back")), ([, other]) => other)

const both = <A, E, B, E2, R>(
  held: Effect.Effect<readonly [Effect.Effect<A, E>, B], E2, R>,
): Effect.Effect<readonly [A, B], E | E2, R> =>
  Effect.flatMap(held, ([one, other]) => Effect.map(one, (answer) => [answer, other] as const))

const heldOpen = <A, E, R, A2, E2, R2, E3 = never>(
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
    const one = yield* Effect.fork(transaction.run(held))
    yield* Deferred.await(done)
    const other = yield* Effect.fork(rival)
    yield* Effect.raceFirst(Fiber.await(other), Effect.sleep(atMost))
    yield* Deferred.succeed(goOn, undefined)
    const exit = yield* Fiber.await(one)
    return [exit, yield* Fiber.join(other)] as const
  })
