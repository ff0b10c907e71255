import { assert, describe, it } from "vitest"
import { Losses } from "../../src/carry/Losses.ts"
import { defaultLimits } from "../../src/files/limits.ts"
import { openImages } from "../../src/openimages/openImages.ts"
import { findSet } from "../../src/openimages/tables.ts"
import { type Files, readFiles, refusal, sourceOf } from "../files.ts"
import { assertRoundTrip, collected } from "../roundTrip.ts"

const header =
  "ImageID,Source,LabelName,Confidence,XMin,XMax,YMin,YMax,IsOccluded,IsTruncated,IsGroupOf,IsDepiction,IsInside"

const readWithRows = async (files: Files, rows: number) => {
  const limits = { ...defaultLimits, rows }
  const source = { ...sourceOf(files), limits }
  const found = await openImages.reader?.read(source, {
    limits,
    losses: new Losses(),
    sizeOf: async () => ({ width: 10, height: 10 }),
  })
  return collected(found?.scenes ?? (async function* () {})())
}

describe("Open Images", () => {
  it("returns what it carries", { timeout: 60_000 }, () => assertRoundTrip(openImages, { images: "placed" }))

  it("is read as a part of the dataset, with names of classes and labels of images", async () => {
    const { dataset, losses, scenes } = await readFiles(openImages, {
      "oidv6-train-annotations-bbox.csv": `${header},XClick1X\n01ab,xclick,/m/1,1,0.1,0.5,0.2,0.6,1,0,0,0,-1,0.3\nffff,xclick,/m/1,1,0,1,0,1,0,0,0,0,0,0\n01ab,activemil,/m/2,0.7,0,1,0,1,0,0,1,0,0,-1\n`,
      "validation-annotations-bbox.csv": `${header}\n02cd,xclick,/m/3,1,0,1,0,1,0,0,0,0,0\n`,
      "class-descriptions-boxable.csv": '/m/1,Cat\n/m/2,"Dog, small"\n/m/3,Cat\n',
      "train-annotations-human-imagelabels-boxable.csv":
        "ImageID,Source,LabelName,Confidence\n01ab,verification,/m/1,1\n01ab,verification,/m/2,0\nffff,verification,/m/1,1\n",
      "bbox_labels_600_hierarchy.json": { LabelName: "/m/0bl9f", Subcategory: [{ LabelName: "/m/1" }] },
      "train/01ab.jpg": "",
      "validation/02cd.jpg": "",
    })
    assert.deepStrictEqual(
      dataset.categories.map(({ name }) => name),
      ["Cat", "Cat (/m/3)", "Dog, small"],
    )
    assert.deepStrictEqual(
      scenes.map(({ file, frames, split }) => [
        split,
        file,
        frames[0]?.image?.url,
        frames[0]?.annotations.length,
      ]),
      [
        ["train", "01ab.jpg", "train/01ab.jpg", 2],
        ["val", "02cd.jpg", "validation/02cd.jpg", 1],
      ],
    )
    const [frame] = scenes[0]?.frames ?? []
    assert.deepStrictEqual(frame?.attributes, { Cat: true, "Dog, small": false })
    assert.deepInclude(frame?.annotations[0], {
      points: [
        [10, 10],
        [50, 30],
      ],
      attributes: {
        Source: "xclick",
        IsOccluded: true,
        IsTruncated: false,
        IsGroupOf: false,
        IsDepiction: false,
      },
    })
    assert.deepInclude(frame?.annotations[1]?.attributes, { score: 0.7, IsGroupOf: true })
    assert.deepStrictEqual(
      losses.map(({ count, examples, kind }) => [kind, count, examples]),
      [["references", 1, ["oidv6-train-annotations-bbox.csv line 3"]]],
    )
  })

  it("has images without boxes where they are listed", async () => {
    const { scenes } = await readFiles(openImages, {
      "annotations/train-annotations-bbox.csv": `${header}\na,,Cat,1,0,1,0,1,0,0,0,0,0\n`,
      "annotations/train-images-with-rotation.csv": "ImageID,Subset,OriginalURL\nb,train,\na,train,\n",
      "images/train/a.png": "",
      "images/train/b.png": "",
    })
    assert.deepStrictEqual(
      scenes.map(({ file, frames }) => [file, frames[0]?.annotations.length]),
      [
        ["b.png", 0],
        ["a.png", 1],
      ],
    )
  })

  it("joins the tables of an image, whatever their folders are", async () => {
    const { scenes } = await readFiles(openImages, {
      "train/labels/detections.csv": `${header}\na,,Cat,1,0,1,0,1,0,0,0,0,0\n`,
      "train/metadata/image_ids.csv": "ImageID,Subset,OriginalURL\na,train,\n",
      "train/data/a.png": "",
    })
    assert.deepStrictEqual(
      scenes.map(({ frames }) => [frames[0]?.image?.url, frames[0]?.annotations.length]),
      [["train/data/a.png", 1]],
    )
  })

  it("leaves a box with the image of its folder, where another folder has an image of the same id", async () => {
    const { scenes } = await readFiles(openImages, {
      "boxes.csv": `${header}\na,,Cat,1,0,1,0,1,0,0,0,0,0\n`,
      "a.png": "",
      "extra/boxes.csv": `${header}\na,,Dog,1,0,1,0,1,0,0,0,0,0\n`,
      "extra/a.png": "",
    })
    assert.sameDeepMembers(
      scenes.map(({ frames }) => [frames[0]?.image?.url, frames[0]?.annotations.length]),
      [
        ["a.png", 1],
        ["extra/a.png", 1],
      ],
    )
  })

  it("counts no images that only a list or labels name and that are not among the files", async () => {
    const { losses, scenes } = await readFiles(openImages, {
      "train-annotations-bbox.csv": `${header}\na,,Cat,1,0,1,0,1,0,0,0,0,0\n`,
      "train-images-with-rotation.csv": "ImageID,Subset,OriginalURL\na,train,\nb,train,\nc,train,\n",
      "train-annotations-human-imagelabels.csv":
        "ImageID,Source,LabelName,Confidence\nd,verification,Cat,1\n",
      "train/a.png": "",
    })
    assert.lengthOf(scenes, 1)
    assert.isEmpty(losses)
  })

  it("has labels of images without boxes, each in its set", async () => {
    const labels = "ImageID,Source,LabelName,Confidence"
    const { scenes } = await readFiles(openImages, {
      "train-annotations-bbox.csv": `${header}\na,,Cat,1,0,1,0,1,0,0,0,0,0\n`,
      "train-annotations-human-imagelabels.csv": `${labels}\na,verification,Cat,1\nb,verification,Dog,1\n`,
      "validation-annotations-human-imagelabels.csv": `${labels}\na,verification,Cat,0\n`,
      "train/a.png": "",
      "train/b.png": "",
      "validation/a.png": "",
    })
    assert.sameDeepMembers(
      scenes.map(({ frames }) => [
        frames[0]?.image?.url,
        frames[0]?.annotations.length,
        frames[0]?.attributes,
      ]),
      [
        ["train/a.png", 1, { Cat: true }],
        ["train/b.png", 0, { Dog: true }],
        ["validation/a.png", 0, { Cat: false }],
      ],
    )
  })

  it("has no more images, and labels of them, than the limit, without those that are not there", async () => {
    const listed = (ids: string) => ({
      "boxes.csv": `${header}\na,,Cat,1,0,1,0,1,0,0,0,0,0\n`,
      "images.csv": `ImageID,OriginalURL\n${ids}`,
      "labels.csv": "ImageID,LabelName,Confidence\na,Cat,1\nx,Cat,1\ny,Cat,1\nz,Cat,1\n",
      "a.png": "",
      "b.png": "",
      "c.png": "",
    })
    assert.lengthOf(await readWithRows(listed("x,\ny,\nz,\na,\nb,\n"), 2), 2)
    const message = await readWithRows(listed("a,\nb,\nc,\n"), 2).catch(String)
    assert.match(String(message), /images.csv: the number of images of its tables is 3, above the limit of 2/)
  })

  it("counts odd rows, and refuses tables without any image", async () => {
    const table = `${header}\na,,Cat,1,0.5,0.1,0,1,0,0,0,0,0\na,,,1,0,1,0,1,0,0,0,0,0\na,,Cat,1,0,1,0,1,0,0,0,0,0\n`
    const { losses } = await readFiles(openImages, { "boxes.csv": table, "a.jpg": "" })
    assert.deepStrictEqual(
      losses.map(({ count, kind }) => [kind, count]),
      [["rows", 2]],
    )
    assert.match(
      await refusal(openImages, { "boxes.csv": table }),
      /boxes.csv: has the image a, which is missing/,
    )
  })
})

describe("the set of a table", () => {
  it("stands before the kind in the name of the file, behind the version or the challenge", () => {
    const sets = {
      "oidv6-train-annotations-bbox.csv": "train",
      "challenge-2018-train-annotations-bbox.csv": "train",
      "extra-1-annotations-bbox.csv": "extra-1",
      "validation-images-with-rotation.csv": "validation",
    }
    for (const [path, set] of Object.entries(sets)) assert.strictEqual(findSet(path)?.set, set, path)
  })
})
