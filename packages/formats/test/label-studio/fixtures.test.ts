import { assert, describe, it } from "vitest"
import { importDataset } from "../../src/importing/importDataset.ts"
import { labelStudio } from "../../src/label-studio/labelStudio.ts"
import { readFiles as readSizedFiles, sourceOf } from "../files.ts"
import { pngOf } from "../images.ts"
import { assertRefused, bytes, detects, readFiles } from "../reading.ts"
import { collected } from "../roundTrip.ts"

const region = (id: string, type: string, value: object, more: object = {}) => ({
  id,
  type,
  from_name: "label",
  to_name: "image",
  original_width: 200,
  original_height: 100,
  image_rotation: 0,
  value,
  ...more,
})

const task = (result: ReadonlyArray<object>, more: object = {}) => ({
  id: 7,
  data: { image: "/data/upload/1/0a1b2c3d-one.jpg" },
  meta: {},
  annotations: [
    { id: 1, was_cancelled: true, result: [] },
    { id: 2, was_cancelled: false, ground_truth: false, result },
  ],
  predictions: [],
  ...more,
})

const files = (...tasks: ReadonlyArray<object>) => ({ "export.json": JSON.stringify(tasks, null, 2) })

const box = { x: 10, y: 20, width: 30, height: 40, rotation: 0, rectanglelabels: ["car"] }

const rounded = (points: unknown) =>
  JSON.parse(JSON.stringify(points), (_, value) =>
    typeof value === "number" ? Math.round(value * 100) / 100 : value,
  )

