/** Sets whose folders have other names than the usual ones, in formats with a folder for each set. */
import { encode } from "fast-png"
import { assert, describe, it } from "vitest"
import { createml } from "../../src/createml/createml.ts"
import { imagefolder } from "../../src/huggingface/imagefolder.ts"
import { masks } from "../../src/masks-png/masks.ts"
import type { Scene } from "../../src/model/Scene.ts"
import { mot } from "../../src/mot/formats.ts"
import { readFiles } from "../reading.ts"

const setsOf = (scenes: ReadonlyArray<Scene>) => scenes.map(({ file, name, split }) => [file ?? name, split])

const box = { label: "cat", coordinates: { x: 5, y: 5, width: 4, height: 4 } }
const list = JSON.stringify([{ image: "a.PNG", annotations: [box] }])
const row = JSON.stringify({ file_name: "a.PNG", objects: { bbox: [[1, 2, 3, 4]], categories: ["cat"] } })
const gray = encode({ width: 2, height: 1, channels: 1, data: Uint8Array.from([1, 0]) })

describe("folders of sets", () => {
  it("have any names where Create ML's lists are called the same in each", async () => {
    const { scenes } = await readFiles(createml, {
      "night-1/_annotations.createml.json": list,
      "night-1/a.PNG": "",
      "train/_annotations.createml.json": list,
      "train/a.PNG": "",
    })
    assert.deepStrictEqual(setsOf(scenes), [
      ["a.PNG", "night-1"],
      ["a.PNG", "train"],
    ])
  })

  it("are no sets by other names where there is one list", async () => {
    const { scenes } = await readFiles(createml, { "photos/list.json": list, "photos/a.PNG": "" })
    assert.deepStrictEqual(setsOf(scenes), [["a.PNG", null]])
  })

  it("are named by the front matter of a dataset of Hugging Face, whose splits have no hyphens", async () => {
    const card =
      '---\nlicense: mit\nconfigs:\n- config_name: default\n  data_files:\n  - split: night_1\n    path: night-1/**\n  - {split: dusk, path: ["data/*"]}\n---\n# Cats\n'
    const { scenes } = await readFiles(imagefolder, {
      "README.md": card,
      "night-1/metadata.jsonl": row,
      "night-1/a.PNG": "",
      "data/metadata.jsonl": row,
      "data/a.PNG": "",
    })
    assert.deepStrictEqual(setsOf(scenes), [
      ["a.PNG", "dusk"],
      ["a.PNG", "night-1"],
    ])
  })

  it("are those of the images where one file lists the images of all sets", async () => {
    const lines = ["train", "validation"].map((set) => row.replace("a.PNG", `${set}/b/a.PNG`)).join("\n")
    const { scenes } = await readFiles(imagefolder, {
      "metadata.jsonl": lines,
      "train/b/a.PNG": "",
      "validation/b/a.PNG": "",
    })
    assert.deepStrictEqual(setsOf(scenes), [
      ["b/a.PNG", "train"],
      ["b/a.PNG", "val"],
    ])
  })

  it("of masks are those that sets.txt lists; others belong to the names of pictures", async () => {
    const files = {
      "classes.csv": "id,name,color,instances\n1,cat,,1\n",
      "semantic/night-1/a.png": gray,
      "semantic/city/b.png": gray,
    }
    const { scenes } = await readFiles(masks, { ...files, "sets.txt": "night-1\n" })
    assert.deepStrictEqual(setsOf(scenes), [
      ["city/b.png", null],
      ["a.png", "night-1"],
    ])
  })

  it("of colored masks are the lists in ImageSets/Segmentation, except those of several sets", async () => {
    const { scenes } = await readFiles(masks, {
      "labelmap.txt": "background:0,0,0::\ncat:1,1,1::\n",
      "SegmentationClass/a.png": encode({
        width: 1,
        height: 1,
        channels: 3,
        data: Uint8Array.from([1, 1, 1]),
      }),
      "ImageSets/Segmentation/night-1.txt": "a\n",
      "ImageSets/Segmentation/trainval.txt": "a\n",
      "JPEGImages/a.jpg": "",
    })
    assert.deepStrictEqual(setsOf(scenes), [["a", "night-1"]])
  })

  it("of MOT are named in seqinfo.ini; the folder of a challenge is no set", async () => {
    const info = "[Sequence]\nname=a\nimDir=img1\nseqLength=1\nimWidth=10\nimHeight=10\nimExt=.jpg\n"
    const { scenes } = await readFiles(mot, {
      "MOT17/a/gt/gt.txt": "1,1,1,1,2,2,1,1,1\n",
      "MOT17/a/seqinfo.ini": info,
      "MOT17/a/img1/000001.jpg": "",
      "night-1/b/gt/gt.txt": "1,1,1,1,2,2,1,1,1\n",
      "night-1/b/seqinfo.ini": `${info}split=night-1\n`,
      "night-1/b/img1/000001.jpg": "",
    })
    assert.deepStrictEqual(setsOf(scenes), [
      ["a", null],
      ["b", "night-1"],
    ])
  })
})
