import fc from "fast-check"
import { assert, describe, it } from "vitest"
import type { Format } from "../../src/Format.ts"
import { yoloDetect, yoloObb, yoloPose, yoloSegment } from "../../src/yolo/formats.ts"
import { made } from "../arbitraries.ts"
import { readFiles, refusal, sourceOf } from "../files.ts"
import { assertRoundTrip, written } from "../roundTrip.ts"

const yaml = "train: images/train\nval: images/val\nnames: [car, 'a b']\n"
const files = (label: string, more: object = {}) => ({
  "data.yaml": yaml,
  "images/train/a.jpg": "",
  "images/val/b.jpg": "",
  "labels/train/a.txt": label,
  "labels/val/b.txt": "",
  ...more,
})

describe("YOLO", () => {
  for (const format of [yoloDetect, yoloSegment, yoloObb, yoloPose])
    it(`returns what it carries: ${format.name}`, { timeout: 60_000 }, () =>
      assertRoundTrip(format, { images: "placed" }),
    )

  it("counts classes from 0 and reads the set of each image, with images that have no objects", async () => {
    const { dataset, losses, scenes } = await readFiles(yoloDetect, files("1 0.5 0.5 0.2 0.4\n"))
    assert.deepStrictEqual(
      dataset.categories.map(({ id, name }) => [id, name]),
      [
        [1, "car"],
        [2, "a b"],
      ],
    )
    const [a, b] = scenes
    assert.deepStrictEqual([a?.name, a?.split, b?.name, b?.split], ["a", "train", "b", "val"])
    assert.deepInclude(a?.frames[0]?.annotations[0], {
      categoryId: 2,
      points: [
        [40, 15],
        [60, 35],
      ],
    })
    assert.deepStrictEqual(b?.frames[0]?.annotations, [])
    assert.isEmpty(losses)
  })

  it("reads the folders of Roboflow, whose paths lead out of the folder, and names with the same end", async () => {
    const { scenes } = await readFiles(yoloDetect, {
      "data.yaml":
        "train: ../train/images\nval: ../valid/images\n\nnc: 1\nnames: ['car']  # one\nroboflow:\n  url: a\n",
      "train/images/a.jpg": "",
      "train/labels/a.txt": "0 .5 .5 .1 .1",
      "valid/images/a.jpg": "",
      "valid/labels/a.txt": "",
    })
    assert.deepStrictEqual(
      scenes.map(({ frames, name, split }) => [name, split, frames[0]?.annotations.length]),
      [
        ["train/images/a", "train", 1],
        ["valid/images/a", "val", 0],
      ],
    )
  })

  it("reads a list of images", async () => {
    const { scenes } = await readFiles(yoloDetect, {
      ...files("0 .5 .5 .1 .1"),
      "data.yaml": "path: .\ntrain: train.txt\nval: train.txt\nnames:\n  0: car\n  1: dog\n",
      "train.txt": "./images/train/a.jpg\n",
    })
    assert.lengthOf(scenes, 1)
  })

  it("reads polygons and oriented boxes, and boxes among segments when they are alone in their file", async () => {
    const polygon = await readFiles(yoloSegment, files("0 0 0 1 0 1 1\n0 0 0 1 0 1 1\n"))
    assert.deepStrictEqual(polygon.scenes[0]?.frames[0]?.annotations.length, 1)
    assert.deepStrictEqual(
      polygon.losses.map(({ kind }) => kind),
      ["duplicate"],
    )
    const box = await readFiles(
      yoloSegment,
      files("0 0 0 1 0 1 1\n", {
        "labels/val/b.txt": "0 .5 .5 .1 .1",
        "data.yaml": `task: segment\n${yaml}`,
      }),
    )
    assert.strictEqual(box.scenes[1]?.frames[0]?.annotations[0]?.type, "bbox")
    const obb = await readFiles(yoloObb, files("0 0.1 0.1 0.2 0.1 0.2 0.2 0.1 0.2"))
    assert.deepInclude(obb.scenes[0]?.frames[0]?.annotations[0], { type: "polygon" })
    assert.isUndefined(await yoloDetect.reader?.detect(sourceOf(files("0 0 0 1 0 1 1"))))
  })

  it("counts what points without identity lose", async () => {
    const shape = `${yaml}kpt_shape: [3, 3]\nkpt_names: {0: [], 1: [a, b, c]}\n`
    const rows = "0 .5 .5 1 1 0 0 2 0 0 0 1 1 1\n0 .5 .5 .5 .5 0 0 0 0 0 0 0 0 0\n"
    const { losses, scenes } = await readFiles(yoloPose, files(rows, { "data.yaml": shape }))
    const annotations = scenes[0]?.frames[0]?.annotations ?? []
    assert.deepInclude(annotations[0], {
      type: "point",
      points: [
        [0, 0],
        [100, 50],
      ],
    })
    assert.deepInclude(annotations[1], { type: "bbox" })
    assert.deepStrictEqual(
      losses.map(({ count, kind }) => [kind, count]),
      [["visibility", 2]],
    )
  })

  it("cuts shapes at the border and leaves out what is beyond it, counted", async () => {
    const [one] = fc.sample(made("image-vector", false), { numRuns: 1, seed: 3 })
    assert.isDefined(one)
    if (one === undefined) return
    const box = (id: number, from: number, to: number) => ({
      id,
      categoryId: one.dataset.categories[0]?.id ?? 1,
      trackId: null,
      isKeyframe: true,
      attributes: {},
      type: "bbox" as const,
      points: [
        [from, 10],
        [to, 20],
      ],
    })
    const scenes = one.scenes.slice(0, 1).map((scene) => ({
      ...scene,
      frames: scene.frames.map((frame) => ({
        ...frame,
        annotations: [box(1, -10, 64), box(2, -9, 64), box(3, -20, -10), box(4, 64, 128)],
      })),
    }))
    const { files: found, losses } = await written(yoloDetect, { ...one, scenes })
    const label = [...found].find(([path]) => path.startsWith("labels/"))?.[1]
    assert.deepStrictEqual(new TextDecoder().decode(label).split("\n").length, 3, "two rows")
    const kinds = losses.list().map(({ count, kind }) => [kind, count])
    assert.deepInclude(kinds, ["clipped", 3])
    assert.deepInclude(kinds, ["duplicate", 1])
    // The fourth shape is read as the second one.
    assert.deepInclude(kinds, ["ids", 1])
  })

  it("counts rows of unknown classes, labels without an image and pictures without a size, and keeps the rest", async () => {
    const { losses, scenes } = await readFiles(
      yoloDetect,
      files("7 .5 .5 .1 .1\n0 .5 .5 .1 .1", {
        "labels/train/c.txt": "0 .5 .5 .1 .1",
        "images/train/broken.jpg": "",
        "labels/train/broken.txt": "0 .5 .5 .1 .1",
      }),
      (path) => (path.endsWith("broken.jpg") ? null : { width: 100, height: 50 }),
    )
    assert.deepStrictEqual(
      scenes.map(({ frames, name }) => [name, frames[0]?.annotations.length]),
      [
        ["a", 1],
        ["b", 0],
      ],
    )
    assert.deepStrictEqual(
      losses.map(({ examples, kind }) => [kind, examples]),
      [
        ["image-size", ["images/train/broken.jpg is not an image whose size can be read"]],
        ["references", ["labels/train/c.txt has no image"]],
        ["rows", ["labels/train/a.txt line 1 has the class 7, which has no name in data.yaml"]],
      ],
    )
  })

  it("refuses what it cannot understand, with the file and the line", async () => {
    const refused = (label: string, format: Format = yoloDetect) => refusal(format, files(label))
    assert.match(
      await refused("2 .5 .5 .1 .1"),
      /labels\/train\/a.txt: line 1 has the class 2, which has no name in data.yaml/,
    )
    assert.match(await refused("0 .5 .5 .1"), /line 1 must have 5 columns, not 4 columns/)
    assert.match(await refused("0 50 .5 .1 .1"), /has 50, which is not a share/)
    assert.match(await refused("0 .5 nan .1 .1"), /has nan/)
    assert.match(await refused("0 0 0 1 0 1 1", yoloObb), /must have 9 columns/)
    assert.match(await refused("0 .5 .5 .1 .1", yoloPose), /has no kpt_shape/)
    assert.match(await refusal(yoloDetect, { "labels/a.txt": "" }), /data.yaml: is missing/)
    assert.match(
      await refusal(yoloDetect, { "data.yaml": yaml }),
      /has train: images\/train, which is missing/,
    )
    assert.match(await refusal(yoloDetect, files(""), null), /a.jpg: is not an image/)
    const latin = Buffer.from([0x30, 0xe9])
    assert.match(await refusal(yoloDetect, files("", { "labels/train/a.txt": latin })), /is not UTF-8 text/)
    const twice = { "data.yaml": "train: images/train\nval: images/val\nnames: [a, b, a]\n" }
    assert.match(
      await refusal(yoloDetect, files("", twice)),
      /has the name "a" twice, for the classes 0 and 2/,
    )
    const two = { "images/train/a.png": "" }
    assert.match(
      await refusal(yoloDetect, files("", two)),
      /a.txt: may be the label of .*a.jpg or of .*a.png/,
    )
  })

  it("leaves out rows that it cannot read, counted with their places, and reads the others", async () => {
    const rowsOf = async (label: string, format: Format = yoloDetect, more: object = {}) => {
      const { losses, scenes } = await readFiles(format, files(label, more))
      return {
        types: scenes[0]?.frames[0]?.annotations.map(({ type }) => type),
        odd: losses.filter(({ kind }) => kind === "rows").flatMap(({ examples }) => examples),
      }
    }
    const good = "0 .5 .5 .1 .1\n"
    const polygon = "0 0 0 1 0 1 1\n"
    assert.deepStrictEqual(
      await rowsOf(`${good}\n0 .5 .5 .1\n0 .5 .5 .1 .1 x\n1 .2 .2 1.2 .1\n0.5 .5 .5 .1 .1`),
      {
        types: ["bbox"],
        odd: [
          "labels/train/a.txt line 3 must have 5 columns, not 4 columns",
          "labels/train/a.txt line 4 has x, which is not a number",
          "labels/train/a.txt line 5 has 1.2, which is not a share of the image",
          "labels/train/a.txt line 6 has the class 0.5",
        ],
      },
    )
    // Ultralytics discards a file whose rows of polygons are mixed with rows of five columns: those may be polygons of two corners.
    assert.deepStrictEqual(await rowsOf(`${polygon}0 .1 .1 .2 .2\n0 .1 .1\n`, yoloSegment), {
      types: ["polygon"],
      odd: [
        "labels/train/a.txt line 2 has a polygon of 2 corners",
        "labels/train/a.txt line 3 has a polygon of 1 corners",
      ],
    })
    assert.deepStrictEqual(await rowsOf(`${good}0 1.005 .5 .1 .1\n1.0e+00 .5 .5 1e-1 +.1\r\n`), {
      types: ["bbox", "bbox", "bbox"],
      odd: [],
    })
  })
})