describe("files of Label Studio", () => {
  it("gives pixels for percents, with values of regions and of the image", async () => {
    const result = [
      region("aB3dE", "rectanglelabels", box),
      region("aB3dE", "choices", { ...box, choices: ["red"] }, { from_name: "color" }),
      region("aB3dE", "choices", { ...box, choices: ["a", "b"] }, { from_name: "tags" }),
      region("aB3dE", "number", { ...box, number: 4 }, { from_name: "seats" }),
      region("aB3dE", "textarea", { ...box, text: ["hello"] }, { from_name: "note" }),
      region("p", "polygonlabels", {
        points: [
          [0, 0],
          [50, 0],
          [50, 50],
        ],
        closed: true,
        polygonlabels: ["tree"],
      }),
      region("k", "keypointlabels", { x: 50, y: 50, width: 0.3, keypointlabels: ["tree"] }),
      { id: "w", type: "choices", from_name: "weather", to_name: "image", value: { choices: ["rain"] } },
      { from_id: "aB3dE", to_id: "p", type: "relation", direction: "left" },
    ]
    const { dataset, losses, scenes } = await readFiles(labelStudio, files(task(result)))
    assert.deepStrictEqual(
      dataset.categories.map(({ name }) => name),
      ["car", "tree"],
    )
    const [scene] = scenes
    const [frame] = scene?.frames ?? []
    assert.deepStrictEqual(frame?.image, {
      url: "data/upload/1/0a1b2c3d-one.jpg",
      size: { width: 200, height: 100 },
    })
    assert.deepStrictEqual(frame?.attributes, { weather: "rain" })
    assert.deepStrictEqual(scene?.links, [{ from: 2, to: 1, attributes: {} }])
    assert.deepStrictEqual(frame?.annotations[0], {
      id: 1,
      categoryId: 1,
      trackId: null,
      isKeyframe: true,
      type: "bbox",
      points: [
        [20, 20],
        [80, 60],
      ],
      attributes: { color: "red", tags: ["a", "b"], seats: 4, note: "hello" },
    })
    assert.deepStrictEqual(
      frame?.annotations.slice(1).map((one) => ("points" in one ? one.points : [])),
      [
        [
          [0, 0],
          [100, 0],
          [100, 50],
        ],
        [[100, 50]],
      ],
    )
    assert.deepStrictEqual(losses, { alternatives: 1 })
  })

  it("turns rectangles clockwise about their top-left corner, in pixels", async () => {
    const result = [region("r", "rectanglelabels", { ...box, rotation: 90 })]
    const { losses, scenes } = await readFiles(labelStudio, files(task(result)))
    const [polygon] = scenes[0]?.frames[0]?.annotations ?? []
    assert.deepStrictEqual(rounded(polygon !== undefined && "points" in polygon ? polygon.points : []), [
      [20, 20],
      [20, 80],
      [-20, 80],
      [-20, 20],
    ])
    const shape = polygon !== undefined && "shape" in polygon ? polygon.shape : undefined
    assert.deepStrictEqual(rounded(shape), {
      type: "rotated_box",
      center: [0, 50],
      size: [60, 40],
      angle: 1.57,
    })
    assert.deepStrictEqual(losses, { alternatives: 1 })
  })

  it("keeps ellipses, and the scores and origins of regions", async () => {
    const ellipse = { x: 50, y: 50, radiusX: 10, radiusY: 10, rotation: 0, ellipselabels: ["car"] }
    const more = { score: 0.5, origin: "prediction", locked: true, readonly: false }
    const { losses, scenes } = await readFiles(
      labelStudio,
      files(task([region("e", "ellipselabels", ellipse, more)])),
    )
    assert.deepInclude(scenes[0]?.frames[0]?.annotations[0], {
      attributes: { score: 0.5, origin: "prediction", locked: true },
      shape: { type: "ellipse", center: [100, 50], radii: [20, 10], angle: 0 },
    })
    assert.deepStrictEqual(losses, { alternatives: 1 })
  })

  it("counts odd results with their place, and reads the rest", async () => {
    const corner = [[10, 10]]
    const { losses, scenes } = await readFiles(
      labelStudio,
      files(
        task([
          region("r", "rectanglelabels", box),
          region("s", "spiral", {}),
          { value: {} },
          region("p", "polygonlabels", { points: corner, polygonlabels: ["car"] }),
          region("b", "bitmask", { imageDataURL: "data:,", labels: ["car"] }),
          { type: "relation", from_id: "r", to_id: "gone" },
        ]),
      ),
    )
    assert.lengthOf(scenes[0]?.frames[0]?.annotations ?? [], 1)
    assert.deepStrictEqual(losses, { alternatives: 1, broken: 1, links: 1, shapes: 3 })
  })

  it("finds the frames of an uploaded video in a folder of its name", async () => {
    const sequence = [{ frame: 1, enabled: true, rotation: 0, x: 0, y: 0, width: 10, height: 10 }]
    const result = [region("v", "videorectangle", { labels: ["car"], sequence })]
    const data = { video: "/data/upload/1/0f0f0f0f-drive.mp4" }
    const frames = { "drive/000001.png": "", "drive/000002.png": "", "drive/notes.txt": "" }
    const { scenes } = await readFiles(labelStudio, { ...files(task(result, { data })), ...frames })
    assert.deepStrictEqual(
      scenes[0]?.frames.map(({ image }) => image?.url),
      ["drive/000001.png", "drive/000002.png"],
    )
    assert.strictEqual(scenes[0]?.name, "drive")
    const below = { "images/cam1/drive/1.png": "" }
    const inFolder = task(result, { data: { video: "/data/local-files/?d=images%2Fcam1%2Fdrive.mp4" } })
    const other = await readFiles(labelStudio, { ...files(inFolder), ...below })
    assert.strictEqual(other.scenes[0]?.name, "cam1/drive")
  })

  it("has boxes of a video in the pixels of its frames: Label Studio writes no size of a video", async () => {
    const box = { frame: 1, enabled: true, rotation: 0, x: 10, y: 20, width: 30, height: 40 }
    const {
      original_height: _,
      original_width: __,
      ...result
    } = region("v", "videorectangle", {
      labels: ["car"],
      sequence: [box],
    })
    const own = { ...files(task([result], { data: { video: "drive.mp4" } })), "drive/1.png": "" }
    const { scenes } = await readSizedFiles(labelStudio, own, { width: 400, height: 50 })
    const [frame] = scenes[0]?.frames ?? []
    assert.deepInclude(frame?.annotations[0], { points: [[40, 10], [160, 30]] }) // biome-ignore format: corners
    assert.deepStrictEqual(frame?.image?.size, { width: 400, height: 50 })
    const unknown = await readSizedFiles(labelStudio, own, null)
    assert.isEmpty(unknown.scenes[0]?.frames[0]?.annotations)
    assert.include(
      unknown.losses.find(({ kind }) => kind === "unreadable")?.examples.join(),
      "original_width",
    )
  })

  it("calls videos as the folders of their frames, and counts frames of another size", async () => {
    const sequence = [{ frame: 1, enabled: true, rotation: 0, x: 0, y: 0, width: 50, height: 100 }]
    const result = {
      id: "v",
      type: "videorectangle",
      from_name: "label",
      to_name: "video",
      value: { labels: ["car"], sequence },
    }
    const videos = ["drive/images.mp4", "drive/frames.mp4"].map((video, index) => ({
      ...task([result], { data: { video }, annotations: [{ id: 1, result: [result] }] }),
      id: index,
    }))
    const { losses, records } = await importDataset({
      format: labelStudio,
      source: sourceOf({
        ...files(...videos),
        "drive/images/1.png": pngOf({ width: 10, height: 5 }),
        "drive/images/2.png": pngOf({ width: 20, height: 5 }),
        "drive/frames/1.png": pngOf({ width: 8, height: 4 }),
      }),
      save: async ({ path }) => path,
    })
    const samples = await collected(records)
    assert.deepStrictEqual(
      samples.map(({ name }) => name),
      ["drive/images", "drive/frames"],
    )
    assert.deepStrictEqual(
      losses().map(({ examples, kind }) => [kind, examples]),
      [["image-sizes", ["drive/images/2.png: 20 × 5, not 10 × 5"]]],
    )
  })

  it("has the frames of a video in the order of their numbers", async () => {
    const sequence = [{ frame: 1, enabled: true, rotation: 0, x: 0, y: 0, width: 10, height: 10 }]
    const result = [region("v", "videorectangle", { labels: ["car"], sequence })]
    const frames = Object.fromEntries([1, 2, 9, 10, 11].map((number) => [`drive/${number}.png`, ""]))
    const { scenes } = await readFiles(labelStudio, {
      ...files(task(result, { data: { video: "drive.mp4" } })),
      ...frames,
    })
    assert.deepStrictEqual(
      scenes[0]?.frames.map(({ image }) => image?.url),
      ["drive/1.png", "drive/2.png", "drive/9.png", "drive/10.png", "drive/11.png"],
    )
  })

  it("takes labels that stand apart from their shapes", async () => {
    const result = [
      region("r", "rectangle", { x: 0, y: 0, width: 10, height: 10 }),
      region("r", "labels", { x: 0, y: 0, width: 10, height: 10, labels: ["car"] }),
      region("s", "rectangle", { x: 0, y: 0, width: 10, height: 10 }),
    ]
    const { dataset, losses, scenes } = await readFiles(labelStudio, files(task(result)))
    assert.deepStrictEqual(
      dataset.categories.map(({ name }) => name),
      ["car"],
    )
    assert.lengthOf(scenes[0]?.frames[0]?.annotations ?? [], 1)
    assert.deepStrictEqual(losses, { alternatives: 1, shapes: 1 })
  })

  it("reads masks of the library rle-pack", async () => {
    // Two pixels by one, the second in the mask, made by brush.py of label-studio-sdk 2.1.
    const rle = [0, 0, 0, 8, 57, 27, 252, 96, 17, 255, 128]
    const result = [
      region(
        "m",
        "brushlabels",
        { format: "rle", rle, brushlabels: ["sky"] },
        {
          original_width: 2,
          original_height: 1,
        },
      ),
    ]
    const { dataset, scenes } = await readFiles(labelStudio, files(task(result)))
    assert.strictEqual(dataset.taskType, "segmentation-bitmap")
    const bitmap = await scenes[0]?.frames[0]?.bitmap?.load()
    assert.deepStrictEqual([...(bitmap?.ids ?? [])], [0, 1])
  })

  it("makes masks among other shapes polygons with the same pixels", async () => {
    const rle = [0, 0, 0, 8, 57, 27, 252, 96, 17, 255, 128]
    const size = { original_width: 2, original_height: 1 }
    const result = [
      region("m", "brushlabels", { format: "rle", rle, brushlabels: ["sky"] }, size),
      region("b", "rectanglelabels", box, size),
    ]
    const { dataset, losses, scenes } = await readFiles(labelStudio, files(task(result)))
    assert.strictEqual(dataset.taskType, "vector")
    const points: ReadonlyArray<readonly [number, number]> = [
      [1, 0],
      [2, 0],
      [2, 1],
      [1, 1],
    ]
    assert.deepInclude(scenes[0]?.frames[0]?.annotations[0], {
      type: "polygon",
      attributes: {},
      points,
      shape: { type: "multipolygon", polygons: [[points]], pixels: true },
    })
    assert.deepStrictEqual(losses, { alternatives: 1 })
  })

  it("moves boxes of a video between keyframes, and ends them where they are not enabled", async () => {
    const at = (frame: number, x: number, enabled = true) => ({
      frame,
      enabled,
      x,
      y: 0,
      width: 10,
      height: 10,
      rotation: 0,
      time: frame / 25,
    })
    const value = {
      framesCount: 7,
      duration: 1,
      sequence: [at(1, 0), at(3, 20, false), at(6, 50)],
      labels: ["car"],
    }
    const video = task([region("v", "videorectangle", value, { to_name: "video" })], {
      data: { video: "drive.mp4" },
    })
    const images = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((i) => [`drive/${i}.jpg`, ""]))
    const { dataset, losses, scenes } = await readFiles(labelStudio, { ...files(video), ...images })
    assert.strictEqual(dataset.taskType, "image-vector-sequence")
    assert.deepStrictEqual(
      scenes[0]?.frames.map(({ annotations }) =>
        annotations.map((one) => [one.isKeyframe, one.trackId, "points" in one ? one.points[0]?.[0] : null]),
      ),
      [[[true, 1, 0]], [[false, 1, 20]], [[false, 1, 40]], [], [], [[true, 1, 100]], [[false, 1, 100]]],
    )
    assert.deepStrictEqual(losses, { alternatives: 1, keyframes: 1 })
    await assertRefused(
      labelStudio,
      files(video),
      "export.json",
      /put its frames as images into the folder "drive\/"/,
    )
  })

  it("is recognised by data and annotations", async () => {
    assert.isTrue(await detects(labelStudio, files(task([]))))
    assert.isFalse(await detects(labelStudio, { "a.json": '[{"shapes":[]}]' }))
  })

  it("has regions in the frame of the picture, however the editor turned it for the labeler", async () => {
    const read = (rotation: number) =>
      readFiles(labelStudio, files(task([region("r", "rectanglelabels", box, { image_rotation: rotation })])))
    const [plain, turned] = [await read(0), await read(90)]
    assert.deepStrictEqual(turned.scenes, plain.scenes)
    assert.deepStrictEqual(turned.losses, { ...plain.losses, unknown: 1 })
  })

  it("refuses wrong files with place and reason", async () => {
    const refused = (content: string | Uint8Array, reason: RegExp) =>
      assertRefused(labelStudio, { "export.json": content }, "export.json", reason)
    const good = JSON.stringify([task([region("r", "rectanglelabels", box)])])
    await assertRefused(labelStudio, {}, ".", /no JSON files/)
    await refused(good.slice(0, -9), /ends early/)
    await refused("{}", /not a JSON list/)
    await refused("[1,]", /is not a JSON list, or is broken at byte/)
    await refused(Uint8Array.of(...bytes('["a'), 0xff, ...bytes('"]')), /is not UTF-8 text/)
    const minimal = JSON.stringify([{ image: "a.jpg", id: 1, annotation_id: 2, annotator: 3, label: [] }])
    await refused(minimal, /JSON-MIN/)
    // It is found, so that the reason is shown without the name of the format.
    assert.isTrue(await detects(labelStudio, { "project.json": minimal }))
  })

  it("counts regions that cannot be read, and keeps the rest", async () => {
    const mask = { rle: [0, 0, 0, 8, 57, 27], brushlabels: ["sky"] }
    const { losses, scenes } = await readFiles(
      labelStudio,
      files(
        task([
          region("r", "rectanglelabels", { ...box, x: "ten" }),
          region("s", "rectanglelabels", box),
          region("m", "brushlabels", mask),
        ]),
      ),
    )
    assert.strictEqual(losses.unreadable, 2)
    assert.lengthOf(scenes[0]?.frames[0]?.annotations ?? [], 1)
  })
})
