/** The Promise door: what rejects, what a transaction means, and what happens around one. */
import {
  createEngine,
  type Engine,
  EngineMisused,
  NotFound,
  PermissionDenied,
  toJsonText,
} from "@annotary/core"
import { memory } from "@annotary/core/memory"
import { Effect, Layer } from "effect"
import { afterEach, assert, describe, expect, it } from "vitest"

const open: Array<Engine> = []

const engineOf = async (settings: { readonly transactionMillis?: number } = {}) => {
  const engine = await createEngine({ storage: memory(), settings, worker: false })
  open.push(engine)
  await engine.users.create({ username: "ann" })
  await engine.users.create({ username: "bob" })
  return engine
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((engine) => engine.close()))
})

const cats = { name: "cats", category: "other", taskType: "vector" } as const
const annCats = { _tag: "Name", owner: "ann", name: "cats" } as const

describe("createEngine", () => {
  it("rejects with the very error of the service", async () => {
    const engine = await engineOf()
    const error = await engine.datasets.get(annCats).catch((reason: unknown) => reason)
    assert.instanceOf(error, NotFound)
    assert.deepStrictEqual({ ...error }, { _tag: "NotFound", resource: "dataset" })
  })

  it("acts as a person, who is refused what they may not do", async () => {
    const engine = await engineOf()
    await engine.as("ann").datasets.create({ ...cats, public: true })
    const bob = engine.as("bob")
    assert.strictEqual((await bob.datasets.get(annCats)).record.role, "public")
    await expect(bob.datasets.update(annCats, { readme: "mine" })).rejects.toBeInstanceOf(PermissionDenied)
    await expect(engine.as("nobody").users.me()).rejects.toMatchObject({
      code: "unknown_user",
      user: "nobody",
    })
  })

  it("acts as nobody whose account was rolled back", async () => {
    const engine = await engineOf()
    const undone = engine.transaction(async (tx) => {
      await tx.users.create({ username: "eve" })
      assert.strictEqual((await tx.as("eve").users.me()).user.username, "eve")
      throw new Error("undone")
    })
    await expect(undone).rejects.toThrow("undone")
    await expect(engine.as("eve").datasets.create(cats)).rejects.toMatchObject({ code: "unknown_user" })
  })

  it("acts as the engine itself, in the owner's name", async () => {
    const engine = await engineOf()
    const { record } = await engine.datasets.create({ ...cats, owner: "ann" })
    assert.strictEqual(record.dataset.owner, "ann")
    assert.strictEqual(record.dataset.createdBy, "ann")
    await expect(engine.datasets.create(cats)).rejects.toMatchObject({ _tag: "InvalidInput" })
  })

  it("stops a call whose signal was aborted", async () => {
    const engine = await engineOf()
    const signal = AbortSignal.abort(new Error("enough"))
    await expect(engine.datasets.listOwned("ann", {}, { signal })).rejects.toThrow("enough")
    assert.deepStrictEqual(
      await engine.datasets.listOwned("ann", {}, { signal: new AbortController().signal }),
      [],
    )
  })

  it("rejects with what the storage failed to start with", async () => {
    const storage = Layer.fail(new Error("no such file"))
    await expect(createEngine({ storage: Layer.merge(memory(), storage) })).rejects.toThrow("no such file")
  })

  it("leaves nothing open when a part of it cannot start", async () => {
    const open: Array<string> = []
    const opening = Layer.scopedDiscard(
      Effect.acquireRelease(
        Effect.sync(() => open.push("storage")),
        () => Effect.sync(() => open.pop()),
      ),
    )
    const storage = Layer.merge(memory(), opening)
    const authenticator = Layer.fail(new Error("no directory of people"))
    await expect(createEngine({ storage, authenticator })).rejects.toThrow("no directory of people")
    assert.deepStrictEqual(open, [])
  })

  it("is closed once, and everybody who closes it waits for that", async () => {
    let closed = 0
    const closing = Layer.scopedDiscard(
      Effect.addFinalizer(() =>
        Effect.zipRight(
          Effect.sleep(30),
          Effect.sync(() => closed++),
        ),
      ),
    )
    const engine = await createEngine({ storage: Layer.merge(memory(), closing), worker: false })
    void engine.close()
    await engine.close()
    assert.strictEqual(closed, 1)
    await engine[Symbol.asyncDispose]()
    assert.strictEqual(closed, 1)
  })

  it("stops a stream at the signal of the call that answered it, and at the engine's end", async () => {
    const engine = await engineOf()
    await engine.datasets.create({ ...cats, owner: "ann" })
    await engine.samples.createMany(annCats, [{ name: "a" }, { name: "b" }])
    const controller = new AbortController()
    const { rows } = await engine.samples.list(annCats, {}, { signal: controller.signal })
    const later = await engine.samples.list(annCats)
    controller.abort(new Error("enough"))
    await expect(rows[Symbol.asyncIterator]().next()).rejects.toThrow("enough")
    await engine.close()
    await expect(later.rows[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: "closed" })
  })

  it("stops an import that waits for its next line, whatever the source does about that", async () => {
    const engine = await engineOf()
    await engine.datasets.create({ ...cats, owner: "ann" })
    let waits = (): void => undefined
    const waiting = new Promise<void>((resolve) => {
      waits = resolve
    })
    const lines = async function* () {
      yield { line: 1, sample: { name: "a" } }
      waits()
      await new Promise(() => undefined)
    }
    const controller = new AbortController()
    const { signal } = controller
    const results = await engine.samples.importLines(annCats, lines(), undefined, { signal })
    const next = results[Symbol.asyncIterator]().next()
    await waiting
    controller.abort(new Error("enough"))
    await expect(next).rejects.toThrow("enough")
  })

  it("is closed for good", async () => {
    const engine = await engineOf()
    await engine.close()
    await expect(engine.users.get("ann")).rejects.toMatchObject({ _tag: "EngineMisused", code: "closed" })
  })

  it("writes events for every change when the embedder asks", async () => {
    const { Outbox } = await import("@annotary/core/effect")
    const engine = await createEngine({ storage: memory(), events: true, worker: false })
    open.push(engine)
    await engine.users.create({ username: "ann" })
    await engine.as("ann").datasets.create(cats)
    const events = await engine.runtime.runPromise(
      Effect.flatMap(Outbox, (outbox) => outbox.read({ after: null, limit: 10 })),
    )
    assert.deepStrictEqual(
      events.map(({ type, owner, dataset, text }) => ({ type, owner, dataset, text })),
      [
        {
          type: "dataset.created",
          owner: "ann",
          dataset: "ann/cats",
          text: "ann created the dataset ann/cats.",
        },
      ],
    )
  })
})

