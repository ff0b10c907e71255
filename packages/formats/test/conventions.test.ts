/** Sentences of `docs/conventions.md` that no other test has. */
import { assert, describe, it } from "vitest"
import type { Format } from "../src/Format.ts"
import { formats } from "../src/formats.ts"
import { imagefolder } from "../src/huggingface/imagefolder.ts"
import { importDataset } from "../src/importing/importDataset.ts"
import { kitti } from "../src/kitti/object.ts"
import { masks } from "../src/masks-png/masks.ts"
import { wrapAngle } from "../src/model/rotation.ts"
import { supervisely } from "../src/supervisely/supervisely.ts"
import { type Files, readFiles, refusal, sourceOf } from "./files.ts"
import { pngOf } from "./images.ts"
import { exif } from "./pictures/oriented.ts"
import { pngFile } from "./pictures/pngFile.ts"
import { collected } from "./roundTrip.ts"

const png = pngOf({ width: 3, height: 2 })

const importFiles = async (format: Format, files: Files) => {
  const { losses, records } = await importDataset({
    format,
    source: sourceOf(files),
    save: async ({ path }) => path,
  })
  return { records: await collected(records), losses: losses() }
}

describe("conventions", () => {
  it("do not turn the numbers in the pixels of a mask by an orientation of its file", async () => {
    const gray = { colorType: 0, depth: 8, isInterlaced: false, filter: 0 } as const
    const values = [1, 1, 0, 0, 0, 2]
    const mask = pngFile({ width: 3, height: 2, ...gray, values, chunks: [["eXIf", exif(3)]] })
    const { scenes } = await readFiles(
      masks,
      {
        "classes.csv": "id,name,color,instances\n1,car,,1\n2,sky,,1\n",
        "semantic/train/a.png": mask,
        "images/train/a.png": png,
      },
      { width: 3, height: 2 },
    )
    const bitmap = await scenes[0]?.frames[0]?.bitmap?.load()
    const places = [...(bitmap?.ids ?? [])].map((id) => (id === 0 ? 0 : 1))
    assert.deepStrictEqual(places, [1, 1, 0, 0, 0, 1])
  })

  it("have a yaw above −π and up to π", () => {
    assert.strictEqual(wrapAngle(-Math.PI), Math.PI)
    assert.strictEqual(wrapAngle(Math.PI), Math.PI)
    assert.closeTo(wrapAngle(3 * Math.PI), Math.PI, 1e-12)
    assert.closeTo(wrapAngle(Math.PI + 0.1), 0.1 - Math.PI, 1e-12)
  })

  it("turn the angle of KITTI by the fixed rotation where nothing calibrates the camera", async () => {
    const { losses, scenes } = await readFiles(kitti, {
      "training/label_2/000001.txt": "Car 0 0 0 1 2 3 4 1.5 2 4 1 2 10 0.5\n",
      "training/velodyne/000001.bin": "",
    })
    const [cuboid] = scenes[0]?.frames[0]?.annotations ?? []
    assert.strictEqual(cuboid?.type, "cuboid")
    assert.closeTo(wrapAngle(-(cuboid as { yaw: number }).yaw - Math.PI / 2), 0.5, 1e-12)
    assert.include(
      losses.map(({ kind }) => kind),
      "calibrations",
    )
  })

  it("take the list of classes nearest to the root, and count what stands below another one", async () => {
    const yolo = formats.find(({ name }) => name === "yolo-detect") ?? assert.fail()
    const { losses, records } = await importFiles(yolo, {
      "data.yaml": "names: [cat]\ntrain: images/train\n",
      "old/data.yaml": "names: [dog]\ntrain: images/train\n",
      "images/train/a.png": png,
      "labels/train/a.txt": "0 0.5 0.5 0.2 0.2\n",
      "old/images/train/b.png": png,
      "old/labels/train/b.txt": "0 0.5 0.5 0.2 0.2\n",
    })
    assert.deepStrictEqual(
      records.map(({ name }) => name),
      ["a"],
    )
    assert.deepStrictEqual(
      losses.map(({ count, kind }) => [kind, count]),
      [["unread", 2]],
    )
  })

  it("refuse two lists of classes, naming both", async () => {
    const meta = { classes: [{ title: "car", shape: "any", color: "#FF8000" }], tags: [] }
    const image = { size: { height: 2, width: 3 }, tags: [], objects: [] }
    const two = {
      "meta.json": meta,
      "one/ann/a.png.json": image,
      "other/meta.json": meta,
      "other/two/ann/b.png.json": image,
    }
    assert.match(await refusal(supervisely, two), /other\/meta\.json.*meta\.json/)
    const list = (name: string) => `id,name,color,instances\n1,${name},,1\n`
    const lists = {
      "classes.csv": list("car"),
      "semantic/train/a.png": png,
      "more/classes.csv": list("sky"),
      "more/semantic/train/b.png": png,
    }
    assert.match(await refusal(masks, lists), /more\/classes\.csv.*has classes, as classes\.csv has/)
  })

  it("have no set default, and the usual names of sets in other words", async () => {
    const row = { file_name: "a.png", objects: { bbox: [[0, 0, 1, 1]], categories: ["car"] } }
    const sets: ReadonlyArray<readonly [folder: string, split: string | undefined]> = [
      ["default", undefined],
      ["valid", "val"],
      ["training", "train"],
      ["testing", "test"],
      ["train2017", "train"],
    ]
    for (const [folder, split] of sets) {
      const { records } = await importFiles(imagefolder, {
        [`${folder}/metadata.jsonl`]: `${JSON.stringify(row)}\n`,
        [`${folder}/a.png`]: png,
      })
      assert.deepStrictEqual(
        records.map(({ metadata, name }) => [name, metadata["split"]]),
        [["a", split]],
        folder,
      )
    }
  })
})
