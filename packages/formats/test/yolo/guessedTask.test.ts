import { assert, describe, it } from "vitest"
import { yoloDetect, yoloObb, yoloSegment } from "../../src/yolo/formats.ts"
import { readFiles } from "../files.ts"

/** The rows of each label file, beside images. */
const makeFiles = (labels: ReadonlyArray<string>) => ({
  "data.yaml": "train: images\nval: images\nnames: [car]\n",
  ...Object.fromEntries(
    labels.flatMap((rows, index) => {
      const name = String(index).padStart(4, "0")
      return [
        [`images/${name}.png`, ""],
        [`labels/${name}.txt`, rows],
      ]
    }),
  ),
})

const repeat = (rows: string, count: number) => Array.from({ length: count }, () => rows)

const box = "0 0.5 0.5 0.2 0.2\n"
const corners = "0 0.1 0.1 0.5 0.1 0.5 0.5 0.1 0.5\n"
const polygon = "0 0.1 0.1 0.5 0.1 0.5 0.5 0.3 0.6 0.1 0.5\n"

const read = async (format: typeof yoloDetect, labels: ReadonlyArray<string>) => {
  const { losses, scenes } = await readFiles(format, makeFiles(labels))
  const shapes = scenes.flatMap(({ frames }) => frames[0]?.annotations ?? [])
  return {
    types: shapes.map(({ type }) => type),
    losses: losses.map(({ kind, examples }) => [kind, examples]),
  }
}

describe("the task of YOLO that no file states", () => {
  for (const [title, format, usual, odd] of [
    ["boxes where one row is a polygon", yoloDetect, box, polygon],
    ["boxes where one line has two rows", yoloDetect, box, "0 .5 .5 .2 .2 0 .3 .3 .1 .1"],
    ["boxes where one row is a triangle that ends at the border", yoloDetect, box, "0 .1 .1 .5 .1 .3 1"],
    ["oriented boxes where one row has five corners", yoloObb, corners, polygon],
    [
      "oriented boxes where one row has five corners and ends at the border",
      yoloObb,
      corners,
      "0 .1 .1 .5 .1 .5 .5 .3 .6 .2 1",
    ],
    ["oriented boxes where one row is a box", yoloObb, corners, box],
  ] as const)
    it(`is ${title}, which is counted with its place`, async () => {
      for (const many of [5, 250]) {
        const name = String(many).padStart(4, "0")
        const { losses, types } = await read(format, [...repeat(usual, many), `${usual}${odd}`])
        assert.lengthOf(types, many + 1)
        assert.lengthOf(losses, 1)
        assert.match(
          JSON.stringify(losses),
          RegExp(`"rows",\\["labels/${name}.txt line 2 (must have|has the track)`),
        )
      }
    })

  for (const [title, usual] of [
    ["boxes", box],
    ["four corners", corners],
  ] as const)
    it(`is segments where polygons are mixed with ${title}, in whatever files they are`, async () => {
      for (const [many, few] of [
        [2, 1],
        [10, 5],
        [200, 40],
      ] as const) {
        const { losses, types } = await read(yoloSegment, [...repeat(usual, many), ...repeat(polygon, few)])
        assert.lengthOf(types, many + few)
        assert.deepStrictEqual(losses, [])
      }
    })

  it("follows from all files where those that are looked at first are mixed", async () => {
    const labels = Array.from({ length: 600 }, (_, index) => (index < 48 && index % 6 === 0 ? polygon : box))
    const { losses, types } = await read(yoloDetect, labels)
    assert.lengthOf(types, 592)
    assert.lengthOf(losses, 1)
  })

  it("follows from more rows than the arguments of a call may be", async () => {
    const { losses, types } = await read(yoloDetect, [repeat(`${box.trim()} 1\n`, 150_000).join("")])
    assert.deepStrictEqual([types.length, losses.length], [1, 1])
  })

  for (const [title, format, usual] of [
    ["boxes", yoloDetect, "0 .5 .5 .2 .2"],
    ["oriented boxes", yoloObb, corners.trim()],
  ] as const)
    it(`is ${title} with scores and tracks where most numbers behind a score are beyond 1`, async () => {
      const labels = [1, 2, 3, 4].map((track) => `${usual} .9 ${track}\n`)
      const { scenes } = await readFiles(format, makeFiles(labels))
      assert.deepStrictEqual(
        scenes.map(({ frames }) => frames[0]?.annotations[0]?.attributes),
        [1, 2, 3, 4].map((track_id) => ({ score: 0.9, track_id })),
      )
    })

  it("does not follow from rows that cannot be read", async () => {
    const { losses, types } = await read(yoloDetect, [box, "0 a b c d e f g h i j\n0 .5 .5\n", ""])
    assert.deepStrictEqual(types, ["bbox"])
    assert.lengthOf(losses, 1)
  })
})

describe("a column behind the shape of YOLO", () => {
  const readAttributes = async (last: ReadonlyArray<string>) => {
    const rows = last.map((text, index) => `0 .5 .5 .1 .${index + 1} ${text}`).join("\n")
    const { losses, scenes } = await readFiles(yoloDetect, makeFiles([rows]))
    const attributes = scenes.flatMap(({ frames }) =>
      frames[0]?.annotations.map(({ attributes: own }) => own),
    )
    return { attributes, losses: losses.map(({ kind, count }) => [kind, count]) }
  }

  it("is a track although one row has no number", async () => {
    assert.deepStrictEqual(await readAttributes(["1", "2", "x", "3"]), {
      attributes: [{ track_id: 1 }, { track_id: 2 }, { track_id: 3 }],
      losses: [["rows", 1]],
    })
  })

  it("is a score although one row has a number beyond any score", async () => {
    assert.deepStrictEqual(await readAttributes(["0.5", "1", "0.25", "7"]), {
      attributes: [{ score: 0.5 }, { score: 1 }, { score: 0.25 }],
      losses: [["rows", 1]],
    })
  })

  it("is not a track where it is a fraction", async () => {
    assert.deepStrictEqual(await readAttributes(["1", "2", "0.5", "3"]), {
      attributes: [{ track_id: 1 }, { track_id: 2 }, { track_id: 3 }],
      losses: [["rows", 1]],
    })
  })
})
