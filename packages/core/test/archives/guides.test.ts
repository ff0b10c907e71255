/** Archives carry the labeling guide with its acknowledgements, and those of version 3, which have neither, are read. */
import { testEngine } from "@annotary/core/testing"
import { collectFiles, readRoot, readText, toParts } from "@annotary/test-support/storage"
import { assert, describe, it } from "vitest"

const section = "records/guide-acknowledgements/000001.jsonl"
const ref = { _tag: "Name", owner: "ann", name: "cars" } as const

const makeArchive = async (guide: string) => {
  await using source = await testEngine({ worker: false })
  await source.engine.users.create({ username: "ann" })
  const ann = source.engine.as("ann")
  await ann.datasets.create({ owner: "ann", name: "cars", category: "other", taskType: "vector", guide })
  const { version } = await ann.guides.get(ref)
  if (version !== null) await ann.guides.acknowledge(ref, version)
  const acknowledgements = await ann.guides.acknowledgements(ref)
  return { acknowledgements, files: await collectFiles(source.engine.archives.read(ref)) }
}

describe("a labeling guide", () => {
  it("comes back with an archive, and so do those who have read it", async () => {
    const { acknowledgements, files } = await makeArchive("# Cars")
    assert.match(readText(files, section), /^\{"user":"ann","version":"[0-9a-f]{16}"/)
    await using target = await testEngine({ worker: false })
    await target.engine.users.create({ username: "ann" })
    const { content } = await target.engine.archives.restore(toParts(files), {})
    assert.strictEqual(content, readRoot(files))
    const ann = target.engine.as("ann")
    assert.strictEqual((await ann.guides.get(ref)).guide, "# Cars")
    const restored = await ann.guides.acknowledgements(ref)
    assert.deepStrictEqual(
      restored.map(({ datasetId: _, ...one }) => one),
      acknowledgements.map(({ datasetId: _, ...one }) => one),
    )
    assert.lengthOf(restored, 1)
  })

  it("is empty in an archive of version 3, which names no acknowledgements", async () => {
    const { files } = await makeArchive("")
    const old = files.map(([name, bytes]) => {
      const text = () => new TextDecoder().decode(bytes)
      if (name === "archive.json")
        return [name, new TextEncoder().encode(text().replace('"version":4', '"version":3'))] as const
      if (name !== "end.json") return [name, bytes] as const
      const shorter = text().replace(/"guide-acknowledgements":\{[^}]*\},/, "")
      assert.notStrictEqual(shorter, text())
      return [name, new TextEncoder().encode(shorter)] as const
    })
    await using target = await testEngine({ worker: false })
    await target.engine.users.create({ username: "ann" })
    assert.strictEqual((await target.engine.archives.restore(toParts(old), {})).content, readRoot(files))
    assert.strictEqual((await target.engine.as("ann").guides.get(ref)).guide, "")
  })
})
