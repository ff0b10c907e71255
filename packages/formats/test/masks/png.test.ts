import { encode } from "fast-png"
import { assert, describe, it } from "vitest"
import { masks } from "../../src/masks-png/masks.ts"
import { readFiles, refusal } from "../files.ts"
import { channelsOf, pngFile } from "../pictures/pngFile.ts"
import { assertRoundTrip } from "../roundTrip.ts"

const gray = (values: ReadonlyArray<number>, depth: 8 | 16 = 8) =>
  encode({
    width: values.length,
    height: 1,
    channels: 1,
    depth,
    data: depth === 8 ? Uint8Array.from(values) : Uint16Array.from(values),
  })

const classes = 'id,name,color,instances\n1,car,#010203,1\n2,"a, ""b""",,0\n'
const files = (semantic: ReadonlyArray<number>, instances?: ReadonlyArray<number>, more: object = {}) => ({
  "classes.csv": classes,
  "semantic/train/a.png": gray(semantic),
  ...(instances && { "instances/train/a.png": gray(instances, 16) }),
  ...more,
})

const found = async (semantic: ReadonlyArray<number>, instances?: ReadonlyArray<number>) => {
  const { losses, scenes } = await readFiles(masks, files(semantic, instances))
  const frame = scenes[0]?.frames[0]
  const annotations = frame?.annotations.map(({ categoryId, id }) => [id, categoryId])
  return { annotations, ids: [...((await frame?.bitmap?.load())?.ids ?? [])], losses }
}

describe("PNG masks", () => {
  it("return what they carry", { timeout: 60_000 }, () =>
    assertRoundTrip(masks, { runs: 5, images: "placed" }),
  )

  it("have instances of categories, and areas without instances", async () => {
    const { annotations, ids, losses } = await found([1, 1, 2, 0, 2], [300, 7, 0, 0, 0])
    assert.deepStrictEqual(annotations, [
      [7, 1],
      [300, 1],
      [301, 2],
    ])
    assert.deepStrictEqual(ids, [300, 7, 301, 0, 301])
    assert.isEmpty(losses)
  })

  it("are one annotation per category without masks of instances; the value 255 is ignored, counted", async () => {
    const { annotations, ids, losses } = await found([2, 255, 1, 2])
    assert.deepStrictEqual(annotations, [
      [1, 2],
      [2, 1],
    ])
    assert.deepStrictEqual(ids, [1, 0, 2, 1])
    assert.deepStrictEqual(
      losses.map(({ kind }) => kind),
      ["unknown"],
    )
  })

  it("may be packed in 1, 2 or 4 bits, gray or a palette, or gray in three channels", async () => {
    const values = [0, 1, 1, 2, 0, 2, 1]
    for (const [colorType, depth] of [
      [0, 2],
      [0, 4],
      [3, 2],
      [3, 4],
      [3, 8],
      [2, 8],
      [6, 8],
      [2, 16],
    ] as const) {
      const channels = channelsOf[colorType]
      const form = { width: 7, height: 1, colorType, depth, isInterlaced: false, filter: 1 } as const
      const png = pngFile({ ...form, values: values.flatMap((value) => Array(channels).fill(value)) })
      const { scenes } = await readFiles(masks, { "classes.csv": classes, "semantic/train/a.png": png })
      const frame = scenes[0]?.frames[0]
      assert.deepStrictEqual(
        frame?.annotations.map(({ categoryId }) => categoryId),
        [1, 2],
        `color type ${colorType}, ${depth} bits`,
      )
      assert.deepStrictEqual([...((await frame?.bitmap?.load())?.ids ?? [])], values)
    }
    const bits = { width: 9, height: 1, colorType: 0, depth: 1, isInterlaced: false, filter: 0 } as const
    const png = pngFile({ ...bits, values: [0, 1, 1, 0, 0, 0, 0, 0, 1] })
    const { scenes } = await readFiles(masks, { "classes.csv": classes, "semantic/a.png": png })
    assert.deepStrictEqual(
      [...((await scenes[0]?.frames[0]?.bitmap?.load())?.ids ?? [])],
      [0, 1, 1, 0, 0, 0, 0, 0, 1],
    )
  })

  it("refuse two pictures of one mask, naming both", async () => {
    const pictures = { "images/train/a.jpg": "", "images/train/a.png": "", "images/train/a.txt": "" }
    assert.match(
      await refusal(masks, files([1], undefined, pictures)),
      /semantic\/train\/a.png: .*images\/train\/a.jpg or images\/train\/a.png/,
    )
  })

  it("refuse instances of other sides, even where the number of pixels is the same", async () => {
    const column = encode({ width: 1, height: 2, channels: 1, depth: 8, data: Uint8Array.from([1, 1]) })
    assert.match(
      await refusal(masks, files([1, 1], undefined, { "instances/train/a.png": column })),
      /instances\/train\/a.png: must have the size of semantic\/train\/a.png/,
    )
  })

  it("have names, colors and sets", async () => {
    const { dataset, scenes } = await readFiles(masks, files([1], undefined, { "images/train/a.jpg": "" }))
    assert.deepStrictEqual(
      dataset.categories.map(({ color, hasInstances, name }) => [name, color, hasInstances]),
      [
        ["car", [1, 2, 3], true],
        ['a, "b"', null, false],
      ],
    )
    assert.deepInclude(scenes[0], { name: "a", split: "train" })
    assert.strictEqual(scenes[0]?.frames[0]?.image?.url, "images/train/a.jpg")
  })

  it("are refused when they do not match, with the file", async () => {
    const refused = (semantic: ReadonlyArray<number>, instances?: ReadonlyArray<number>, more?: object) =>
      refusal(masks, files(semantic, instances, more))
    assert.match(await refused([3]), /semantic\/train\/a.png: has the category 3/)
    assert.match(await refused([1, 1], [5]), /must have the size/)
    assert.match(
      await refused([1], [1], { "semantic/train/a.png": "GIF" }),
      /it is not a PNG or JPEG picture/,
    )
    assert.match(await refused([1], [1], { "classes.csv": "id,name\n0,a\n" }), /classes.csv: line 2/)
    assert.match(await refused([1], [1], { "classes.csv": "name\na\n" }), /must begin with id,name/)
    assert.match(await refusal(masks, { "semantic/a.png": gray([1]) }), /classes.csv: is missing/)
  })
})
