/** What is true of the in-memory storage beyond the contract. */
import { addPerson, addQueue, instant, take } from "@annotary/storage-contract"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, FastCheck, Fiber, Layer, Option, Stream, TestClock } from "effect"
import { UserStore } from "../../src/access/UserStore.ts"
import { JobId } from "../../src/domain/Ids.ts"
import { Outbox } from "../../src/events/Outbox.ts"
import { JobStore } from "../../src/jobs/JobStore.ts"
import { compareText, formatSortableNumber } from "../../src/memory/sorted.ts"
import { layerMemory, memory } from "../../src/memory.ts"
import { ClaimStore } from "../../src/placement/ClaimStore.ts"
import { BlobStore } from "../../src/storage/BlobStore.ts"
import { StorageFailure } from "../../src/storage/StorageFailure.ts"
import { Transaction } from "../../src/storage/Transaction.ts"

const exists = (name: string) =>
  Effect.flatMap(UserStore, (users) => Effect.map(users.byName(name), Option.isSome))

const run = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Transaction, (transaction) => transaction.run(effect))

const putFile = (key: string, text: string) =>
  Effect.flatMap(BlobStore, (files) => files.put(key, Stream.make(new TextEncoder().encode(text))))

const readFile = (key: string) =>
  Effect.flatMap(BlobStore, (files) => Stream.mkString(Stream.decodeText(files.get(key))))

/** What the fiber died of. */
const failureOf = (exit: Exit.Exit<unknown, unknown>) =>
  Exit.match(exit, {
    onSuccess: () => null,
    onFailure: (cause) => (cause._tag === "Die" ? cause.defect : cause),
  })

