import { assert, describe, it } from "vitest"
import { encodeGray } from "../../src/masks-png/grayPng.ts"
import { yoloDetect } from "../../src/yolo/formats.ts"
import { yoloSemantic } from "../../src/yolo/semantic.ts"
import { readFiles } from "../files.ts"

const yaml = "train: images/train\nval: images/train\nnames: [car]\n"
const box = "0 .5 .5 .2 .2\n"

describe("images of YOLO whose names differ in the case alone", () => {
  it("have the label of their very name, and none where only the other one has it", async () => {
    const files = { "data.yaml": yaml, "images/train/A.jpg": "", "images/train/a.jpg": "" }
    const { losses, scenes } = await readFiles(yoloDetect, { ...files, "labels/train/a.txt": box })
    assert.deepStrictEqual(
      scenes.map(({ frames }) => [frames[0]?.image?.url, frames[0]?.annotations.length]),
      [
        ["images/train/A.jpg", 0],
        ["images/train/a.jpg", 1],
      ],
    )
    assert.deepStrictEqual(
      losses.map(({ examples, kind }) => [kind, examples]),
      [["missing-labels", ["images/train/A.jpg"]]],
    )
  })

  it("have the mask of their very name", async () => {
    const size = { width: 1, height: 1 }
    const { losses, scenes } = await readFiles(
      yoloSemantic,
      {
        "data.yaml": `${yaml}masks_dir: masks\n`,
        "images/train/A.jpg": "",
        "images/train/a.jpg": "",
        "masks/train/a.png": encodeGray({ ...size, ids: Uint32Array.of(1) }, 8),
      },
      size,
    )
    assert.deepStrictEqual(
      scenes.map(({ frames }) => frames[0]?.annotations.length),
      [0, 1],
    )
    assert.deepStrictEqual(
      losses.map(({ examples, kind }) => [kind, examples]),
      [["missing-labels", ["images/train/A.jpg"]]],
    )
  })

  it("have a label in another spelling also where no set lists the image", async () => {
    const { losses } = await readFiles(yoloDetect, {
      "data.yaml": yaml,
      "images/train/b.jpg": "",
      "labels/train/b.txt": box,
      "labels/train/c.TXT": box,
      "labels/train/c.jpg": "",
    })
    assert.deepStrictEqual(
      losses.map(({ kind }) => kind).filter((kind) => kind === "references"),
      [],
    )
  })
})
