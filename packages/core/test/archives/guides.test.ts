/** Archives carry the labeling guide with its acknowledgements, and those of version 3, which have neither, are read. */
import { testEngine } from "@annotary/core/testing"
import { type ArchivedFile, collectFiles, readRoot, readText, toParts } from "@annotary/test-support/storage"
import { assert, describe, it } from "vitest"
import { computeContentRoot } from "../../src/archives/contentRoot.ts"
import { computeSha256Bytes } from "../../src/domain/digest.ts"
import { makeMerkleRoot } from "../../src/releases/merkle.ts"

const section = "records/guide-acknowledgements/000001.jsonl"
const datasetFile = "records/dataset/000001.jsonl"
const ref = { _tag: "Name", owner: "ann", name: "cars" } as const

const makeArchive = async (guide: string) => {
  await using source = await testEngine({ worker: false })
  await source.engine.users.create({ username: "ann" })
  const ann = source.engine.as("ann")
  await ann.datasets.create({ owner: "ann", name: "cars", category: "other", taskType: "vector", guide })
  const { version } = await ann.guides.get(ref)
  if (version !== null) await ann.guides.acknowledge(ref, version)
  const acknowledgements = await ann.guides.listAcknowledgements(ref)
  return { acknowledgements, files: await collectFiles(source.engine.archives.read(ref)) }
}

/** Rewrites an archive as a server before the guide wrote it: the record of the dataset is another, and so are the sums. */
const toVersion3 = (files: ReadonlyArray<ArchivedFile>): ReadonlyArray<ArchivedFile> => {
  const record = readText(files, datasetFile).replace('"guide":"",', "")
  const merkle = makeMerkleRoot()
  merkle.add(computeSha256Bytes(record.trimEnd()))
  const { "guide-acknowledgements": _, ...others } = JSON.parse(readText(files, "end.json")).sections
  const sections = { ...others, dataset: { records: 1, sha256: merkle.hex() } }
  const texts: Readonly<Record<string, string>> = {
    "archive.json": readText(files, "archive.json").replace('"version":11', '"version":3'),
    [datasetFile]: record,
    "end.json": JSON.stringify({ sections, content: computeContentRoot(sections) }),
  }
  return files.map(([name, bytes]) => [
    name,
    texts[name] === undefined ? bytes : new TextEncoder().encode(texts[name]),
  ])
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
    const restored = await ann.guides.listAcknowledgements(ref)
    assert.deepStrictEqual(
      restored.map(({ datasetId: _, ...one }) => one),
      acknowledgements.map(({ datasetId: _, ...one }) => one),
    )
    assert.lengthOf(restored, 1)
  })

  it("is empty after the restore of an archive of version 3, whose dataset has no such member", async () => {
    const { files } = await makeArchive("")
    const old = toVersion3(files)
    assert.notMatch(old.map(([name]) => readText(old, name)).join("\n"), /guide/)
    assert.notStrictEqual(readRoot(old), readRoot(files))
    await using target = await testEngine({ worker: false })
    await target.engine.users.create({ username: "ann" })
    assert.strictEqual((await target.engine.archives.restore(toParts(old), {})).content, readRoot(old))
    assert.strictEqual((await target.engine.as("ann").guides.get(ref)).guide, "")
    const again = await collectFiles(target.engine.archives.read(ref))
    assert.strictEqual(readRoot(again), readRoot(files))
  })
})