describe("engine.transaction", () => {
  it("commits all calls of tx together", async () => {
    const engine = await engineOf()
    const name = await engine.transaction(async (tx) => {
      await tx.as("ann").datasets.create(cats)
      await tx.datasets.update(annCats, { metadata: toJsonText({ team: 1 }) })
      return (await tx.datasets.get(annCats)).record.dataset.metadata
    })
    assert.strictEqual(name, '{"team":1}')
    assert.strictEqual((await engine.datasets.get(annCats)).record.dataset.metadata, name)
  })

  it("commits nothing when the function throws, and rejects with what was thrown", async () => {
    const engine = await engineOf()
    const attempt = engine.transaction(async (tx) => {
      await tx.datasets.create({ ...cats, owner: "ann" })
      throw new RangeError("no")
    })
    await expect(attempt).rejects.toThrow(RangeError)
    await expect(engine.datasets.get(annCats)).rejects.toBeInstanceOf(NotFound)
  })

  it("loses only the call that failed when the function catches it", async () => {
    const engine = await engineOf()
    await engine.transaction(async (tx) => {
      await tx.datasets.create({ ...cats, owner: "ann" })
      await tx.datasets.create({ ...cats, owner: "ann" }).catch(() => undefined)
      await tx.datasets.create({ ...cats, name: "dogs", owner: "ann" })
    })
    assert.strictEqual((await engine.datasets.listOwned("ann")).length, 2)
  })

  it("runs calls that were started at once one after the other", async () => {
    const engine = await engineOf()
    await engine.transaction((tx) =>
      Promise.all(["a", "b", "c"].map((name) => tx.datasets.create({ ...cats, name, owner: "ann" }))),
    )
    assert.strictEqual((await engine.datasets.listOwned("ann")).length, 3)
  })

  it("refuses calls of the engine from within, with an error that says what to do", async () => {
    const engine = await engineOf()
    const errors: Array<unknown> = []
    await engine.transaction(async (tx) => {
      await tx.users.get("ann")
      await engine.users.get("ann").catch((error: unknown) => errors.push(error))
      await engine
        .as("ann")
        .users.me()
        .catch((error: unknown) => errors.push(error))
      await engine.transaction(async () => 1).catch((error: unknown) => errors.push(error))
    })
    assert.deepStrictEqual(
      errors.map((error) => (error instanceof EngineMisused ? error.code : error)),
      ["around_transaction", "around_transaction", "around_transaction"],
    )
  })

  it("lets other code wait for its end", async () => {
    const engine = await engineOf()
    await engine.datasets.create({ ...cats, owner: "ann" })
    let inside: () => void = () => undefined
    const started = new Promise<void>((resolve) => {
      inside = resolve
    })
    const order: Array<string> = []
    const slow = engine.transaction(async (tx) => {
      await tx.datasets.update(annCats, { readme: "within" })
      inside()
      await new Promise((resolve) => setTimeout(resolve, 50))
      order.push((await tx.datasets.get(annCats)).record.dataset.readme)
    })
    await started
    const other = engine.datasets.update(annCats, { readme: "after" }).then(() => order.push("other"))
    await Promise.all([slow, other])
    assert.deepStrictEqual(order, ["within", "other"])
    assert.strictEqual((await engine.datasets.get(annCats)).record.dataset.readme, "after")
  })

  it("ends after its time limit, undoes everything and refuses later calls of tx", async () => {
    const engine = await engineOf({ transactionMillis: 60 })
    let late: Promise<unknown> = Promise.resolve()
    const attempt = engine.transaction(async (tx) => {
      await tx.datasets.create({ ...cats, owner: "ann" })
      await new Promise((resolve) => setTimeout(resolve, 150))
      late = tx.users.get("ann")
      await late.catch(() => undefined)
    })
    await expect(attempt).rejects.toMatchObject({ _tag: "EngineMisused", code: "transaction_too_long" })
    await expect(engine.datasets.get(annCats)).rejects.toBeInstanceOf(NotFound)
    await new Promise((resolve) => setTimeout(resolve, 150))
    await expect(late).rejects.toMatchObject({ _tag: "EngineMisused", code: "transaction_ended" })
  })

  it("gives nothing more of a stream of tx after its end", async () => {
    const engine = await engineOf()
    await engine.datasets.create({ ...cats, owner: "ann" })
    const names = Array.from({ length: 500 }, (_, index) => ({ name: `${index}` }))
    await engine.samples.createMany(annCats, names)
    const kept = await engine.transaction(async (tx) => {
      const { rows } = await tx.samples.list(annCats, { perPage: 500 })
      const reading = rows[Symbol.asyncIterator]()
      assert.isFalse((await reading.next()).done)
      return reading
    })
    const rest = async () => {
      for (let left = 500; left > 0; left--) await kept.next()
    }
    await expect(rest()).rejects.toMatchObject({ _tag: "EngineMisused", code: "transaction_ended" })
  })
})
