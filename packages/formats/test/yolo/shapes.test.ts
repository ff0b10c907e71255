import { assert, describe, it } from "vitest"
import type { Dataset } from "../../src/model/Dataset.ts"
import { draw } from "../../src/model/exactShapes.ts"
import type { Scene } from "../../src/model/Scene.ts"
import { yoloDetect, yoloObb, yoloPose } from "../../src/yolo/formats.ts"
import { readFiles } from "../files.ts"
import { written } from "../roundTrip.ts"

const textOf = (content: Uint8Array | undefined) => new TextDecoder().decode(content)

const files = (yaml: string, rows: string) => ({
  "data.yaml": `train: images/train\nval: images/train\n${yaml}`,
  "images/train/a.jpg": "",
  "labels/train/a.txt": rows,
})

const writeAgain = async (
  format: typeof yoloPose,
  read: { readonly dataset: Dataset; readonly scenes: ReadonlyArray<Scene> },
) => {
  const { files: out, losses } = await written(format, read, { place: async (_, path) => `${path}.jpg` })
  return {
    row: textOf(out.get("labels/train/a.txt")),
    yaml: textOf(out.get("data.yaml")),
    losses: losses.list().map(({ kind }) => kind),
  }
}

describe("keypoints of YOLO", () => {
  it("keep their places in the skeleton, their visibility and the box", async () => {
    const row = "0 0.5 0.5 0.4 0.4 0.4 0.4 2 0 0 0 0.6 0.6 1"
    const read = await readFiles(
      yoloPose,
      files("kpt_shape: [3, 3]\nflip_idx: [0, 2, 1]\nnames:\n  0: person\n", row),
      { width: 37, height: 53 },
    )
    assert.isEmpty(read.losses)
    assert.deepStrictEqual(read.dataset.categories[0]?.skeleton, {
      joints: [{ name: "0" }, { name: "1" }, { name: "2" }],
      edges: [],
      flip: [["1", "2"]],
    })
    const again = await writeAgain(yoloPose, read)
    assert.strictEqual(again.row, `${row}\n`)
    assert.include(again.yaml, "kpt_shape:\n  - 3\n  - 3\nflip_idx:\n  - 0\n  - 2\n  - 1\n")
    assert.isEmpty(again.losses)
  })

  it("have the names of kpt_names, of each class or of the only one that has any", async () => {
    const yaml = "kpt_shape: [2, 2]\nnames: [person, dog]\nkpt_names:\n  0: [nose, it's]\n"
    const read = await readFiles(yoloPose, files(yaml, "1 .5 .5 .2 .2 .4 .4 0 0\n"))
    assert.deepStrictEqual(
      read.dataset.categories.map(({ skeleton }) => skeleton?.joints.map(({ name }) => name)),
      [
        ["nose", "it's"],
        ["nose", "it's"],
      ],
    )
    assert.deepInclude(read.scenes[0]?.frames[0]?.annotations[0], {
      shape: {
        type: "skeleton",
        joints: [
          { name: "nose", x: 40, y: 20, visibility: 2 },
          { name: "it's", x: null, y: null, visibility: 0 },
        ],
        box: [
          [40, 20],
          [60, 30],
        ],
      },
    })
  })

  it("of predictions have scores, and a row without keypoints is a box", async () => {
    const yaml = "kpt_shape: [2, 3]\nnames: [person]\n"
    const rows = "0 .5 .5 .2 .2 .4 .4 .9 0 0 0 .75\n0 .5 .5 .2 .2\n0 .5 .5 .2 .2 0 0 0 0 0 0\n"
    const { losses, scenes } = await readFiles(yoloPose, files(yaml, rows))
    assert.strictEqual(scenes[0]?.status, "PRELABELED")
    assert.deepStrictEqual(
      scenes[0]?.frames[0]?.annotations.map(({ attributes, type }) => [type, attributes]),
      [
        ["point", { score: 0.75 }],
        ["bbox", {}],
        ["bbox", {}],
      ],
    )
    assert.deepStrictEqual(
      losses.map(({ examples, kind }) => [kind, examples]),
      [["unknown", ["labels/train/a.txt line 1: keypoint 0, whose score is 0.9"]]],
    )
  })
})

describe("oriented boxes of YOLO", () => {
  it("are turned boxes where their corners are a rectangle, and polygons otherwise", async () => {
    const turned = draw({ type: "rotated_box", center: [50, 25], size: [20, 10], angle: 0.3 })
    const shares = turned.points.map(([x = 0, y = 0]) => `${(x / 100).toFixed(6)} ${(y / 50).toFixed(6)}`)
    const read = await readFiles(
      yoloObb,
      files("names: [car]\n", `0 ${shares.join(" ")}\n0 .1 .1 .2 .1 .2 .2 .15 .2\n`),
    )
    const [box, polygon] = read.scenes[0]?.frames[0]?.annotations ?? []
    assert.isTrue(box !== undefined && "shape" in box && box.shape?.type === "rotated_box")
    if (box === undefined || !("shape" in box) || box.shape?.type !== "rotated_box") return
    assert.closeTo(box.shape.angle, 0.3, 1e-5)
    assert.isTrue(polygon !== undefined && !("shape" in polygon))
    const again = await writeAgain(yoloObb, read)
    assert.deepStrictEqual(again.row.split("\n").length, 3)
    assert.isEmpty(again.losses)
  })
})

describe("data.yaml and rows that are written", () => {
  it("quote names, number the classes from 0, and have no exponents", async () => {
    const read = await readFiles(
      yoloDetect,
      files("names: {3: \"yes\", 7: 'it''s 5\" #1: é'}\n", "7 0.00000001 0.5 0.00000002 0.1\n"),
    )
    const again = await writeAgain(yoloDetect, read)
    assert.strictEqual(again.row, "1 0.00000001 0.5 0.00000002 0.1\n")
    assert.include(again.yaml, 'nc: 2\nnames:\n  0: "yes"\n  1: "it\'s 5\\" #1: é"\n')
    assert.deepStrictEqual(again.losses, ["category-ids"])
  })
})