describe("the in-memory storage", () => {
  it.effect("ends leases by the Clock of Effect", () =>
    Effect.gen(function* () {
      const claims = yield* ClaimStore
      const { ann, dataset } = yield* addQueue([{}])
      const [claim] = yield* take(dataset, ann, "labeling", 1, 60)
      if (claim === undefined) return assert.fail()
      assert.strictEqual(claim.expiresAt, "1970-01-01T00:01:00.000000Z")
      yield* TestClock.adjust("59999 millis")
      assert.isTrue(Option.isSome(yield* claims.find(claim.id)))
      yield* TestClock.adjust("1 millis")
      assert.isTrue(Option.isNone(yield* claims.find(claim.id)))
    }).pipe(Effect.provide(layerMemory)),
  )

  it.effect("lets others read what was committed last while a transaction is open", () =>
    Effect.gen(function* () {
      const begun = yield* Deferred.make<void>()
      const goOn = yield* Deferred.make<void>()
      const open = addPerson("ann").pipe(
        Effect.zipRight(Deferred.succeed(begun, undefined)),
        Effect.zipRight(Deferred.await(goOn)),
      )
      const fiber = yield* Effect.fork(run(open))
      yield* Deferred.await(begun)
      assert.isFalse(yield* exists("ann"))
      yield* Deferred.succeed(goOn, undefined)
      yield* Fiber.join(fiber)
      assert.isTrue(yield* exists("ann"))
    }).pipe(Effect.provide(layerMemory)),
  )

  it.scoped("begins with what another one holds, and neither shows what changes in the other", () =>
    Effect.gen(function* () {
      const original = memory()
      const first = yield* Layer.build(original)
      yield* Effect.provide(Effect.zipRight(addPerson("ann"), putFile("a", "1")), first)
      const second = yield* Layer.build(memory({ copyOf: original }))
      yield* Effect.provide(Effect.zipRight(addPerson("bob"), putFile("a", "2")), second)
      yield* Effect.provide(addPerson("eve"), first)
      const describeAll = Effect.all([exists("ann"), exists("bob"), exists("eve"), readFile("a")])
      assert.deepStrictEqual(yield* Effect.provide(describeAll, first), [true, false, true, "1"])
      assert.deepStrictEqual(yield* Effect.provide(describeAll, second), [true, true, false, "2"])
    }),
  )

  it.scoped("copies what the other one holds when the copy is opened, and copies of copies", () =>
    Effect.gen(function* () {
      const original = memory()
      const copy = memory({ copyOf: original })
      const first = yield* Layer.build(original)
      yield* Effect.provide(addPerson("ann"), first)
      yield* Layer.build(copy)
      const third = yield* Layer.build(memory({ copyOf: copy }))
      assert.isTrue(yield* Effect.provide(exists("ann"), third))
    }),
  )

  it.scoped("refuses to copy one that nobody has opened", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(Layer.build(memory({ copyOf: memory() })))
      const failure = failureOf(exit)
      assert.instanceOf(failure, StorageFailure)
      assert.match(String(failure.cause), /was not opened/)
    }),
  )

  it.effect("is another database for every call of memory()", () =>
    Effect.gen(function* () {
      const [one, other] = yield* Effect.all([Layer.build(memory()), Layer.build(memory())])
      const both = run(Effect.zipRight(addPerson("ann"), Effect.provide(run(addPerson("bob")), other)))
      yield* Effect.provide(both, one)
      const found = Effect.all([exists("ann"), exists("bob")])
      assert.deepStrictEqual(yield* Effect.provide(found, one), [true, false])
      assert.deepStrictEqual(yield* Effect.provide(found, other), [false, true])
    }).pipe(Effect.scoped),
  )

  it.effect("refuses a fiber that goes on using a transaction after its end", () =>
    Effect.gen(function* () {
      const ended = yield* Deferred.make<void>()
      const late = Effect.zipRight(Deferred.await(ended), addPerson("ann"))
      const fiber = yield* run(Effect.forkDaemon(late))
      yield* Deferred.succeed(ended, undefined)
      assert.instanceOf(failureOf(yield* Fiber.await(fiber)), StorageFailure)
      assert.isFalse(yield* exists("ann"))
    }).pipe(Effect.provide(layerMemory)),
  )

  it.effect("takes events inside a transaction only", () =>
    Effect.gen(function* () {
      const outbox = yield* Outbox
      assert.instanceOf(failureOf(yield* Effect.exit(outbox.append([]))), StorageFailure)
      yield* run(outbox.append([]))
    }).pipe(Effect.provide(layerMemory)),
  )

  it.effect("gives the oldest job first, whatever the order of insertion", () =>
    Effect.gen(function* () {
      const jobs = yield* JobStore
      const { ann, dataset } = yield* addQueue([])
      const job = {
        kind: "purge",
        datasetId: dataset.id,
        payload: dataset.metadata,
        status: "PENDING",
      } as const
      const rest = { done: 0, total: null, attempts: 0, error: null, createdAt: instant, createdBy: ann }
      const ids = ["b", "a", "c"].map((end) => JobId.make(`00000000-0000-7000-8000-00000000000${end}`))
      for (const id of ids) yield* jobs.insert({ ...job, ...rest, id })
      const leased = yield* jobs.lease({ kinds: ["purge"], leaseSeconds: 9, token: "t" })
      assert.strictEqual(Option.getOrThrow(leased).job.id, ids[1])
    }).pipe(Effect.provide(layerMemory)),
  )
})

describe("orders", () => {
  const points = (text: string) => [...text].map((point) => point.codePointAt(0) ?? 0)

  it.prop(
    "text is compared by code point",
    [FastCheck.string({ unit: "binary", maxLength: 4 }), FastCheck.string({ unit: "binary", maxLength: 4 })],
    ([a, b]) => {
      const [left, right] = [points(a), points(b)]
      const at = left.findIndex((point, i) => point !== right[i])
      const [x, y] = at === -1 ? [left.length, right.length] : [left[at] ?? 0, right[at] ?? -1]
      assert.strictEqual(compareText(a, b), Math.sign(x - y))
    },
  )

  it.prop(
    "numbers sort as their texts do",
    [FastCheck.double({ noNaN: true }), FastCheck.double({ noNaN: true })],
    ([a, b]) => {
      const [left, right] = [formatSortableNumber(a), formatSortableNumber(b)]
      assert.deepStrictEqual([left < right, left === right], [a < b, a === b])
    },
  )
})
