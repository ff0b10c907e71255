/** Archives carry gold samples: they stay unseen after a restore, with their known labels and the results of people. */
import { testEngine } from "@annotary/core/testing"
import { collectFiles, readRoot, readText, toParts } from "@annotary/test-support/storage"
import { Effect, Layer } from "effect"
import { assert, describe, it } from "vitest"
import { memory } from "../../src/memory.ts"
import { GoldStore } from "../../src/placement/GoldStore.ts"
import { OverlapStore } from "../../src/placement/OverlapStore.ts"

const ref = { _tag: "Name", owner: "ann", name: "cars" } as const

describe("an archive of gold samples", () => {
  it("restores the known labels, and gives the samples to nobody as unlabeled ones", async () => {
    await using source = await testEngine({ worker: false })
    for (const username of ["ann", "bob"]) await source.engine.users.create({ username })
    const ann = source.engine.as("ann")
    await ann.datasets.create({ owner: "ann", name: "cars", category: "other", taskType: "vector" })
    await ann.collaborators.add(ref, { user: "bob", role: "labeler" })
    const { sample } = await ann.samples.create(ref, { name: "one" })
    const before = await ann.goldSamples.set(sample.id, { attributes: `{"annotations":[],"n":1.0}` })
    const files = await collectFiles(source.engine.archives.read(ref))
    assert.match(readText(files, "records/gold-labels/000001.jsonl"), /"n":1\.0.*"created_by":"ann"/)

    await using target = await testEngine({ worker: false })
    for (const username of ["ann", "bob"]) await target.engine.users.create({ username })
    const { content } = await target.engine.archives.restore(toParts(files), {})
    assert.strictEqual(content, readRoot(files))
    const restored = target.engine.as("ann")
    assert.deepStrictEqual(await restored.goldSamples.get(sample.id), before)
    for await (const _ of await target.engine.as("bob").queue.claim(ref, "labeling", {}))
      assert.fail("A gold sample is no sample of the queue.")
  })

  it("is refused when a gold sample has no known label, and when another sample has one", async () => {
    const forgetful = Layer.effect(
      GoldStore,
      Effect.map(GoldStore, (store) => GoldStore.of({ ...store, put: () => Effect.void })),
    ).pipe(Layer.provideMerge(memory()))
    const mistaken = Layer.effect(
      OverlapStore,
      Effect.map(OverlapStore, (store) =>
        OverlapStore.of({
          ...store,
          put: (overlaps) => store.put(overlaps.map((overlap) => ({ ...overlap, state: "labeling" }))),
        }),
      ),
    ).pipe(Layer.provideMerge(memory()))
    for (const [storage, message] of [
      [forgetful, /has no known label of the gold sample/],
      [mistaken, /must be a sample whose overlap has the state gold/],
    ] as const) {
      await using source = await testEngine({ worker: false, storage })
      await source.engine.users.create({ username: "ann" })
      const ann = source.engine.as("ann")
      await ann.datasets.create({ owner: "ann", name: "cars", category: "other", taskType: "vector" })
      const { sample } = await ann.samples.create(ref, { name: "one" })
      await ann.goldSamples.set(sample.id, { attributes: `{"annotations":[]}` })
      const files = await collectFiles(source.engine.archives.read(ref))
      await using target = await testEngine({ worker: false })
      await target.engine.users.create({ username: "ann" })
      const failure = await target.engine.archives.restore(toParts(files), {}).then(
        () => "",
        (error: unknown) => JSON.stringify(error),
      )
      assert.match(failure, message)
    }
  })
})
