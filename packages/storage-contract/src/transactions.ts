/** Transaction: atomicity, savepoints and isolation. */
import { IssueStore, Transaction, UserStore } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Cause, Deferred, Effect, Exit, Fiber, Option } from "effect"
import { aPerson, aSample, aWorld, someIssue } from "./fixtures.ts"
import { interleaved, rolledBackBeside, suite, twenty } from "./suite.ts"

const exists = (name: string) =>
  Effect.flatMap(UserStore, (users) => Effect.map(users.byName(name), Option.isSome))

const run = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Transaction, (transaction) => transaction.run(effect))

const inside = Effect.flatMap(Transaction, (transaction) => transaction.inside)

export const transactions = suite("Transaction", {
  "returns the result of the effect, and commits": Effect.gen(function* () {
    assert.strictEqual(yield* run(Effect.as(aPerson("ann"), 42)), 42)
    assert.isTrue(yield* exists("ann"))
  }),

  "fails with the same error, and rolls back": Effect.gen(function* () {
    class Mine {}
    const mine = new Mine()
    const error = yield* Effect.flip(run(Effect.zipRight(aPerson("ann"), Effect.fail(mine))))
    assert.strictEqual(error, mine)
    assert.isFalse(yield* exists("ann"))
  }),

  "rolls back when the effect dies": Effect.gen(function* () {
    const exit = yield* Effect.exit(run(Effect.zipRight(aPerson("ann"), Effect.die("broken"))))
    assert.deepStrictEqual(
      Option.map(Exit.causeOption(exit), (cause) => [...Cause.defects(cause)]),
      Option.some(["broken"]),
    )
    assert.isFalse(yield* exists("ann"))
  }),

  "rolls back when it is interrupted, and does not block others": Effect.gen(function* () {
    const begun = yield* Deferred.make<void>()
    const fiber = yield* Effect.fork(
      run(
        aPerson("ann").pipe(
          Effect.zipRight(Deferred.succeed(begun, undefined)),
          Effect.zipRight(Effect.never),
        ),
      ),
    )
    yield* Deferred.await(begun)
    const exit = yield* Fiber.interrupt(fiber)
    assert.isTrue(Exit.isInterrupted(exit))
    assert.isFalse(yield* exists("ann"))
    yield* run(aPerson("bob"))
    assert.isTrue(yield* exists("bob"))
  }),

  "sees its own writes": Effect.gen(function* () {
    assert.isTrue(yield* run(Effect.zipRight(aPerson("ann"), exists("ann"))))
  }),

  "is invisible to others before it commits": Effect.gen(function* () {
    assert.isFalse(yield* rolledBackBeside(aPerson("ann"), exists("ann")))
    assert.isFalse(yield* exists("ann"))
  }),

  "keeps the writes before and after a failure that is caught inside": Effect.gen(function* () {
    yield* run(
      Effect.gen(function* () {
        yield* aPerson("ann")
        yield* Effect.ignore(Effect.fail("no"))
        yield* aPerson("bob")
      }),
    )
    assert.isTrue((yield* exists("ann")) && (yield* exists("bob")))
  }),

  "continues after an expected refusal by the storage": Effect.gen(function* () {
    yield* aPerson("ann")
    yield* run(
      Effect.gen(function* () {
        const users = yield* UserStore
        const ann = Option.getOrThrow(yield* users.byName("ann"))
        assert.isFalse(yield* users.insert(ann))
        yield* aPerson("bob")
      }),
    )
    assert.isTrue(yield* exists("bob"))
  }),

  "rolls back only the nested run when it fails and is caught": Effect.gen(function* () {
    yield* run(
      Effect.gen(function* () {
        yield* aPerson("ann")
        yield* Effect.ignore(run(Effect.zipRight(aPerson("bob"), Effect.fail("no"))))
        assert.isFalse(yield* exists("bob"))
        yield* run(aPerson("cid"))
      }),
    )
    assert.deepStrictEqual(yield* Effect.all([exists("ann"), exists("bob"), exists("cid")]), [
      true,
      false,
      true,
    ])
  }),

  "rolls back a nested run when the outer one fails": Effect.gen(function* () {
    yield* Effect.ignore(run(Effect.zipRight(run(aPerson("ann")), Effect.fail("no"))))
    assert.isFalse(yield* exists("ann"))
  }),

  "supports several levels of nesting": Effect.gen(function* () {
    const innermost = Effect.ignore(run(Effect.zipRight(aPerson("cid"), Effect.fail("no"))))
    yield* run(Effect.zipRight(aPerson("ann"), run(Effect.zipRight(aPerson("bob"), innermost))))
    assert.deepStrictEqual(yield* Effect.all([exists("ann"), exists("bob"), exists("cid")]), [
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
    const sample = yield* aSample(dataset)
    const issues = yield* IssueStore
    const issue = yield* someIssue(sample, { description: "0" })
    yield* issues.insert(issue)
    const read = Effect.map(issues.byId(issue.id), Option.getOrThrow)
    const increment = Effect.flatMap(read, (stored) =>
      issues.update({ ...stored, description: String(Number(stored.description) + 1) }),
    )
    yield* interleaved(increment, increment)
    assert.strictEqual((yield* read).description, "2")
    yield* twenty(() => run(increment))
    assert.strictEqual((yield* read).description, "22")
  }),
})
