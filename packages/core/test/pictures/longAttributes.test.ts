/** Attributes of many megabytes: their pictures are listed in slices, and measured as those of all others. */
import { castToJsonText } from "@annotary/core/effect"
import { Effect } from "effect"
import { assert, describe, it, vi } from "vitest"
import { findPictures } from "../../src/pictures/findPictures.ts"
import { listPicturesInSlices } from "../../src/pictures/listPicturesInSlices.ts"
import { makeMeasuringEngine, ref } from "./measuringEngine.ts"

const filler = "x".repeat(9 * 1024 * 1024)
const image = { url: "a.png" }
const frames = [
  { image, images: [{ url: "b.png", width: 3, height: 4 }] },
  {},
  { image: { url: 7 } },
  5,
  { image },
]

describe("the pictures of long attributes", () => {
  const texts = {
    images: JSON.stringify({ filler, image, images: [image, 7, { url: 'c\\"}.png' }] }),
    frames: JSON.stringify({ filler, frames }),
    "frames, with spaces": JSON.stringify({ frames, filler }, null, 2),
    sensors: JSON.stringify({
      filler,
      sensors: [{ name: "s", attributes: { frames } }, 3, {}, { attributes: { image } }, { attributes: [] }],
    }),
    "a key twice": `{"filler":"${filler}","frames":${JSON.stringify(frames)},"image":{"url":"z"},"frames":[],"image":7}`,
    none: JSON.stringify([filler]),
  }
  for (const [name, text] of Object.entries(texts))
    it(`are those of shorter ones: ${name}`, async () => {
      const pictures = await Effect.runPromise(listPicturesInSlices({ attributes: castToJsonText(text) }))
      assert.sameDeepMembers([...pictures], [...findPictures(JSON.parse(text))])
    })

  it("are measured in the background", async () => {
    const { ann, engine } = await makeMeasuringEngine(async ({ urls }) =>
      urls.map(() => ({ width: 3, height: 9, orientation: 1 })),
    )
    await using _ = engine
    const attributes = { frames: [{ image: { url: "https://images.example/a.png" } }], filler }
    const { sample } = await ann.samples.create(ref, { name: "one", attributes })
    const sizes = await vi.waitUntil(
      async () => (await ann.samples.get(sample.id, { pictureSizes: true })).context.pictureSizes,
      { timeout: 10_000 },
    )
    assert.deepEqual(
      sizes.map(({ pointer, width }) => [pointer, width]),
      [["/frames/0/image", 3]],
    )
  })
})
