/** Archives carry the measured sizes of pictures, and those of version 1, which have none, are read. */
import { hashUrl } from "@annotary/core/effect"
import { type TestEngine, testEngine } from "@annotary/core/testing"
import { type ArchivedFile, collectFiles, readRoot, readText, toParts } from "@annotary/test-support/storage"
import { assert, describe, it } from "vitest"

const url = "https://images.example/a.png"
const size = { width: 60, height: 90, orientation: 6 }
const section = "records/picture-sizes/000001.jsonl"

const replace = (
  files: ReadonlyArray<ArchivedFile>,
  name: string,
  change: (text: string) => string,
): ReadonlyArray<ArchivedFile> =>
  files.map(([own, bytes]) => [
    own,
    own === name ? new TextEncoder().encode(change(readText(files, name))) : bytes,
  ])

const makeArchive = async (isMeasured: boolean) => {
  await using source = await testEngine({ worker: false })
  await source.engine.users.create({ username: "ann" })
  const ann = source.engine.as("ann")
  await ann.datasets.create({ owner: "ann", name: "cars", category: "other", taskType: "vector" })
  const ref = { _tag: "Name", owner: "ann", name: "cars" } as const
  const given = isMeasured ? { pictureSizes: [{ ...size, url }] } : {}
  const attributes = { image: { url } }
  const { samples } = await ann.samples.createMany(ref, [{ name: "measured", attributes, ...given }])
  return { files: await collectFiles(source.engine.archives.read(ref)), sample: samples[0]?.sample }
}

const readSizes = async ({ engine }: TestEngine, sample: Awaited<ReturnType<typeof makeArchive>>["sample"]) =>
  sample && (await engine.samples.get(sample.id, { pictureSizes: true })).context.pictureSizes

describe("measured sizes", () => {
  it("come back with an archive, which has them beside the content", async () => {
    const { files, sample } = await makeArchive(true)
    assert.match(readText(files, section), /"pictures":\[\{"pointer":"\/image"/)
    await using target = await testEngine({ worker: false })
    const { content } = await target.engine.archives.restore(toParts(files), {})
    assert.strictEqual(content, readRoot(files))
    assert.deepEqual(await readSizes(target, sample), [{ ...size, pointer: "/image", url: hashUrl(url) }])
  })

  it("change nothing of the root of the content, and are missed in an archive of version 2", async () => {
    const { files } = await makeArchive(true)
    const end = JSON.parse(readText(files, "end.json"))
    assert.strictEqual(end.sections["picture-sizes"].records, 1)
    const { "picture-sizes": _, ...others } = end.sections
    await using target = await testEngine({ worker: false })
    const bare = replace(
      files.filter(([name]) => name !== section),
      "end.json",
      () => JSON.stringify({ ...end, sections: others }),
    )
    const error = await target.engine.archives.restore(toParts(bare), {}).catch((cause: unknown) => cause)
    assert.include(JSON.stringify(error), "records/picture-sizes")
    const old = replace(bare, "archive.json", (text) => text.replace('"version":11', '"version":1'))
    assert.strictEqual((await target.engine.archives.restore(toParts(old), {})).content, end.content)
  })

  it("are absent in an archive of version 1, which is restored with the root that it says", async () => {
    const { files, sample } = await makeArchive(false)
    const head = replace(files, "archive.json", (text) => text.replace('"version":11', '"version":1'))
    const old = replace(head, "end.json", (text) => text.replace(/"picture-sizes":\{[^}]*\},/, ""))
    assert.notInclude(readText(old, "end.json"), "picture-sizes")
    await using target = await testEngine({ worker: false })
    assert.strictEqual((await target.engine.archives.restore(toParts(old), {})).content, readRoot(files))
    assert.isUndefined(await readSizes(target, sample))
  })

  it("are refused with their line where they are none", async () => {
    const { files } = await makeArchive(true)
    const broken = replace(files, section, (text) => text.replace('"width":60', '"width":-60'))
    await using target = await testEngine({ worker: false })
    const error = await target.engine.archives.restore(toParts(broken), {}).catch((cause: unknown) => cause)
    assert.match(JSON.stringify(error), /picture-sizes\/000001\.jsonl\/1\/pictures/)
  })
})
