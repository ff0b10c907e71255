import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, TestClock } from "effect"
import { AuditLog } from "../../src/access/AuditLog.ts"
import { AuditStore } from "../../src/access/AuditStore.ts"
import { CurrentActor } from "../../src/domain/Actor.ts"
import { Username } from "../../src/domain/Names.ts"
import { defaultSettings, EngineSettings } from "../../src/kernel/EngineSettings.ts"
import { makeLayer } from "../../src/memory/layer.ts"
import { SigningKeys } from "../../src/releases/SigningKeys.ts"
import { StatementKeys } from "../../src/releases/StatementKeys.ts"
import { Transaction } from "../../src/storage/Transaction.ts"

/** The keys of a process that has just started. Without secret keys in its settings, it generates one. */
const startProcess = (storage: ReturnType<typeof makeLayer>) =>
  Effect.provide(
    StatementKeys,
    StatementKeys.Default.pipe(
      Layer.provide([SigningKeys.Default, AuditLog.Default]),
      Layer.provide(storage),
      Layer.provide(Layer.succeed(EngineSettings, defaultSettings)),
    ),
  )

const prepareStorage = Effect.gen(function* () {
  const storage = Layer.succeedContext(yield* Layer.build(makeLayer()))
  return { storage, transaction: yield* Effect.provide(Transaction, storage) }
})

const readKeyId = ({ signingKey }: typeof StatementKeys.Service) =>
  Effect.map(signingKey, ({ publicKey }) => publicKey.kid)

describe("the key that signs statements", () => {
  it.live("is read inside a transaction while a caller outside waits for that transaction", () =>
    Effect.gen(function* () {
      const { storage, transaction } = yield* prepareStorage
      const keys = yield* startProcess(storage)
      const isOpen = yield* Deferred.make<void>()
      const isRivalWaiting = yield* Deferred.make<void>()
      const inside = yield* Effect.fork(
        transaction.run(
          Effect.gen(function* () {
            yield* Deferred.succeed(isOpen, undefined)
            yield* Deferred.await(isRivalWaiting)
            return yield* readKeyId(keys)
          }),
        ),
      )
      yield* Deferred.await(isOpen)
      const outside = yield* Effect.fork(readKeyId(keys))
      yield* Effect.sleep("20 millis")
      yield* Deferred.succeed(isRivalWaiting, undefined)
      const ids = yield* Fiber.join(Fiber.zip(inside, outside)).pipe(
        Effect.timeoutFail({ duration: "2 seconds", onTimeout: () => "The callers wait for one another." }),
      )
      assert.strictEqual(ids[0], ids[1])
    }).pipe(Effect.scoped),
  )

  it.effect("is the same for callers who are the first at the same time", () =>
    Effect.gen(function* () {
      const { storage } = yield* prepareStorage
      const [here, there] = yield* Effect.all([startProcess(storage), startProcess(storage)])
      const callers = [here, there, here, there].map(readKeyId)
      const ids = yield* Effect.all(callers, { concurrency: "unbounded" })
      assert.lengthOf([...new Set(ids)], 1)
      assert.lengthOf((yield* here.readKeySet()).keys, 1)
    }).pipe(Effect.scoped),
  )

  it.effect("is forgotten with the transaction that made it, and so is the secret that sealed it", () =>
    Effect.gen(function* () {
      const { storage, transaction } = yield* prepareStorage
      const keys = yield* startProcess(storage)
      const undone = yield* Effect.flip(transaction.run(Effect.flatMap(readKeyId(keys), Effect.fail)))
      const lasting = yield* readKeyId(keys)
      assert.notStrictEqual(lasting, undone)
      assert.deepStrictEqual(
        (yield* keys.readKeySet()).keys.map(({ kid }) => kid),
        [lasting],
      )
      assert.strictEqual(yield* readKeyId(yield* startProcess(storage)), lasting)
    }).pipe(Effect.scoped),
  )

  it.effect("is rotated with an entry in the audit log that names the new key", () =>
    Effect.gen(function* () {
      const { storage } = yield* prepareStorage
      const keys = yield* startProcess(storage)
      yield* readKeyId(keys)
      const { keys: rotated } = yield* Effect.provideService(keys.rotate(), CurrentActor, {
        _tag: "Person",
        username: Username.make("ann"),
        siteAdmin: true,
        credentialsExpireAt: null,
      })
      assert.lengthOf(rotated, 2)
      const entries = yield* Effect.flatMap(AuditStore, (store) =>
        store.ofAccounts({ before: null, limit: 10 }),
      ).pipe(Effect.provide(storage))
      assert.deepStrictEqual<unknown>(
        entries.map(({ account, action, by, details }) => ({ account, action, by, details })),
        [
          {
            account: "ann",
            action: "signing_key.rotated",
            by: "ann",
            details: `{"kid":"${rotated[0]?.kid}"}`,
          },
        ],
      )
    }).pipe(Effect.scoped),
  )

  it.effect("is missing for a second at most in a process that has read none before", () =>
    Effect.gen(function* () {
      const { storage } = yield* prepareStorage
      const [here, there] = yield* Effect.all([startProcess(storage), startProcess(storage)])
      assert.lengthOf((yield* here.readKeySet()).keys, 0)
      const kid = yield* readKeyId(there)
      assert.lengthOf((yield* here.readKeySet()).keys, 0)
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(
        (yield* here.readKeySet()).keys.map((key) => key.kid),
        [kid],
      )
    }).pipe(Effect.scoped),
  )
})
