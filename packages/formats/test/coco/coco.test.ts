import { assert, describe, it } from "vitest"
import { coco } from "../../src/coco/coco.ts"
import { formatCounts } from "../../src/masks/rleText.ts"
import type { Scene } from "../../src/model/Scene.ts"
import { readFiles, refusal } from "../files.ts"
import { assertRoundTrip, written } from "../roundTrip.ts"

const image = { id: 7, file_name: "a.jpg", width: 10, height: 5 }
const box = { id: 1, image_id: 7, category_id: 3, bbox: [1, 2, 3, 2], area: 6, iscrowd: 0 }
const document = {
  images: [image],
  annotations: [box],
  categories: [{ id: 3, name: "car", supercategory: "vehicle" }],
}
const path = "annotations/instances_val2017.json"

const frameOf = ({ scenes }: { scenes: ReadonlyArray<Scene> }) => {
  const frame = scenes[0]?.frames[0]
  assert.isDefined(frame)
  return frame as Scene["frames"][number]
}

describe("COCO", () => {
  it("returns what it carries", { timeout: 60_000 }, () => assertRoundTrip(coco, { runs: 15 }))

  it("reads boxes, the set in the name of the file, and keeps what it does not know of an image", async () => {
    const found = await readFiles(coco, {
      [path]: { ...document, images: [{ ...image, license: 2, flickr_url: "http://a.example/b" }] },
      "val2017/a.jpg": "",
    })
    const [scene] = found.scenes
    assert.strictEqual(scene?.name, "a")
    assert.strictEqual(scene?.split, "val")
    assert.deepStrictEqual(scene?.fields, { license: 2, flickr_url: "http://a.example/b" })
    const frame = frameOf(found)
    assert.deepStrictEqual(frame.image, { url: "val2017/a.jpg", size: { width: 10, height: 5 } })
    assert.deepInclude(frame.annotations[0], {
      type: "bbox",
      categoryId: 3,
      points: [
        [1, 2],
        [4, 4],
      ],
    })
    assert.deepStrictEqual(
      found.losses.map(({ kind }) => kind),
      ["unknown"],
      "the supercategory",
    )
  })

  it("reads annotations that stand before the images, in any order, behind a byte order mark", async () => {
    const { annotations, categories } = document
    const others = [image, { ...image, id: 2, file_name: "b.jpg" }]
    const text = JSON.stringify({
      annotations: [{ ...annotations[0], image_id: 2 }, ...annotations, { ...annotations[0], image_id: 2 }],
      categories,
      images: others,
    })
    const { scenes } = await readFiles(coco, { "a.json": `\uFEFF${text}` })
    assert.deepStrictEqual(
      scenes.map(({ frames, name }) => [name, frames[0]?.annotations.length]),
      [
        ["a", 1],
        ["b", 2],
      ],
    )
  })

  it("finds the annotations of each image wherever they are in a large file", async () => {
    const count = 1500
    const images = Array.from({ length: count }, (_, i) => ({
      ...image,
      id: (i * 7) % count,
      file_name: `${i}.jpg`,
    }))
    const annotations = Array.from({ length: 3 * count }, (_, i) => ({
      ...box,
      id: i,
      image_id: (i * 1009) % count,
      bbox: [i, (i * 1009) % count, 1, 1],
      note: "é".repeat(i % 50),
    }))
    const { scenes } = await readFiles(coco, { "a.json": { ...document, images, annotations } })
    assert.lengthOf(scenes, count)
    for (const [index, { frames }] of scenes.entries()) {
      const points = frames[0]?.annotations.map((one) => ("points" in one ? one.points[0] : []))
      const id = images[index]?.id
      assert.deepStrictEqual(
        points?.map((point) => point?.[1]),
        [id, id, id],
      )
      assert.deepStrictEqual(
        points,
        points?.toSorted((a, b) => (a?.[0] ?? 0) - (b?.[0] ?? 0)),
        "in the order of the file",
      )
    }
  })

  it("reads a file whose every object is a mask of run lengths as a segmentation", async () => {
    const found = await readFiles(coco, {
      [path]: {
        ...document,
        annotations: [
          { ...box, segmentation: { size: [5, 10], counts: [0, 10, 40] } },
          { ...box, id: 2, iscrowd: 1, segmentation: { size: [5, 10], counts: [0, 15, 35] } },
          { ...box, id: 3, segmentation: { size: [5, 10], counts: formatCounts([45, 1, 4]) } },
        ],
      },
    })
    assert.strictEqual(found.dataset.taskType, "segmentation-bitmap")
    const { annotations, bitmap } = frameOf(found)
    assert.deepStrictEqual(
      annotations.map(({ attributes, id }) => [id, attributes]),
      [
        [1, {}],
        [2, { is_crowd: true }],
        [3, {}],
      ],
    )
    const { ids } = (await bitmap?.load()) ?? { ids: [] }
    assert.deepStrictEqual([...ids.slice(0, 10)], [1, 1, 2, 0, 0, 0, 0, 0, 0, 3])
    assert.isTrue(found.losses.some(({ kind }) => kind === "overlapping-masks"))
  })

  it("reads keypoints, and the box of an object that has none which are labeled", async () => {
    const found = await readFiles(coco, {
      "annotations/person_keypoints_train2017.json": {
        ...document,
        annotations: [
          { ...box, keypoints: [1, 1, 2], num_keypoints: 1, segmentation: [[0, 0, 9, 0, 9, 5]] },
          { ...box, id: 2, keypoints: [0, 0, 0], num_keypoints: 0 },
        ],
      },
    })
    assert.deepStrictEqual(
      frameOf(found).annotations.map(({ type }) => type),
      ["point", "bbox"],
    )
    assert.deepStrictEqual(
      found.losses.map(({ count, kind }) => [kind, count]),
      [
        ["geometry", 1],
        ["unknown", 1],
      ],
      "the polygon beside the keypoints, and the supercategory",
    )
  })

  it("reads sequences of CocoVID in the order of their frames", async () => {
    const { dataset, scenes } = await readFiles(coco, {
      "a.json": {
        videos: [{ id: 4, name: "drive" }],
        images: [
          { ...image, video_id: 4, frame_id: 1, file_name: "drive/1.jpg" },
          { ...image, id: 8, video_id: 4, frame_id: 0, file_name: "drive/0.jpg" },
        ],
        annotations: [{ ...box, track_id: 5, video_id: 4 }],
        categories: document.categories,
      },
    })
    assert.strictEqual(dataset.taskType, "image-vector-sequence")
    assert.deepStrictEqual(
      scenes[0]?.frames.map(({ annotations, name }) => [name, annotations[0]?.trackId]),
      [
        ["0", undefined],
        ["1", 5],
      ],
    )
  })

  it("reads the size of an image that has none in the file", async () => {
    const files = { "a.json": { ...document, images: [{ id: 7, file_name: "a.jpg" }] }, "x/a.jpg": "" }
    const { scenes } = await readFiles(coco, files, { width: 9, height: 8 })
    assert.deepStrictEqual(scenes[0]?.frames[0]?.image, { url: "x/a.jpg", size: { width: 9, height: 8 } })
    assert.match(await refusal(coco, files, null), /\/images\/0 has no width and height/)
  })

  it("leaves panoptic files and captions to others", async () => {
    const { scenes } = await readFiles(coco, {
      "annotations/a_val.json": document,
      "annotations/captions_val2017.json": {
        images: [image],
        annotations: [{ id: 1, image_id: 7, caption: "a" }],
      },
      "annotations/panoptic_val2017.json": { images: [image], annotations: [] },
    })
    assert.lengthOf(scenes, 1)
  })

  it("turns fields that COCO does not define into attributes", async () => {
    const { losses, scenes } = await readFiles(coco, {
      "a.json": {
        ...document,
        categories: [{ id: 3, name: "car" }],
        annotations: [{ ...box, score: 0.5, attributes: { occluded: true, deep: { a: 1 } }, extra: [1] }],
      },
    })
    assert.deepStrictEqual(scenes[0]?.frames[0]?.annotations[0]?.attributes, { score: 0.5, occluded: true })
    assert.deepStrictEqual(
      losses.map(({ kind }) => kind),
      ["attribute-value", "unknown"],
    )
  })

  it("writes as many keypoints for each shape of a category", async () => {
    const point = (id: number, points: ReadonlyArray<ReadonlyArray<number>>) => ({
      id,
      categoryId: 1,
      trackId: null,
      isKeyframe: true,
      attributes: {},
      type: "point" as const,
      points,
    })
    const frame = {
      ...(await readFiles(coco, { "a.json": document })).scenes[0]?.frames[0],
      annotations: [
        point(1, [[1, 1]]),
        point(2, [
          [1, 1],
          [2, 3],
        ]),
      ],
    } as Scene["frames"][number]
    const { files } = await written(coco, {
      dataset: {
        name: "d",
        description: "",
        taskType: "keypoints",
        categories: [{ id: 1, name: "dog", color: null, hasInstances: true, attributes: [] }],
        imageAttributes: [],
      },
      scenes: [
        {
          name: "a",
          sensor: null,
          kind: "image-vector",
          isSequence: false,
          frames: [frame],
          links: [],
          metadata: {},
          split: null,
        },
      ],
    })
    const { annotations, categories } = JSON.parse(
      new TextDecoder().decode(files.get("annotations/instances_default.json")),
    )
    assert.deepStrictEqual(annotations[0].keypoints, [1, 1, 2, 0, 0, 0])
    assert.deepStrictEqual(annotations[1].keypoints, [1, 1, 2, 2, 3, 2])
    assert.deepStrictEqual(categories[0].keypoints, ["1", "2"])
  })

  it("refuses what it cannot understand, with the file and the place", async () => {
    const refused = (change: object) => refusal(coco, { [path]: { ...document, ...change } })
    assert.match(await refused({ images: [image, image] }), /has the id 7 more than once/)
    assert.match(await refused({ images: { a: 1 } }), /\/images must be a list/)
    assert.match(
      await refused({
        categories: [
          { id: 3, name: "a" },
          { id: 3, name: "b" },
        ],
      }),
      /has the id 3/,
    )
    const text = JSON.stringify(document)
    assert.match(await refusal(coco, { [path]: text.slice(0, -40) }), /ends early|is not JSON/)
    assert.match(await refusal(coco, { [path]: text.replace('"id":1', '"id":nan') }), /is not JSON/)
    assert.match(await refusal(coco, { [path]: Buffer.from(text, "utf16le") }), /is not a JSON object/)
    const latin = Buffer.from(text.replace("a.jpg", "ü.jpg"), "latin1")
    assert.match(await refusal(coco, { [path]: latin }), /is not UTF-8 text/)
    assert.match(await refusal(coco, {}), /has no JSON file/)
  })
})
