import { encode } from "fast-png"
import { assert, describe, it } from "vitest"
import { masks } from "../../src/masks-png/masks.ts"
import { readFiles, refusal } from "../files.ts"

const red = [128, 0, 0]
const green = [0, 128, 0]
const none = [0, 0, 0]
const border = [224, 224, 192]

/** Two rows of three pixels. */
const png = (...pixels: ReadonlyArray<ReadonlyArray<number>>) =>
  encode({ width: 3, height: 2, channels: 3, depth: 8, data: Uint8Array.from(pixels.flat()) })

const files = (labelmap: string, classes: Uint8Array, objects?: Uint8Array) => ({
  "labelmap.txt": labelmap,
  "SegmentationClass/a.png": classes,
  ...(objects !== undefined && { "SegmentationObject/a.png": objects }),
  "ImageSets/Segmentation/val.txt": "a\n",
  "JPEGImages/a.jpg": "",
})

const labelmap = "# label:color_rgb:parts:actions\nbackground:0,0,0::\ncar:128,0,0::\nsky:0,128,0::\n"
const classes = png(red, none, red, green, border, red)

const idsOf = async (read: Awaited<ReturnType<typeof readFiles>>) => [
  ...((await read.scenes[0]?.frames[0]?.bitmap?.load())?.ids ?? []),
]

describe("colored masks", () => {
  it("have categories by color and an annotation for each object", async () => {
    const read = await readFiles(masks, files(labelmap, classes, png(red, none, green, none, border, green)))
    assert.deepStrictEqual(
      read.dataset.categories.map(({ color, id, name }) => ({ id, name, color })),
      [
        { id: 1, name: "car", color: red },
        { id: 2, name: "sky", color: green },
      ],
    )
    const [scene] = read.scenes
    assert.deepInclude(scene, { name: "a", split: "val", kind: "image-segmentation" })
    assert.strictEqual(scene?.frames[0]?.image?.url, "JPEGImages/a.jpg")
    assert.deepStrictEqual(
      scene?.frames[0]?.annotations.map(({ categoryId, id }) => [id, categoryId]),
      [
        [1, 1],
        [2, 1],
        [3, 2],
      ],
    )
    assert.deepStrictEqual(await idsOf(read), [1, 0, 2, 3, 0, 2])
    assert.deepStrictEqual(
      read.losses.map(({ kind }) => kind),
      ["unknown"],
    )
  })

  it("have the colors of VOC where the list has none, and one annotation of a category without objects", async () => {
    const read = await readFiles(masks, files("background:::\ncar:::\nsky:::\n", classes))
    assert.deepStrictEqual(await idsOf(read), [1, 0, 1, 2, 0, 1])
  })

  it("refuse two pictures of one mask, naming both", async () => {
    assert.match(
      await refusal(masks, { ...files(labelmap, classes), "JPEGImages/a.png": "" }),
      /SegmentationClass\/a.png: .*JPEGImages\/a.jpg or JPEGImages\/a.png/,
    )
  })

  it("refuse objects of other sides, even where the number of pixels is the same", async () => {
    const data = Uint8Array.from([red, none, red, none, none, none].flat())
    const objects = encode({ width: 2, height: 3, channels: 3, depth: 8, data })
    assert.match(
      await refusal(masks, files(labelmap, classes, objects)),
      /SegmentationObject\/a.png: must have the size of SegmentationClass\/a.png/,
    )
  })

  it("refuse a color that the list does not have", async () => {
    const odd = png(red, none, red, green, [1, 2, 3], red)
    assert.match(
      await refusal(masks, files(labelmap, odd)),
      /SegmentationClass\/a.png: has the color 1,2,3, which labelmap.txt lacks/,
    )
  })
})
