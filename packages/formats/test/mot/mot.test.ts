import { encode } from "fast-png"
import { assert, describe, it } from "vitest"
import { formatCounts } from "../../src/masks/rleText.ts"
import type { Bitmap, Frame, Scene } from "../../src/model/Scene.ts"
import { mot, mots, motsPng } from "../../src/mot/formats.ts"
import { readFiles, refusal } from "../files.ts"
import { assertRoundTrip } from "../roundTrip.ts"

const info =
  "[Sequence]\nname=MOT17-02\nimDir=img1\nframeRate=30\nseqLength=3\nimWidth=1920\nimHeight=1080\nimExt=.jpg\n"
const files = (rows: string | Uint8Array, more: object = {}) => ({
  "train/MOT17-02/gt/gt.txt": rows,
  "train/MOT17-02/seqinfo.ini": info,
  ...more,
})

/** Tracks by category and number, in the order in which they appear: MOTS numbers them anew. */
const tracksInOrder = (scene: unknown): unknown => {
  const { frames, ...rest } = scene as Scene
  const numbers = new Map<string, number>()
  return {
    ...rest,
    frames: frames.map((frame) => ({
      ...frame,
      annotations: frame.annotations.map((one) => {
        const key = `${Reflect.get(one, "category")} ${one.trackId}`
        numbers.set(key, numbers.get(key) ?? numbers.size + 1)
        return { ...one, trackId: numbers.get(key) }
      }),
    })),
  }
}

/** Objects by where their pixels are: the images of MOTS have no order of annotations. */
const byPixels = (scene: unknown): unknown => {
  const { frames, ...rest } = scene as Omit<Scene, "frames"> & {
    readonly frames: ReadonlyArray<Omit<Frame, "bitmap"> & { readonly bitmap: Bitmap }>
  }
  const numbers = new Map<string, number>()
  return {
    ...rest,
    frames: frames.map(({ annotations, bitmap, ...frame }) => {
      const keys = new Map(
        annotations.map((one) => [one.id, `${Reflect.get(one, "category")} ${one.trackId}`]),
      )
      const pixels = bitmap.ids.map((id) => {
        const key = keys.get(id)
        if (key === undefined) return 0
        numbers.set(key, numbers.get(key) ?? numbers.size + 1)
        return numbers.get(key) ?? 0
      })
      const categories = annotations.map((one) => Reflect.get(one, "category")).sort()
      return { ...frame, pixels, categories }
    }),
  }
}

describe("MOT", () => {
  it("returns what it carries", { timeout: 60_000 }, () => assertRoundTrip(mot, { images: "placed" }))

  it("reads the original: frames from 1, ignored objects, visibility, its categories", async () => {
    const { dataset, scenes } = await readFiles(
      mot,
      files("1,2,10,20,30,40,1,1,0.5\n3,2,11,21,30,40,0,8,1\r\n"),
    )
    assert.strictEqual(dataset.taskType, "image-vector-sequence")
    const [scene] = scenes
    assert.deepInclude(scene, { name: "MOT17-02", split: "train", isSequence: true })
    assert.lengthOf(scene?.frames ?? [], 3)
    assert.deepInclude(scene?.frames[0]?.annotations[0], {
      trackId: 2,
      categoryId: 1,
      attributes: { visibility: 0.5 },
      points: [
        [10, 20],
        [40, 60],
      ],
    })
    assert.deepInclude(scene?.frames[2]?.annotations[0], { attributes: { ignored: true } })
    assert.strictEqual(dataset.categories.find(({ id }) => id === 8)?.name, "distractor")
    assert.strictEqual(scene?.frames[1]?.image?.url, "train/MOT17-02/img1/000002.jpg")
  })

  it("takes results with confidences for a prediction, and the truth of older challenges for what it is", async () => {
    const { scenes } = await readFiles(
      mot,
      files("1,2,10,20,30,40,0.5,-1,-1,-1\n2,2,11,21,30,40,1,-1,-1,-1\n"),
    )
    assert.deepInclude(scenes[0], { status: "PRELABELED", score: 0.75 })
    assert.deepStrictEqual(
      scenes[0]?.frames.flatMap(({ annotations }) => annotations.map((one) => one.attributes)),
      [{ score: 0.5 }, { score: 1 }],
    )
    const old = await readFiles(mot, files("1,2,10,20,30,40,1,-1,-1,-1\n2,2,11,21,30,40,0,-1,-1,-1\n"))
    assert.isUndefined(old.scenes[0]?.status)
    assert.deepStrictEqual(
      old.scenes[0]?.frames.flatMap(({ annotations }) => annotations.map((one) => one.attributes)),
      [{}, { ignored: true }],
    )
  })

  it("reads archives of CVAT: no folder of the sequence, no seqinfo.ini, images behind the last object", async () => {
    const { dataset, scenes } = await readFiles(mot, {
      "gt/gt.txt": "1,1,1.0,2.0,10.0,20.0,1,2,1.0\n",
      "gt/labels.txt": "car\nperson",
      "img1/frame_000000.PNG": "",
      "img1/frame_000001.PNG": "",
    })
    assert.deepStrictEqual(
      dataset.categories.map(({ name }) => name),
      ["car", "person"],
    )
    assert.strictEqual(scenes[0]?.name, "sequence")
    assert.deepStrictEqual(
      scenes[0]?.frames.map(({ annotations, image }) => [image?.url, annotations.length]),
      [
        ["img1/frame_000000.PNG", 1],
        ["img1/frame_000001.PNG", 0],
      ],
    )
  })

  it("refuses what it cannot understand, with the file and the line", async () => {
    const refused = (rows: string | Uint8Array) => refusal(mot, files(rows))
    assert.match(await refused("1,1,1,1,1,1,1,99,1"), /gt.txt: line 1 has the category 99/)
    assert.match(await refused("0,1,1,1,1,1,1,1,1"), /the frame 0/)
    assert.match(await refused("1,-1,1,1,1,1,1,1,1"), /the object -1/)
    assert.match(await refused("1,1,x,1,1,1,1,1,1"), /not a number/)
    assert.match(await refused("1,1,1"), /must have 9 columns/)
    assert.match(await refused("1,1,1,1,1,1,1,1,1\n0,1,1,1,1,1,1,1,1"), /line 2 has the frame 0/)
    assert.match(await refused(Buffer.from([0xff, 0x0a])), /is not UTF-8 text/)
    assert.match(await refusal(mot, {}), /has no file NAME/)
    const broken = { "train/MOT17-02/seqinfo.ini": "seqLength=x" }
    assert.match(await refusal(mot, files("", broken)), /seqinfo.ini: has no whole number as seqlength/)
  })
})

