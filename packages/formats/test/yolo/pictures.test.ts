import { assert, describe, it } from "vitest"
import { encodeGray } from "../../src/masks-png/grayPng.ts"
import { yoloClassify } from "../../src/yolo/classify.ts"
import { yoloSemantic } from "../../src/yolo/semantic.ts"
import { readFiles, refusal, sourceOf } from "../files.ts"
import { written } from "../roundTrip.ts"

const size = { width: 4, height: 2 }

/** A mask of one row of values for each line. */
const mask = (...ids: ReadonlyArray<number>) => encodeGray({ ...size, ids: Uint32Array.from(ids) }, 8)

const yaml = (names: string, more = "masks_dir: masks\n") =>
  `train: images/train\nval: images/train\nnames: ${names}\n${more}`

const files = (config: string, own: Uint8Array) => ({
  "data.yaml": config,
  "images/train/a.png": "",
  "masks/train/a.png": own,
})

describe("semantic masks of YOLO", () => {
  it("are a segmentation: each class is an annotation, and 255 none", async () => {
    const own = mask(0, 0, 1, 255, 0, 0, 0, 0)
    const { dataset, losses, scenes } = await readFiles(yoloSemantic, files(yaml("[road, car]"), own), size)
    assert.strictEqual(dataset.taskType, "segmentation-bitmap")
    const [frame] = scenes[0]?.frames ?? []
    assert.deepStrictEqual(
      frame?.annotations.map(({ categoryId, id }) => [id, categoryId]),
      [
        [1, 1],
        [2, 2],
      ],
    )
    assert.deepStrictEqual([...((await frame?.bitmap?.load())?.ids ?? [])], [1, 1, 2, 0, 1, 1, 1, 1])
    assert.isEmpty(losses)
    const again = await written(
      yoloSemantic,
      { dataset, scenes },
      { place: async (_, path) => `${path}.png` },
    )
    assert.deepStrictEqual(again.files.get("masks/train/a.png"), own)
    assert.isTrue(again.losses.isEmpty)
  })

  it("map values to classes, take a single class as 1, and find a folder masks that is not named", async () => {
    const idsOf = async (config: string, own: Uint8Array) => {
      const { scenes } = await readFiles(yoloSemantic, files(config, own), size)
      return [...((await scenes[0]?.frames[0]?.bitmap?.load())?.ids ?? [])]
    }
    const mapping = "masks_dir: masks\nlabel_mapping: {7: 1, 3: ignore_label, 9: 255, 0: 0}\n"
    assert.deepStrictEqual(
      await idsOf(yaml("[road, car]", mapping), mask(7, 7, 3, 9, 0, 0, 0, 0)),
      [2, 2, 0, 0, 1, 1, 1, 1],
    )
    assert.deepStrictEqual(
      await idsOf(yaml("[car]", ""), mask(0, 1, 255, 0, 0, 0, 0, 0)),
      [0, 1, 0, 0, 0, 0, 0, 0],
    )
  })

  it("are refused where a value is no class, a size differs or all are missing; one that is missing is counted", async () => {
    const wrong = (config: string, own: Uint8Array, other = size) =>
      refusal(yoloSemantic, files(config, own), other)
    const own = mask(5, 5, 5, 5, 5, 5, 5, 5)
    assert.match(await wrong(yaml("[road, car]"), own), /masks\/train\/a.png: has pixels of the value 5/)
    assert.match(
      await wrong(yaml("[road, car]"), own, { width: 2, height: 4 }),
      /a.png: has 4 × 2 pixels, but images\/train\/a.png has 2 × 4/,
    )
    const { "masks/train/a.png": _, ...without } = files(yaml("[road, car]"), own)
    assert.match(
      await refusal(yoloSemantic, without, size),
      /data.yaml: has train: .* whose masks are missing/,
    )
    const { losses, scenes } = await readFiles(
      yoloSemantic,
      { ...files(yaml("[road, car]"), mask(0, 0, 0, 0, 0, 0, 0, 0)), "images/train/b.png": "" },
      size,
    )
    assert.deepStrictEqual(
      scenes.map(({ status }) => status),
      [undefined, "UNLABELED"],
    )
    assert.deepStrictEqual(
      losses.map(({ examples, kind }) => [kind, examples]),
      [["missing-labels", ["images/train/b.png"]]],
    )
  })

  it("belong to one image, and count values without a class, masks of another size and masks without an image", async () => {
    const config = yaml("[road, car]")
    const all = files(config, mask(0, 0, 0, 0, 1, 1, 1, 5))
    const { losses, scenes } = await readFiles(
      yoloSemantic,
      {
        ...all,
        "images/train/b.png": "",
        "masks/train/b.png": mask(0, 0, 0, 0, 0, 0, 0, 0),
        "masks/train/orphan.png": mask(0, 0, 0, 0, 0, 0, 0, 0),
      },
      (path) => (path.endsWith("b.png") ? { width: 2, height: 4 } : size),
    )
    assert.deepStrictEqual(
      scenes.map(({ frames, name, status }) => [name, status, frames[0]?.annotations.length]),
      [
        ["a", undefined, 2],
        ["b", "UNLABELED", 0],
      ],
    )
    assert.deepStrictEqual(
      losses.map(({ examples, kind }) => [kind, examples]),
      [
        [
          "references",
          [
            "masks/train/orphan.png has no image",
            "masks/train/a.png has pixels of the value 5, which is neither a class nor 255",
          ],
        ],
        ["unreadable", ["masks/train/b.png has 4 × 2 pixels, but images/train/b.png has 2 × 4"]],
      ],
    )
    assert.match(
      await refusal(yoloSemantic, { ...all, "images/train/a.gif": "" }, size),
      /masks\/train\/a.png: may be the mask of images\/train\/a.gif or of images\/train\/a.png/,
    )
  })
})

