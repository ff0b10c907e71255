import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, identity, Stream } from "effect"
import { makeTransaction } from "../src/database/SqlTransaction.ts"
import { callAtEnd, type Ending } from "../src/database/transactionEnd.ts"

/** What was noted so far. */
const makeEndings = () => {
  const endings: Array<Ending> = []
  return { endings, note: callAtEnd((ending) => void endings.push(ending)) }
}

/** Transactions over a connection that runs nothing, which commit by the given effect. */
const transactions = (commit: Effect.Effect<void> = Effect.void) => {
  const none = () => Effect.succeed([])
  const connection = {
    execute: none,
    executeRaw: none,
    executeValues: none,
    executeUnprepared: none,
    executeStream: () => Stream.empty,
  }
  const dialect = { retry: identity, failure: () => "final" as const }
  return makeTransaction(
    {
      begin: () => Effect.succeed({ connection, commit, rollback: Effect.void }),
      body: identity,
      beforeSavepoint: Effect.void,
    },
    dialect,
  )
}

const { run } = transactions()

describe("the end of a transaction", () => {
  it.effect("is reported when it happens, with its result", () =>
    Effect.gen(function* () {
      const { endings, note } = makeEndings()
      yield* note
      assert.deepStrictEqual(endings, ["committed"])
      const early = yield* run(Effect.as(note, [...endings]))
      assert.deepStrictEqual(early, ["committed"])
      assert.deepStrictEqual(endings, ["committed", "committed"])
      yield* Effect.ignore(run(Effect.zipRight(note, Effect.fail("undone"))))
      assert.deepStrictEqual(endings, ["committed", "committed", "undone"])
    }),
  )

  it.effect("is that of the outermost, unless an inner one is undone alone", () =>
    Effect.gen(function* () {
      const { endings, note } = makeEndings()
      yield* run(
        Effect.gen(function* () {
          yield* run(note)
          assert.deepStrictEqual(endings, [])
          yield* Effect.ignore(run(Effect.zipRight(note, Effect.fail("undone"))))
          assert.deepStrictEqual(endings, ["undone"])
        }),
      )
      assert.deepStrictEqual(endings, ["undone", "committed"])
    }),
  )

  it.effect("is a commit also when the caller goes away during the COMMIT", () =>
    Effect.gen(function* () {
      const { endings, note } = makeEndings()
      const committing = yield* Deferred.make<void>()
      const commit = yield* Deferred.make<void>()
      const slow = transactions(
        Effect.zipRight(Deferred.succeed(committing, undefined), Deferred.await(commit)),
      )
      const fiber = yield* Effect.fork(slow.run(note))
      yield* Deferred.await(committing)
      const leaving = yield* Effect.fork(Fiber.interrupt(fiber))
      yield* Effect.repeatN(Effect.yieldNow(), 5)
      yield* Deferred.succeed(commit, undefined)
      yield* Fiber.join(leaving)
      assert.deepStrictEqual(endings, ["committed"])
    }),
  )

  it.effect("reaches a fiber that was begun inside and lives longer", () =>
    Effect.gen(function* () {
      const { endings, note } = makeEndings()
      const goOn = yield* Deferred.make<void>()
      const fiber = yield* run(Effect.forkDaemon(Effect.zipRight(Deferred.await(goOn), note)))
      yield* Deferred.succeed(goOn, undefined)
      yield* Fiber.join(fiber)
      assert.deepStrictEqual(endings, ["committed"])
    }),
  )
})
