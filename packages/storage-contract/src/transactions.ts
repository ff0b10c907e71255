/** Transaction: atomicity, savepoints and isolation. */
import { IssueStore, Transaction, UserStore } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Cause, Deferred, Effect, Exit, Fiber, Option } from "effect"
import { addPerson, addSample, aWorld, makeIssue } from "./fixtures.ts"
import { makeSuite, runBesideRollback, runInterleaved, runTwenty } from "./suite.ts"

const hasUser = (name: string) =>
  Effect.flatMap(UserStore, (users) => Effect.map(users.byName(name), Option.isSome))

const run = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Transaction, (transaction) => transaction.run(effect))

const inside = Effect.flatMap(Transaction, (transaction) => transaction.inside)

export const transactions = makeSuite("Transaction", {
  "returns the result of the effect, and commits": Effect.gen(function* () {
    assert.strictEqual(yield* run(Effect.as(addPerson("ann"), 42)), 42)
    assert.isTrue(yield* hasUser("ann"))
  }),

  "fails with the same error, and rolls back": Effect.gen(function* () {
    class Mine {}
    const mine = new Mine()
    const error = yield* Effect.flip(run(Effect.zipRight(addPerson("ann"), Effect.fail(mine))))
    assert.strictEqual(error, mine)
    assert.isFalse(yield* hasUser("ann"))
  }),

  "rolls back when the effect dies": Effect.gen(function* () {
    const exit = yield* Effect.exit(run(Effect.zipRight(addPerson("ann"), Effect.die("broken"))))
    assert.deepStrictEqual(
      Option.map(Exit.causeOption(exit), (cause) => [...Cause.defects(cause)]),
      Option.some(["broken"]),
    )
    assert.isFalse(yield* hasUser("ann"))
  }),

  "rolls back when it is interrupted, and does not block others": Effect.gen(function* () {
    const begun = yield* Deferred.make<void>()
    const fiber = yield* Effect.fork(
      run(
        addPerson("ann").pipe(
          Effect.zipRight(Deferred.succeed(begun, undefined)),
          Effect.zipRight(Effect.never),
        ),
      ),
    )
    yield* Deferred.await(begun)
    const exit = yield* Fiber.interrupt(fiber)
    assert.isTrue(Exit.isInterrupted(exit))
    assert.isFalse(yield* hasUser("ann"))
    yield* run(addPerson("bob"))
    assert.isTrue(yield* hasUser("bob"))
  }),

  "sees its own writes": Effect.gen(function* () {
    assert.isTrue(yield* run(Effect.zipRight(addPerson("ann"), hasUser("ann"))))
  }),

  "is invisible to others before it commits": Effect.gen(function* () {
    assert.isFalse(yield* runBesideRollback(addPerson("ann"), hasUser("ann")))
    assert.isFalse(yield* hasUser("ann"))
  }),

  "keeps the writes before and after a failure that is caught inside": Effect.gen(function* () {
    yield* run(
      Effect.gen(function* () {
        yield* addPerson("ann")
        yield* Effect.ignore(Effect.fail("no"))
        yield* addPerson("bob")
      }),
    )
    assert.isTrue((yield* hasUser("ann")) && (yield* hasUser("bob")))
  }),

  "continues after an expected refusal by the storage": Effect.gen(function* () {
    yield* addPerson("ann")
    yield* run(
      Effect.gen(function* () {
        const users = yield* UserStore
        const ann = Option.getOrThrow(yield* users.byName("ann"))
        assert.isFalse(yield* users.insert(ann))
        yield* addPerson("bob")
      }),
    )
    assert.isTrue(yield* hasUser("bob"))
  }),

  "rolls back only the nested run when it fails and is caught": Effect.gen(function* () {
    yield* run(
      Effect.gen(function* () {
        yield* addPerson("ann")
        yield* Effect.ignore(run(Effect.zipRight(addPerson("bob"), Effect.fail("no"))))
        assert.isFalse(yield* hasUser("bob"))
        yield* run(addPerson("cid"))
      }),
    )
    assert.deepStrictEqual(yield* Effect.all([hasUser("ann"), hasUser("bob"), hasUser("cid")]), [
      true,
      false,
      true,
    ])
  }),

  "rolls back a nested run when the outer one fails": Effect.gen(function* () {
    yield* Effect.ignore(run(Effect.zipRight(run(addPerson("ann")), Effect.fail("no"))))
    assert.isFalse(yield* hasUser("ann"))
  }),

  "supports several levels of nesting": Effect.gen(function* () {
    const innermost = Effect.ignore(run(Effect.zipRight(addPerson("cid"), Effect.fail("no"))))
    yield* run(Effect.zipRight(addPerson("ann"), run(Effect.zipRight(addPerson("bob"), innermost))))
    assert.deepStrictEqual(yield* Effect.all([hasUser("ann"), hasUser("bob"), hasUser("cid")]), [
      true,
      true,
      false,
    ])
  }),

  "reports whether the fiber is inside a transaction": Effect.gen(function* () {
    assert.isFalse(yield* inside)
    assert.deepStrictEqual(yield* run(Effect.all([inside, run(inside), inside])), [true, true, true])
    assert.isFalse(yield* inside)
  }),

  "runs transactions that write the same row one after the other": Effect.gen(function* () {
    const { dataset } = yield* aWorld
    const sample = yield* addSample(dataset)
    const issues = yield* IssueStore
    const issue = yield* makeIssue(sample, { description: "0" })
    yield* issues.insert(issue)
    const read = Effect.map(issues.byId(issue.id), Option.getOrThrow)
    const increment = Effect.flatMap(read, (stored) =>
      issues.update({ ...stored, description: String(Number(stored.description) + 1) }),
    )
    yield* runInterleaved(increment, increment)
    assert.strictEqual((yield* read).description, "2")
    yield* runTwenty(() => run(increment))
    assert.strictEqual((yield* read).description, "22")
  }),
})
