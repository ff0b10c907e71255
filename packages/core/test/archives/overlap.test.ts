/** Archives carry samples that several people label: who labeled what stays, and the missing labels are asked for again. */
import { testEngine } from "@annotary/core/testing"
import { collectFiles, readRoot, readText, toParts } from "@annotary/test-support/storage"
import { assert, describe, it } from "vitest"

const ref = { _tag: "Name", owner: "ann", name: "cars" } as const
const people = ["ann", "bob", "eve"] as const

describe("an archive of samples that several people label", () => {
  it("restores the labels, and the places of those that are missing", async () => {
    await using source = await testEngine({ worker: false })
    for (const username of people) await source.engine.users.create({ username })
    const { engine } = source
    const ann = engine.as("ann")
    await ann.datasets.create({
      owner: "ann",
      name: "cars",
      category: "other",
      taskType: "vector",
      settings: { overlap: 3 },
    })
    for (const user of ["bob", "eve"]) await ann.collaborators.add(ref, { user, role: "labeler" })
    const { sample } = await ann.samples.create(ref, { name: "one" })
    const label = async (name: string, from: typeof engine, text: string) => {
      for await (const { claim } of await from.as(name).queue.claim(ref, "labeling", {}))
        await from.as(name).queue.perform(claim.id, "submit", { attributes: text, comment: "unsure" })
    }
    await label("bob", engine, `{"annotations":[],"n":1.0}`)
    const files = await collectFiles(engine.archives.read(ref))
    assert.match(readText(files, "records/overlap-labels/000001.jsonl"), /"labeler":"bob".*"n":1\.0/)

    await using target = await testEngine({ worker: false })
    for (const username of people) await target.engine.users.create({ username })
    const { content } = await target.engine.archives.restore(toParts(files), {})
    assert.strictEqual(content, readRoot(files))
    const restored = target.engine.as("ann")
    assert.strictEqual((await restored.overlaps.get(sample.id)).finished, 1)
    await label("bob", target.engine, `{"annotations":[],"n":9}`)
    assert.strictEqual((await restored.overlaps.get(sample.id)).finished, 1)
    for (const name of ["eve", "ann"]) await label(name, target.engine, `{"annotations":[]}`)
    // Ann gave one of the labels, so that she sees them with the decision.
    for await (const { claim } of await restored.queue.claim(ref, "reviewing", {}))
      assert.strictEqual(claim.sampleId, sample.id)
    const { labels, state } = await restored.overlaps.get(sample.id)
    assert.strictEqual(state, "adjudicating")
    assert.deepStrictEqual(
      labels.map(({ attributes, comment, labeler }) => `${labeler} ${attributes} ${comment}`).toSorted(),
      [
        `ann {"annotations":[]} unsure`,
        `bob {"annotations":[],"n":1.0} unsure`,
        `eve {"annotations":[]} unsure`,
      ],
    )
  })
})
