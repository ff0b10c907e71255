/** Several who wait for the lock that another process has on the file. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { SecretStore, Transaction } from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { layer } from "../src/effect.ts"

const file = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "annotary-waiting-"))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true })),
  ),
  (folder) => join(folder, "annotary.db"),
)

const write = (name: string) => Effect.flatMap(SecretStore, (secrets) => secrets.getOrKeep(name, "value"))
const inTransaction = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Transaction, ({ run }) => run(effect))

describe("writers that wait for another connection's lock", () => {
  it.scopedLive(
    "get it in the order in which they came, whether they write one statement or a transaction",
    () =>
      Effect.gen(function* () {
        const filename = yield* file
        const [one, other] = [
          yield* Layer.build(layer({ filename })),
          yield* Layer.build(layer({ filename })),
        ]
        const held = yield* Deferred.make<void>()
        const enough = yield* Deferred.make<void>()
        const holder = yield* write("first").pipe(
          Effect.zipRight(Deferred.succeed(held, undefined)),
          Effect.zipRight(Deferred.await(enough)),
          inTransaction,
          Effect.provide(one),
          Effect.fork,
        )
        yield* Deferred.await(held)
        const numbers = Array.from({ length: 12 }, (_, index) => index)
        const order: Array<number> = []
        const writers = yield* Effect.forEach(numbers, (number) => {
          const writing = number % 2 === 0 ? write(`${number}`) : inTransaction(write(`${number}`))
          const noted = Effect.tap(writing, () => order.push(number))
          return Effect.zipLeft(Effect.fork(Effect.provide(noted, other)), Effect.sleep("20 millis"))
        })
        yield* Deferred.succeed(enough, undefined)
        yield* Fiber.join(holder)
        yield* Fiber.joinAll(writers)
        assert.deepStrictEqual(order, numbers)
      }),
  )

  it.scopedLive("who is interrupted makes way for the next", () =>
    Effect.gen(function* () {
      const filename = yield* file
      const [one, other] = [yield* Layer.build(layer({ filename })), yield* Layer.build(layer({ filename }))]
      const held = yield* Deferred.make<void>()
      const enough = yield* Deferred.make<void>()
      const holder = yield* write("first").pipe(
        Effect.zipRight(Deferred.succeed(held, undefined)),
        Effect.zipRight(Deferred.await(enough)),
        inTransaction,
        Effect.provide(one),
        Effect.fork,
      )
      yield* Deferred.await(held)
      const impatient = yield* Effect.fork(Effect.provide(inTransaction(write("impatient")), other))
      const patient = yield* Effect.fork(Effect.provide(inTransaction(write("patient")), other))
      yield* Effect.sleep("50 millis")
      yield* Fiber.interrupt(impatient)
      yield* Deferred.succeed(enough, undefined)
      yield* Fiber.join(holder)
      assert.strictEqual(yield* Fiber.join(patient), "value")
      const names = ["first", "impatient", "patient"]
      const kept = yield* Effect.filter(names, (name) =>
        Effect.flatMap(SecretStore, (secrets) => secrets.has(name)),
      ).pipe(Effect.provide(other))
      assert.deepStrictEqual(kept, ["first", "patient"])
    }),
  )
})
