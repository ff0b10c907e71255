/** Archives carry gold samples: they stay unseen after a restore, with their known labels and the results of people. */
import { testEngine } from "@annotary/core/testing"
import { collectFiles, readRoot, readText, toParts } from "@annotary/test-support/storage"
import { assert, describe, it } from "vitest"

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
})
