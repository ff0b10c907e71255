import { assert, describe, it } from "vitest"
import type { Format } from "../../src/Format.ts"
import { mapillary } from "../../src/mapillary/format.ts"
import type { Category } from "../../src/model/Dataset.ts"
import { emptyFrame, emptyScene } from "../../src/model/empty.ts"
import { supervisely } from "../../src/supervisely/supervisely.ts"
import { written } from "../roundTrip.ts"

/** The first colors of the palette of VOC are given to others. */
const colors: ReadonlyArray<Category["color"]> = [null, [128, 0, 0], null, [0, 128, 0, 255], [0, 0, 0], null]

const categories = colors.map(
  (color, index): Category => ({
    id: index + 1,
    name: `c${index}`,
    color,
    hasInstances: true,
    attributes: [],
  }),
)

const size = { width: 4, height: 2 }
const scene = {
  ...emptyScene,
  name: "a",
  kind: "image-vector" as const,
  frames: [{ ...emptyFrame, image: { url: "a.png", size } }],
}
const dataset = { name: "d", description: "", taskType: "vector", categories, imageAttributes: [] }

const printHex = (hex: string): string =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join()

const formats: ReadonlyArray<{
  format: Format
  list: (files: ReadonlyMap<string, Uint8Array>) => Array<string>
}> = [
  {
    format: mapillary,
    list: (files) => {
      const { labels } = readJson(files, "config_v2.0.json")
      return labels.map(({ color }: { color: ReadonlyArray<number> }) => color.join())
    },
  },
  {
    format: supervisely,
    list: (files) => {
      const { classes } = readJson(files, "meta.json")
      return classes.map(({ color }: { color: string }) => printHex(color))
    },
  },
]

const readJson = (files: ReadonlyMap<string, Uint8Array>, path: string) =>
  JSON.parse(new TextDecoder().decode(files.get(path)))

describe("categories without a color", () => {
  for (const { format, list } of formats)
    it(`get distinct ones in ${format.title} that no category states, which is counted`, async () => {
      const { files, losses } = await written(format, { dataset, scenes: [scene] })
      const listed = list(files).slice(0, categories.length)
      assert.deepStrictEqual(
        [1, 3, 4].map((index) => listed[index]),
        ["128,0,0", "0,128,0", "0,0,0"],
      )
      assert.strictEqual(new Set(listed).size, categories.length)
      const counted = losses.list().find(({ kind }) => kind === "chosen-colors")
      assert.deepInclude(counted, { count: 3, examples: ["c0", "c2", "c5"] })
    })
})

describe("the labels of Mapillary", () => {
  it("have distinct colors where categories share one, which is counted, or have that of pixels without a class", async () => {
    const shared = [[9, 9, 9], [0, 0, 0], [9, 9, 9, 255], null].map((color, index) => ({
      ...(categories[index] ?? assert.fail()),
      color,
    }))
    const { files, losses } = await written(mapillary, {
      dataset: { ...dataset, categories: shared },
      scenes: [scene],
    })
    const { labels } = readJson(files, "config_v2.0.json")
    const colors = labels.map(({ color }: { color: ReadonlyArray<number> }) => color.join())
    assert.deepStrictEqual(colors.slice(0, 2), ["9,9,9", "0,0,0"])
    assert.lengthOf(colors, 5)
    assert.strictEqual(new Set(colors).size, 5)
    assert.deepInclude(
      losses.list().find(({ kind }) => kind === "chosen-colors"),
      { count: 2, examples: ["c2", "c3"] },
    )
  })
})
