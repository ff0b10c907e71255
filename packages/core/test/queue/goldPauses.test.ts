/** The pause of a person by the server, from the answer that causes it to its end. */
import { testEngine } from "@annotary/core/testing"
import { Effect, Layer } from "effect"
import { assert, describe, it } from "vitest"
import { PauseStore } from "../../src/access/PauseStore.ts"
import type { Pause } from "../../src/domain/Pause.ts"
import { memory } from "../../src/memory.ts"
import { GoldStore } from "../../src/placement/GoldStore.ts"

const ref = { _tag: "Name", owner: "ann", name: "cars" } as const
const makeBox = (x: number) =>
  `{"annotations":[{"id":1,"category_id":1,"type":"bbox","points":[[${x},0],[${x + 10},10]]}]}`

describe("a pause by the server", () => {
  it("is audited without an author, ends by a manager, and begins the count anew", async () => {
    await using test = await testEngine({ worker: false })
    const { ann, answer } = await prepare(test, { goldMinimum: 2 })
    await answer("one", 9)
    assert.deepStrictEqual(await ann.pauses.list(ref), [])
    await answer("two", 0)
    const [pause] = await ann.pauses.list(ref)
    assert.strictEqual(pause?.by, null)
    assert.strictEqual(
      pause?.reason,
      "1 of 2 labels of samples whose label is known were right; 2 are needed.",
    )
    await ann.pauses.resume(ref, "bob")
    await answer("three", 9)
    assert.deepStrictEqual(await ann.pauses.list(ref), [])
    const [person] = await ann.goldSamples.people(ref)
    assert.deepStrictEqual(
      [person?.answers, person?.passed, person?.counted],
      [3, 1, { answers: 1, passed: 0 }],
    )
    assert.deepStrictEqual(await listEntries(ann), [
      ["person.resumed", "ann"],
      ["person.paused", null],
    ])
  })

  it("leaves a pause as it is that began while the answer was stored", async () => {
    const rivals: Array<Pause["by"]> = []
    const storage = Layer.effect(
      GoldStore,
      Effect.gen(function* () {
        const gold = yield* GoldStore
        const pauses = yield* PauseStore
        const addAnswer: typeof gold.addAnswer = (answer) =>
          Effect.zipLeft(
            gold.addAnswer(answer),
            Effect.forEach(rivals, (by) => pauses.put({ ...answer, reason: "Read the guide.", by })),
          )
        return GoldStore.of({ ...gold, addAnswer })
      }),
    ).pipe(Layer.provideMerge(memory()))
    for (const by of ["ann" as NonNullable<Pause["by"]>, null]) {
      await using test = await testEngine({ worker: false, storage })
      const { ann, answer } = await prepare(test, { goldMinimum: 1 })
      rivals.splice(0, 1, by)
      await answer("one", 9)
      const [pause] = await ann.pauses.list(ref)
      assert.deepStrictEqual([pause?.reason, pause?.by], ["Read the guide.", by])
      assert.deepStrictEqual(await listEntries(ann), [])
    }
  })
})

type TestEngine = Awaited<ReturnType<typeof testEngine>>

/** A dataset in which Bob answers a new gold sample at a time. */
const prepare = async (test: Pick<TestEngine, "engine">, settings: { readonly goldMinimum: number }) => {
  for (const username of ["ann", "bob"]) await test.engine.users.create({ username })
  const [ann, bob] = [test.engine.as("ann"), test.engine.as("bob")]
  await ann.datasets.create({
    ...{ owner: "ann", name: "cars", category: "other", taskType: "vector" },
    settings: { goldRate: 0.5, goldThreshold: 0.9, ...settings },
  })
  await ann.collaborators.add(ref, { user: "bob", role: "labeler" })
  const answer = async (name: string, x: number) => {
    const { sample } = await ann.samples.create(ref, { name })
    await ann.goldSamples.set(sample.id, { attributes: makeBox(0) })
    const { claim } = await bob.queue.claimSample(ref, "labeling", sample.id)
    await bob.queue.perform(claim.id, "submit", { attributes: makeBox(x) })
  }
  return { ann, answer }
}

const listEntries = async (ann: ReturnType<TestEngine["engine"]["as"]>) => {
  const entries = await ann.audit.ofDataset(ref, { before: null, limit: 20 })
  return entries.flatMap(({ action, by }) => (action.startsWith("person.") ? [[action, by]] : []))
}
