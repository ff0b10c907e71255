/** Sizes that come with new samples, as imports give them. */
import { createEngine } from "@annotary/core"
import { hashUrl } from "@annotary/core/effect"
import { memory } from "@annotary/core/memory"
import { assert, describe, it } from "vitest"

const ref = { _tag: "Name", owner: "ann", name: "cars" } as const
const attributes = { image: { url: "https://images.example/a.png" } }
const size = { width: 60, height: 90, orientation: 6 }

describe("sizes that come with new samples", () => {
  it("are kept beside the samples that are created, and those of existing ones stay", async () => {
    await using engine = await createEngine({ storage: memory(), worker: false })
    await engine.users.create({ username: "ann" })
    const ann = engine.as("ann")
    await ann.datasets.create({ owner: "ann", name: "cars", category: "other", taskType: "vector" })
    const given = (name: string, width: number) => ({
      name,
      attributes,
      pictureSizes: [
        { ...size, width, url: attributes.image.url },
        { ...size, url: "https://images.example/of-no-sample.png" },
      ],
    })
    const { samples } = await ann.samples.createMany(ref, [given("a", 60), { name: "b", attributes }])
    await ann.samples.createMany(ref, [given("a", 61)])
    const [a, b] = samples
    if (a === undefined || b === undefined) return assert.fail("samples")
    const view = await ann.samples.get(a.sample.id, { pictureSizes: true })
    assert.deepEqual(view.context.pictureSizes, [
      { ...size, pointer: "/image", url: hashUrl(attributes.image.url) },
    ])
    assert.strictEqual(view.sample.version, a.sample.version)
    assert.deepEqual(JSON.parse(String(view.sample.attributes)), attributes)
    assert.isUndefined((await ann.samples.get(b.sample.id, { pictureSizes: true })).context.pictureSizes)
    const rows: Array<unknown> = []
    for await (const { pictureSizes, sample } of (await ann.samples.list(ref, { pictureSizes: true })).rows)
      rows.push([sample.name, pictureSizes?.map(({ width }) => width)])
    assert.deepEqual(rows, [
      ["a", [60]],
      ["b", undefined],
    ])
  })
})