describe("rows of MOT", () => {
  it("that cannot be read are counted with their places, and the rest comes in", async () => {
    const good = "1,1,1,1,1,1,1,1,1"
    const rows = [
      good,
      "1,2,1,1,1,1,1,99,1",
      "4,1,1,1,1,1,1,1,1",
      "1,3,x,1,1,1,1,1,1",
      "1,1",
      good,
      "2,-1,1,1,1,1,1,1,1",
      "2,1,1,1,1,1,1,1,1",
    ]
    const { losses, scenes } = await readFiles(mot, files(rows.join("\n")))
    assert.deepStrictEqual(
      scenes[0]?.frames.map(({ annotations }) => annotations.length),
      [1, 1, 0],
    )
    const path = "train/MOT17-02/gt/gt.txt"
    assert.deepStrictEqual(
      losses.map(({ examples, kind }) => [kind, examples]),
      [
        [
          "rows",
          [
            `${path} line 2 has the category 99, which has no name`,
            `${path} line 3 has a frame behind the last one, 3`,
            `${path} line 4 has a column that is not a number`,
            `${path} line 5 must have 9 columns`,
            `${path} line 6 has the object 1 twice in the frame 1`,
            `${path} line 7 has the object -1, which is not a track ID`,
          ],
        ],
      ],
    )
  })
})

describe("MOTS", () => {
  it("returns what it carries", { timeout: 60_000 }, () =>
    assertRoundTrip(mots, { images: "placed", runs: 10, ignore: tracksInOrder }),
  )

  it("reads rows of KITTI, whose frames count from 0, without the regions that are ignored", async () => {
    const mask = (counts: ReadonlyArray<number>) => `2 3 ${formatCounts(counts)}`
    const rows = [
      `0 1005 1 ${mask([0, 2, 4])}`,
      `0 2001 2 ${mask([2, 1, 3])}`,
      `1 10000 10 ${mask([6])}`,
      `1 1005 1 ${mask([4, 2])}`,
    ]
    const { dataset, losses, scenes } = await readFiles(mots, { "instances_txt/0002.txt": rows.join("\n") })
    assert.deepStrictEqual(
      dataset.categories.map(({ name }) => name),
      ["car", "pedestrian"],
    )
    const [first, second] = scenes[0]?.frames ?? []
    assert.deepStrictEqual(
      first?.annotations.map(({ categoryId, trackId }) => [trackId, categoryId]),
      [
        [1005, 1],
        [2001, 2],
      ],
    )
    assert.deepStrictEqual([...((await first?.bitmap?.load())?.ids ?? [])], [1, 2, 0, 1, 0, 0])
    assert.lengthOf(second?.annotations ?? [], 1)
    assert.deepStrictEqual(
      losses.map(({ kind }) => kind),
      ["unknown"],
    )
  })

  it("counts pixels of two masks and masks of another size, and refuses files without a mask that can be read", async () => {
    const refused = (...rows: ReadonlyArray<string>) => refusal(mots, files(rows.join("\n")))
    const all = `2 3 ${formatCounts([0, 6])}`
    const { losses, scenes } = await readFiles(
      mots,
      files(
        [
          `1 1001 1 ${all}`,
          `1 2001 2 2 3 ${formatCounts([0, 2, 4])}`,
          `1 2002 2 1 6 ${formatCounts([0, 6])}`,
          `1 2003 2 2 4 ${formatCounts([0, 6])}`,
        ].join("\n"),
      ),
    )
    const bitmap = await scenes[0]?.frames[0]?.bitmap?.load()
    assert.deepStrictEqual([...(bitmap?.ids ?? [])], [2, 1, 1, 2, 1, 1])
    assert.deepStrictEqual(
      losses.map(({ count, examples, kind }) => [kind, count, examples]),
      [
        ["overlapping-masks", 2, ["train/MOT17-02/gt/gt.txt in the frame 1"]],
        [
          "rows",
          2,
          [
            "train/MOT17-02/gt/gt.txt line 3 has a mask of another size than others in the frame 1",
            "train/MOT17-02/gt/gt.txt line 4 has a mask of other than 2 × 4 pixels",
          ],
        ],
      ],
    )
    assert.match(await refused(`1 1001 1 2 4 ${formatCounts([0, 6])}`), /mask of other than 2 × 4/)
    assert.match(await refused("1 1001 1 2 3 P"), /no compressed mask/)
  })
})

