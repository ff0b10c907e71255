/** What an embedder does wrong, or meets, is told in words that name it, with the embedder's own line; and its logger hears it. */
import { createEngine, isAnnotaryError, type LogRecord, StorageFailure } from "@annotary/core"
import { ClaimId } from "@annotary/core/effect"
import { memory } from "@annotary/core/memory"
import { testEngine } from "@annotary/core/testing"
import { Effect } from "effect"
import { assert, describe, it } from "vitest"

const rejection = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => assert.fail("expected a rejection"),
    (error: unknown) => (error instanceof Error ? error : assert.fail(String(error))),
  )

describe("an error", () => {
  it("names the user that there is not", async () => {
    await using engine = await createEngine({ storage: memory(), worker: false })
    const error = await rejection(engine.as("nobody").users.me())
    assert.match(error.message, /^engine\.as\("nobody"\): There is no enabled person of this name\./)
  })

  it("names the missing storage", async () => {
    // @ts-expect-error: applications in JavaScript may leave it out.
    assert.match((await rejection(createEngine({}))).message, /^createEngine needs a storage\./)
    // @ts-expect-error: or leave out all of it.
    assert.match((await rejection(createEngine())).message, /^createEngine needs a storage\./)
  })

  it("of a storage says what the innermost cause said", () => {
    const refused = new AggregateError([new Error("connect ECONNREFUSED 127.0.0.1:1")])
    const cause = new Error("Failed to connect", { cause: refused })
    const failure = new StorageFailure({ operation: "connect", transient: true, cause })
    assert.strictEqual(failure.message, "Storage failed in connect: connect ECONNREFUSED 127.0.0.1:1")
    const bare = new StorageFailure({ operation: "connect", transient: true, cause: undefined })
    assert.strictEqual(bare.message, "Storage failed in connect")
  })

  it("keeps the caller's own stack line, once, however often it is the same error", async () => {
    await using engine = await createEngine({ storage: memory(), worker: false })
    const ghost = ClaimId.make("01a1f9ba-42ec-7003-afa4-5bf69f3e0262")
    const find = async () => engine.queue.get(ghost)
    for (let i = 0; i < 2; i++) {
      const { stack = "" } = await rejection(find())
      assert.lengthOf(stack.match(/at find .*mistakes\.test\.ts/g) ?? [], 1, stack)
    }
    const first = await rejection(find())
    const elsewhere = async () => engine.queue.get(ghost)
    const second = await rejection(elsewhere())
    assert.match(first.stack ?? "", /at find .*mistakes/)
    assert.notMatch(first.stack ?? "", /at elsewhere .*mistakes/)
    assert.match(second.stack ?? "", /at elsewhere .*mistakes/)
    assert.notMatch(second.stack ?? "", /at find .*mistakes/)
    assert.isTrue(isAnnotaryError(second, "NotFound"))
    assert.strictEqual(second.message, first.message)
    let inside: unknown
    const passedOn = await rejection(
      engine.transaction(async (tx) => {
        inside = await rejection(tx.queue.get(ghost))
        throw inside
      }),
    )
    assert.strictEqual(passedOn, inside)
    const transaction = await rejection(engine.transaction((tx) => tx.users.get("ghost")))
    assert.include(transaction.stack ?? "", "mistakes.test.ts")
    // @ts-expect-error: no storage.
    assert.include((await rejection(createEngine({}))).stack ?? "", "mistakes.test.ts")
  })
})

describe("failNext", () => {
  it("is typed by the methods of the ports", async () => {
    await using test = await testEngine()
    test.faults.failNext("UserStore.insert")
    await rejection(test.engine.users.create({ username: "ann" }))
    // @ts-expect-error: a slip in the name.
    assert.throws(() => test.faults.failNext("UserStore.insrt"), RangeError)
  })
})

describe("a logger", () => {
  const records: Array<LogRecord> = []

  it("that is a function gets every record, whatever its level, with its fields", async () => {
    await using engine = await createEngine({
      storage: memory(),
      worker: false,
      logger: (record) => records.push(record),
    })
    const log = Effect.logDebug("loaded", { rows: 3 }).pipe(Effect.annotateLogs("job", "j1"))
    await engine.runtime.runPromise(log)
    await engine.runtime.runPromise(Effect.logError("failed", new Error("why")))
    const told = records.filter(({ message }) => /loaded|failed/.test(message))
    assert.deepStrictEqual(
      told.map(({ fields, level, message }) => ({ fields, level, message })),
      [
        { fields: { rows: 3, job: "j1" }, level: "debug", message: "loaded" },
        { fields: {}, level: "error", message: "failed why" },
      ],
    )
    assert.instanceOf(told[1]?.error, Error)
  })

  it("that is like pino's gets them by its methods, the error as err", async () => {
    const lines: Array<readonly [string, unknown, string]> = []
    const method = (level: string) => (fields: unknown, message: string) => {
      lines.push([level, fields, message])
    }
    const logger = {
      debug: method("debug"),
      info: method("info"),
      warn: method("warn"),
      error: method("error"),
    }
    await using engine = await createEngine({ storage: memory(), worker: false, logger })
    const why = new Error("why")
    await engine.runtime.runPromise(
      Effect.all([Effect.logTrace("t"), Effect.logWarning("w"), Effect.logFatal("f", why)]),
    )
    assert.deepStrictEqual(
      lines.filter(([, , message]) => /^[twf]( why)?$/.test(message)),
      [
        ["debug", {}, "t"],
        ["warn", {}, "w"],
        ["error", { err: why }, "f why"],
      ],
    )
  })

  it("that throws ends nothing", async () => {
    const logger = () => {
      throw new Error("full")
    }
    await using engine = await createEngine({ storage: memory(), worker: false, logger })
    await engine.runtime.runPromise(Effect.logInfo("x"))
  })
})
