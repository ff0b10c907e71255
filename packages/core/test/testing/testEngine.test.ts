/** What the tests of other people are given. */
import { StorageFailure } from "@annotary/core"
import { EventDelay } from "@annotary/core/effect"
import { memory } from "@annotary/core/memory"
import { testEngine } from "@annotary/core/testing"
import { Layer } from "effect"
import { assert, describe, expect, it } from "vitest"

/** What is answered piece by piece, whole. */
const all = async <A>(rows: AsyncIterable<A> | Promise<AsyncIterable<A>>): Promise<ReadonlyArray<A>> => {
  const read: Array<A> = []
  for await (const row of await rows) read.push(row)
  return read
}

const people = { lea: "labeler", max: "manager" } as const

describe("the engine for tests", () => {
  it("stands still until its clock is moved: a lease ends when its time has gone by", async () => {
    await using test = await testEngine({ start: "2026-03-01T12:00:00Z" })
    const { ref } = await test.seed.dataset({ samples: 2, people })
    const labeling = test.engine.as("lea").queue
    const [claim] = await all(labeling.claim(ref, "labeling", { count: 1, leaseSeconds: 600 }))
    assert.strictEqual(test.clock.now(), "2026-03-01T12:00:00.000000Z")
    assert.lengthOf(await all(labeling.mine()), 1)
    await test.clock.advance("9 minutes")
    assert.lengthOf(await all(labeling.mine()), 1)
    await test.clock.advance(60_001)
    assert.lengthOf(await all(labeling.mine()), 0)
    const [next] = await all(test.engine.as("max").queue.claim(ref, "labeling", { count: 1 }))
    assert.strictEqual(next?.sample.id, claim?.sample.id)
  })

  it("works in the background by the same clock: a release is made without a real wait", async () => {
    await using test = await testEngine()
    const { ref } = await test.seed.dataset({ samples: 2 })
    await test.engine.releases.create(ref, { name: "v1" })
    await test.clock.advance("1 minute")
    assert.strictEqual((await test.engine.releases.get(ref, "v1")).status, "SUCCEEDED")
  })

  it("seeds samples, people with roles, and labels in states", async () => {
    await using test = await testEngine()
    const { ref, samples } = await test.seed.dataset({
      owner: "ann",
      name: "cars",
      samples: 5,
      people,
      labels: { LABELED: 2, REVIEWED: 1 },
    })
    assert.lengthOf(samples, 5)
    const { record } = await test.engine.as("max").datasets.get(ref)
    assert.strictEqual(record.role, "manager")
    assert.deepStrictEqual(record.counts, { samples: 5, byStatus: { LABELED: 2, REVIEWED: 1 } })
    await expect(test.seed.dataset({ name: "few", samples: 1, labels: { LABELED: 2 } })).rejects.toThrow(
      RangeError,
    )
  })

  it("takes people who are there already as they are", async () => {
    await using test = await testEngine()
    await test.engine.users.create({ username: "ann", email: "ann@example.org" })
    await test.engine.users.create({ username: "Lea" })
    const { owner } = await test.seed.dataset({ owner: "ann", people: { lea: "labeler" } })
    assert.strictEqual((await test.engine.users.get(owner)).user.email, "ann@example.org")
  })

  it("fails the next call of a store, for a while or for good, and only that one", async () => {
    await using test = await testEngine()
    const { ref } = await test.seed.dataset()
    for (const transient of [true, false]) {
      test.faults.failNext("SampleStore.insert", { transient })
      const error = await test.engine.samples.create(ref, { name: "a" }).catch((reason: unknown) => reason)
      assert.instanceOf(error, StorageFailure)
      assert.deepInclude({ ...error }, { operation: "SampleStore.insert", transient })
    }
    assert.deepStrictEqual(test.faults.pending(), [])
    await test.engine.samples.create(ref, { name: "a" })
    // @ts-expect-error: no port has such a method.
    assert.throws(() => test.faults.failNext("SampleStore.instert"), /no port has a method/)
  })

  it("lets a transaction conflict once: what it did is undone, and it runs again", async () => {
    await using test = await testEngine()
    const { ref } = await test.seed.dataset()
    const before = (await test.events()).length
    let runs = 0
    test.faults.conflictNext()
    await test.engine.transaction(async (tx) => {
      runs += 1
      await tx.samples.create(ref, { name: "a" })
    })
    assert.strictEqual(runs, 2)
    assert.lengthOf((await test.events()).slice(before), 1)
  })

  it("tells events as they come while its clock stands still", async () => {
    await using test = await testEngine()
    const { ref } = await test.seed.dataset()
    const reading = test.engine.events({ after: (await test.events()).at(-1)?.id })[Symbol.asyncIterator]()
    const next = reading.next()
    await test.engine.datasets.update(ref, { readme: "Look here." })
    assert.strictEqual((await next).value?.type, "dataset.updated")
    await reading.return?.()
  })

  it("makes ids by its own clock, wherever the clocks of tests before have stood", async () => {
    for (const start of ["2040-01-01T00:00:00Z", "2026-01-01T00:00:00Z"]) {
      await using test = await testEngine({ start })
      await test.seed.dataset()
      const id = (await test.events())[0]?.id ?? ""
      assert.strictEqual(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16), Date.parse(start))
    }
  })

  it("tells them as its storage does, where that brings a delay of its own", async () => {
    const storage = Layer.merge(memory(), Layer.succeed(EventDelay, 5000))
    await using test = await testEngine({ storage })
    await test.seed.dataset()
    const next = test.engine.events()[Symbol.asyncIterator]().next()
    assert.strictEqual(await Promise.race([next, test.clock.advance("4 seconds")]), undefined)
    await test.clock.advance("2 seconds")
    assert.strictEqual((await next).value?.type, "dataset.created")
  })

  it("shows the events that were written, oldest first", async () => {
    await using test = await testEngine()
    const { ref } = await test.seed.dataset({ samples: 1 })
    await test.engine.datasets.update(ref, { readme: "Look here." })
    const types = (await test.events()).map(({ type }) => type)
    assert.strictEqual(types[0], "dataset.created")
    assert.strictEqual(types.at(-1), "dataset.updated")
  })
})
