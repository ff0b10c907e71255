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

  it("belong to the category that states the color, where another without one has its place in the palette", async () => {
    const read = await readFiles(masks, files("background:0,0,0::\nsky:0,128,0::\ncar:::\n", classes))
    const [frame] = read.scenes[0]?.frames ?? []
    assert.deepStrictEqual(
      frame?.annotations.map(({ categoryId }) => read.dataset.categories[categoryId - 1]?.name),
      ["sky"],
    )
    const counted = read.losses.find(({ kind }) => kind === "references")
    assert.match(counted?.examples.join() ?? "", /the color 128,0,0, which labelmap.txt lacks/)
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

  it("count a color that the list does not have, and masks that cannot be read, and keep the rest", async () => {
    const odd = png(red, none, red, green, [1, 2, 3], red)
    const read = await readFiles(masks, {
      ...files(labelmap, odd),
      "SegmentationClass/b.png": "GIF",
      "JPEGImages/b.jpg": "",
      "SegmentationClass/c.png": png(...Array.from({ length: 6 }, () => [9, 9, 9])),
    })
    assert.deepStrictEqual(
      read.scenes.map(({ frames, name, status }) => [name, status, frames[0]?.annotations.length]),
      [
        ["a", undefined, 2],
        ["b", "UNLABELED", 0],
        ["c", "UNLABELED", 0],
      ],
    )
    assert.deepStrictEqual(await idsOf(read), [1, 0, 1, 2, 0, 1])
    assert.deepStrictEqual(
      read.losses.map(({ examples, kind }) => [kind, examples]),
      [
        ["references", ["SegmentationClass/a.png has the color 1,2,3, which labelmap.txt lacks"]],
        [
          "unreadable",
          [
            "SegmentationClass/b.png cannot be read as a PNG or JPEG picture: it is not a PNG or JPEG picture",
            "SegmentationClass/c.png has the color 9,9,9, which labelmap.txt lacks",
          ],
        ],
      ],
    )
    assert.match(
      await refusal(masks, files(labelmap, png(...Array.from({ length: 6 }, () => [9, 9, 9])))),
      /SegmentationClass\/a.png: has the color 9,9,9, which labelmap.txt lacks/,
    )
  })

  it("have the sets of lists of any name", async () => {
    const { scenes } = await readFiles(masks, {
      ...files(labelmap, classes),
      "ImageSets/Segmentation/val.txt": "",
      "ImageSets/Segmentation/night.txt": "a\n",
    })
    assert.strictEqual(scenes[0]?.split, "night")
  })
})

describe("masks with instances", () => {
  const gray = (...values: ReadonlyArray<number>) =>
    encode({ width: 3, height: 2, channels: 1, depth: 8, data: Uint8Array.from(values) })

  it("keep the ids of instances, and count instances of several categories or none", async () => {
    const read = await readFiles(masks, {
      "classes.csv": "id,name,color,instances\n1,car,,1\n2,sky,,0\n",
      "semantic/a.png": gray(1, 1, 2, 2, 0, 9),
      "instances/a.png": gray(7, 7, 7, 0, 8, 0),
      "images/a.png": "",
    })
    assert.deepStrictEqual(await idsOf(read), [7, 7, 9, 10, 0, 0])
    assert.deepStrictEqual(
      read.scenes[0]?.frames[0]?.annotations.map(({ categoryId, id }) => [id, categoryId]),
      [
        [7, 1],
        [9, 2],
        [10, 2],
      ],
    )
    assert.deepStrictEqual(
      read.losses.map(({ examples, kind }) => [kind, examples]),
      [
        ["ids", ["instances/a.png has the object 7, which has the categories 1 and 2"]],
        [
          "references",
          [
            "semantic/a.png has the category 9, which is missing",
            "instances/a.png has the object 8, which has no category",
          ],
        ],
      ],
    )
  })
})
