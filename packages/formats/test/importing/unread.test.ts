/** Files that no reader reads are counted: labels in another file than the one that was found are not lost in silence. */
import { encode } from "fast-png"
import { assert, describe, it } from "vitest"
import { coco } from "../../src/coco/coco.ts"
import type { Format } from "../../src/Format.ts"
import { memorySource } from "../../src/files/Source.ts"
import { type ImportPlan, importDataset } from "../../src/importing/importDataset.ts"
import { nuscenes } from "../../src/nuscenes/nuscenes.ts"
import { voc } from "../../src/voc/voc.ts"
import { yoloDetect } from "../../src/yolo/formats.ts"
import { dataset, drive } from "../drive.ts"
import { bytes } from "../reading.ts"
import { collected, written } from "../roundTrip.ts"

const png = encode({ width: 10, height: 8, channels: 3, data: new Uint8Array(240) })

const importFiles = async (
  format: Format,
  files: Readonly<Record<string, string | Uint8Array>>,
  options: Partial<ImportPlan> = {},
) => {
  const contents = Object.entries(files).map(
    ([path, content]) => [path, typeof content === "string" ? bytes(content) : content] as const,
  )
  const plan = { format, source: memorySource(new Map(contents)), save: async () => "https://a.example/x" }
  const { losses, records } = await importDataset({ ...plan, ...options })
  const read = await collected(records)
  const unread = losses().find(({ kind }) => kind === "unread")
  const kinds = losses().map(({ kind }) => kind)
  return { losses: kinds, read, unread: [unread?.count ?? 0, unread?.examples ?? []] as const }
}

const images = [{ id: 1, file_name: "a.png", width: 10, height: 8 }]
const boxes = [{ id: 1, image_id: 1, category_id: 1, bbox: [1, 1, 2, 2], iscrowd: 0 }]
const categories = [{ id: 1, name: "person" }]
const instances = JSON.stringify({ images, annotations: boxes, categories })
const captions = JSON.stringify({ images, annotations: [{ id: 1, image_id: 1, caption: "A person." }] })

describe("files that nothing reads", () => {
  it("are none in an export of nuScenes, whose logs count what they say", async () => {
    const baseUrl = "https://files.example"
    const scenes = [drive({ isMoving: true, frames: 2, tracks: 1 })]
    const { files } = await written(nuscenes, { dataset, scenes })
    const { losses, unread } = await importFiles(nuscenes, Object.fromEntries(files), { baseUrl })
    assert.deepStrictEqual(unread, [0, []])
    assert.notInclude(losses, "unknown")
    const log = JSON.stringify([{ token: "l", logfile: "a", vehicle: "n015", location: "" }])
    const other = await importFiles(
      nuscenes,
      { ...Object.fromEntries(files), "v1.0-trainval/log.json": log },
      { baseUrl },
    )
    assert.include(other.losses, "unknown")
  })

  it("are counted where COCO has further labels of the same images", async () => {
    const { unread } = await importFiles(coco, {
      "annotations/instances_train.json": instances,
      "annotations/captions_train.json": captions,
      "annotations/person_keypoints_train.json": instances,
      "images/a.png": png,
    })
    assert.deepStrictEqual(unread, [
      2,
      ["annotations/captions_train.json", "annotations/person_keypoints_train.json"],
    ])
  })

  it("are counted where VOC has masks beside its boxes, one of each folder first", async () => {
    const { unread } = await importFiles(voc, {
      "Annotations/a.xml":
        "<annotation><filename>a.png</filename><size><width>10</width><height>8</height></size></annotation>",
      "JPEGImages/a.png": png,
      "SegmentationClass/a.png": png,
      "SegmentationClass/b.png": png,
      "SegmentationObject/a.png": png,
    })
    assert.deepStrictEqual(unread, [
      3,
      ["SegmentationClass/a.png", "SegmentationObject/a.png", "SegmentationClass/b.png"],
    ])
  })

  const yolo = {
    "data.yaml": "train: images/train\nval: images/train\nnames: [car]\n",
    "images/train/a.png": png,
    "labels/train/a.txt": "0 0.5 0.5 0.2 0.2\n",
  }

  it("are counted where they are images of no set", async () => {
    const more = { "images/extra/x.png": png, "labels/extra/x.txt": "0 0.5 0.5 0.2 0.2\n" }
    const { read, unread } = await importFiles(yoloDetect, { ...yolo, ...more })
    assert.lengthOf(read, 1)
    assert.deepStrictEqual(unread, [2, ["images/extra/x.png", "labels/extra/x.txt"]])
  })

  it("are none where all are read, also where images stay at their URL", async () => {
    const files = { ...yolo, "README.dataset.txt": "Ten images.", "LICENSE.txt": "CC0" }
    for (const options of [{}, { baseUrl: "https://images.example" }])
      assert.deepStrictEqual((await importFiles(yoloDetect, files, options)).unread, [0, []])
  })

  it("are refused by a strict import", async () => {
    const files = {
      "annotations/instances_train.json": instances,
      "annotations/captions_train.json": captions,
    }
    try {
      await importFiles(coco, { ...files, "images/a.png": png }, { strict: true })
    } catch (error) {
      assert.match(String(error), /1 file was not read.*annotations\/captions_train\.json/)
      return
    }
    assert.fail("The import was not refused.")
  })
})