describe("MOTS as PNG", () => {
  const png = (values: ReadonlyArray<number>) =>
    encode({ width: 3, height: 2, channels: 1, depth: 16, data: Uint16Array.from(values) })

  it("returns what it carries", { timeout: 60_000 }, () =>
    assertRoundTrip(motsPng, { images: "placed", runs: 10, ignore: byPixels }),
  )

  it("reads the images of KITTI: objects, and regions that are ignored", async () => {
    const { dataset, losses, scenes } = await readFiles(motsPng, {
      "instances/0002/000000.png": png([1005, 1005, 0, 2001, 0, 0]),
      "instances/0002/000001.png": png([10_000, 0, 0, 0, 1005, 1005]),
      "image_02/0002/000000.png": "",
    })
    assert.deepStrictEqual(
      dataset.categories.map(({ name }) => name),
      ["car", "pedestrian"],
    )
    const [scene] = scenes
    assert.deepInclude(scene, { name: "0002", split: null, isSequence: true })
    const [first, second] = scene?.frames ?? []
    assert.deepStrictEqual(first?.image, { url: "image_02/0002/000000.png", size: { width: 3, height: 2 } })
    assert.deepStrictEqual(
      first?.annotations.map(({ categoryId, trackId }) => [trackId, categoryId]),
      [
        [1005, 1],
        [2001, 2],
      ],
    )
    assert.deepStrictEqual([...((await first?.bitmap?.load())?.ids ?? [])], [1, 1, 0, 2, 0, 0])
    assert.deepStrictEqual([...((await second?.bitmap?.load())?.ids ?? [])], [0, 0, 0, 0, 1, 1])
    assert.deepStrictEqual(
      losses.map(({ count, kind }) => [kind, count]),
      [["unknown", 1]],
    )
  })

  it("reads archives of CVAT: a sequence for each set, and frames without objects where no mask is", async () => {
    const { dataset, losses, scenes } = await readFiles(
      motsPng,
      {
        "train/instances/labels.txt": "person\ncar\n",
        "train/instances/frame_000000.png": png([1003, 1003, 0, 2001, 0, 0]),
        "train/instances/frame_000002.png": png([0, 0, 0, 1003, 0, 0]),
        "train/images/frame_000000.jpg": "",
        "train/images/frame_000001.jpg": "",
        "train/images/frame_000002.jpg": "",
        "val/instances/labels.txt": "person\ncar\n",
        "val/instances/frame_000000.png": png([2001, 0, 0, 0, 0, 0]),
        "val/images/frame_000000.jpg": "",
      },
      { width: 3, height: 2 },
    )
    assert.deepStrictEqual(
      dataset.categories.map(({ name }) => name),
      ["person", "car"],
    )
    assert.deepStrictEqual(
      scenes.map(({ frames, name, split }) => [name, split, frames.map(({ image }) => image?.url)]),
      [
        ["train", "train", [0, 1, 2].map((index) => `train/images/frame_00000${index}.jpg`)],
        ["val", "val", ["val/images/frame_000000.jpg"]],
      ],
    )
    assert.deepStrictEqual(
      scenes[0]?.frames.map(({ annotations }) => annotations.map(({ trackId }) => trackId)),
      [[1003, 2001], [], [1003]],
    )
    assert.deepStrictEqual(losses, [])
  })

  it("refuses frames that are missing, objects without a category, and broken images", async () => {
    const refused = (files: Readonly<Record<string, unknown>>) => refusal(motsPng, files)
    assert.match(await refused({ "instances/a/000001.png": png([0, 0, 0, 0, 0, 0]) }), /has no frame 0/)
    assert.match(
      await refused({ "instances/a/000000.png": png([5001, 0, 0, 0, 0, 0]) }),
      /a\/000000.png: has the object 5001, whose category 5 has no name/,
    )
    assert.match(await refused({ "instances/a/000000.png": "no image" }), /it is not a PNG or JPEG picture/)
    assert.match(await refused({}), /has no file instances/)
  })
})