describe("folders of images by class", () => {
  const images = {
    "data/train/cat/1.jpg": "",
    "data/train/driver's license/1.jpg": "",
    "data/train/no_label/2.jpg": "",
    "data/val/cat/3.jpg": "",
    "data/README.md": "Made by people.",
  }

  it("are an attribute of each image, and come back", async () => {
    const { dataset, scenes } = await readFiles(yoloClassify, images)
    assert.deepStrictEqual(dataset.imageAttributes, [
      { name: "class", input_type: "select", values: ["cat", "driver's license"] },
    ])
    assert.deepStrictEqual(
      scenes.map(({ frames, name, split, status }) => [name, split, frames[0]?.attributes, status]),
      [
        ["cat/1", "train", { class: "cat" }, undefined],
        ["driver's license/1", "train", { class: "driver's license" }, undefined],
        ["no_label/2", "train", {}, "UNLABELED"],
        ["cat/3", "val", { class: "cat" }, undefined],
      ],
    )
    const placed: Array<string> = []
    const { losses } = await written(
      yoloClassify,
      { dataset, scenes },
      {
        place: async (_, path) => {
          placed.push(path)
          return path
        },
      },
    )
    assert.lengthOf(placed, 3)
    assert.deepInclude(placed, "train/cat/1")
    assert.deepInclude(placed, "val/cat/3")
    assert.deepStrictEqual(
      losses.list().map(({ examples, kind }) => [kind, examples]),
      [
        ["statuses", ["no_label/2"]],
        ["unclassified", ["no_label/2"]],
      ],
    )
  })

  it("have sets of other names, where at least two folders have names of sets and all have the same classes", async () => {
    const makeFolders = (...sets: ReadonlyArray<string>) =>
      Object.fromEntries(
        sets.flatMap((set) => ["cat", "dog"].map((label) => [`${set}/${label}/${set}-1.jpg`, ""])),
      )
    for (const sets of [
      ["dev", "eval"],
      ["fold1", "fold2", "fold3"],
      ["dev", "eval", "winter"],
      ["test2", "train"],
    ]) {
      const { scenes } = await readFiles(yoloClassify, makeFolders(...sets))
      assert.deepStrictEqual(
        scenes.map(({ frames, name, split }) => [name, split, frames[0]?.attributes]),
        sets.flatMap((set) => ["cat", "dog"].map((label) => [`${label}/${set}-1`, set, { class: label }])),
      )
    }
    const others = [
      makeFolders("train", "car"),
      makeFolders("summer", "winter"),
      makeFolders("dev"),
      { "dev/left/1.jpg": "", "dev/right/1.jpg": "", "eval/left/1.jpg": "", "eval/right/1.jpg": "" },
      { "dev/cat/1.jpg": "", "dev/dog/1.jpg": "", "eval/bird/1.jpg": "" },
      { "dev/cat/1.jpg": "", "dev/dog/1.jpg": "", "eval/1.jpg": "" },
    ]
    for (const files of others) assert.isUndefined(await yoloClassify.reader?.detect(sourceOf(files)))
  })

  it("are not found where folders may be others than classes", async () => {
    const others = [
      { "train/video1/1.jpg": "", "val/video2/1.jpg": "" },
      // KITTI: images, masks and labels are no classes.
      {
        "train/image_2/1.png": "",
        "train/semantic/1.png": "",
        "val/image_2/1.png": "",
        "val/semantic/1.png": "",
      },
      {
        "train/image_2/1.png": "",
        "train/label_2/1.txt": "",
        "val/image_2/1.png": "",
        "val/label_2/1.txt": "",
      },
      { "train/1.jpg": "", "val/2.jpg": "" },
      { "train/cat/1.png": "", "train/cat/1.txt": "", "val/cat/1.png": "", "val/cat/1.txt": "" },
    ]
    const cars = { "train/GTR/1.jpg": "", "train/Det/1.jpg": "", "val/GTR/2.jpg": "", "val/Det/2.jpg": "" }
    assert.isDefined(await yoloClassify.reader?.detect(sourceOf(cars)))
    for (const files of others) assert.isUndefined(await yoloClassify.reader?.detect(sourceOf(files)))
    assert.match(await refusal(yoloClassify, { "a.jpg": "", "b.jpg": "" }), /a.jpg: is in no folder/)
  })

  it("have images beside them, which have no class, and pictures that cannot be read, which are counted", async () => {
    const { losses, scenes } = await readFiles(
      yoloClassify,
      { ...images, "data/train/odd.jpg": "", "data/val/cat/broken.jpg": "" },
      (path) => (path.endsWith("broken.jpg") ? null : { width: 4, height: 4 }),
    )
    assert.deepStrictEqual(
      scenes.map(({ name, status }) => [name, status]),
      [
        ["cat/1", undefined],
        ["driver's license/1", undefined],
        ["no_label/2", "UNLABELED"],
        ["odd", "UNLABELED"],
        ["cat/3", undefined],
      ],
    )
    assert.deepStrictEqual(
      losses.map(({ examples, kind }) => [kind, examples]),
      [
        ["image-size", ["data/val/cat/broken.jpg is not an image whose size can be read"]],
        ["missing-labels", ["data/train/odd.jpg"]],
      ],
    )
  })
})
