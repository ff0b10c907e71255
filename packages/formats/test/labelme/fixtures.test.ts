import { assert, describe, it } from "vitest"
import { memorySource } from "../../src/files/Source.ts"
import { importDataset } from "../../src/importing/importDataset.ts"
import { labelme } from "../../src/labelme/labelme.ts"
import { readFiles as readWithLosses } from "../files.ts"
import { assertRefused, bytes, readFiles } from "../reading.ts"
import { collected } from "../roundTrip.ts"

const shape = (shape_type: string | null, points: unknown, more: object = {}) => ({
  label: "car",
  points,
  group_id: null,
  description: "",
  shape_type,
  flags: {},
  mask: null,
  ...more,
})

const document = (shapes: ReadonlyArray<object>, more: object = {}) =>
  JSON.stringify({
    version: "5.8.1",
    flags: { sharp: true, night: false },
    shapes,
    imagePath: "one.jpg",
    imageData: null,
    imageHeight: 40,
    imageWidth: 60,
    ...more,
  })

/** Two by two pixels, the first outside, as Labelme packs them: a bit a pixel. */
const mask = "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACAQAAAABazTCJAAAADElEQVR4nGNwYDgAAAGEAQEKf5BQAAAAAElFTkSuQmCC"

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="

describe("files of Labelme", () => {
  it("are called as their images below the image folder, unless they have another name", async () => {
    const named = (imagePath: string) => document([shape("point", [[1, 2]])], { imagePath })
    const { scenes } = await readWithLosses(labelme, {
      "images/b.json": named("b.jpg"),
      "images/b.jpg": "",
      "labels/a.json": named("../images/a.jpg"),
      "images/a.jpg": "",
      "labels/own.json": named("../images/c.jpg"),
      "images/c.jpg": "",
    })
    assert.deepStrictEqual(
      scenes.map(({ file }) => file),
      ["b.jpg", "a.jpg", "labels/own.jpg"],
    )
  })

  it("gives shapes with groups, flags and descriptions as attributes", async () => {
    const shapes = [
      shape(
        "rectangle",
        [
          [1, 2],
          [3, 4],
        ],
        { group_id: 7, description: "red", flags: { parked: true } },
      ),
      shape("oriented_rectangle", [
        [0, 0],
        [4, 0],
        [4, 2],
        [0, 2],
      ]),
      shape("circle", [
        [10, 10],
        [13, 14],
      ]),
      shape("line", [
        [0, 0],
        [5, 5],
      ]),
      shape(null, [
        [0, 0],
        [5, 5],
        [0, 5],
      ]),
    ]
    const { losses, scenes } = await readFiles(labelme, { "a/one.json": document(shapes), "a/one.jpg": "" })
    const [frame] = scenes[0]?.frames ?? []
    assert.deepStrictEqual(frame?.image, { url: "a/one.jpg", size: { width: 60, height: 40 } })
    assert.deepStrictEqual(frame?.attributes, { sharp: true, night: false })
    assert.deepStrictEqual(frame?.annotations[0]?.attributes, {
      group_id: 7,
      description: "red",
      parked: true,
    })
    assert.deepStrictEqual(
      frame?.annotations.map(({ type }) => type),
      ["bbox", "polygon", "polygon", "polyline", "polygon"],
    )
    const circle = frame?.annotations[2]
    assert(circle !== undefined && "points" in circle)
    for (const [x = 0, y = 0] of circle.points) assert.closeTo(Math.hypot(x - 10, y - 10), 5, 1e-9)
    assert.deepStrictEqual(
      frame?.annotations.slice(1, 3).map((one) => "shape" in one && one.shape?.type),
      ["rotated_box", "ellipse"],
    )
    assert.deepStrictEqual(losses, {})
  })

  it("reads what X-AnyLabeling adds: four corners, rotations, scores and marks", async () => {
    const box = [
      [10, 5],
      [20, 5],
      [20, 10],
      [10, 10],
    ]
    const more = { score: 0.5, difficult: true, locked: false, kie_linking: [], attributes: { color: "red" } }
    const turned = [
      [10, 5],
      [18, 11],
      [15, 15],
      [7, 9],
    ]
    const shapes = [
      shape("rectangle", box, more),
      shape("rotation", turned, { direction: 0.6435, score: null, kie_linking: [[1, 2]] }),
      shape("quadrilateral", turned.with(0, [9, 4])),
      shape("cuboid", [...box, ...box], { cuboid3d: {} }),
    ]
    const { losses, scenes } = await readFiles(labelme, {
      "one.json": document(shapes, { version: "4.2.1", checked: true, tags: ["day"] }),
    })
    const [frame] = scenes[0]?.frames ?? []
    assert.deepStrictEqual(frame?.attributes, { checked: true, tags: ["day"], sharp: true, night: false })
    const [first, second, third] = frame?.annotations ?? []
    assert.deepInclude(first, {
      type: "bbox",
      points: [
        [10, 5],
        [20, 10],
      ],
      attributes: { score: 0.5, difficult: true, color: "red" },
    })
    const rotated = second !== undefined && "shape" in second ? second.shape : undefined
    assert(rotated?.type === "rotated_box")
    assert.closeTo(rotated.angle, Math.atan2(6, 8), 1e-9)
    assert.closeTo(rotated.size[0], 10, 1e-9)
    assert.deepInclude(third, { type: "polygon", points: turned.with(0, [9, 4]) })
    assert.lengthOf(frame?.annotations ?? [], 3)
    assert.deepStrictEqual(losses, { shapes: 1, unknown: 1 })
  })

  it("counts odd shapes and fields with their place, and reads the rest", async () => {
    const corners = [
      [1, 2],
      [3, 4],
    ]
    const shapes = [
      shape("polygon", corners),
      shape("rectangle", corners, { label: null }),
      shape("spline", corners),
      shape("rectangle", corners, { group_id: "a", flags: { state: "new" }, attributes: { odd: {} } }),
    ]
    const { losses, scenes } = await readFiles(labelme, {
      "one.json": document(shapes),
      "settings.json": '{"theme":"dark"}',
    })
    assert.deepStrictEqual(
      scenes[0]?.frames[0]?.annotations.map(({ attributes }) => attributes),
      [{ group_id: "a", state: "new" }],
    )
    assert.deepStrictEqual(losses, { "attribute-value": 1, broken: 2, shapes: 1, unknown: 1 })
  })

  it("rounds fractional corners of masks, or cuts them where only that fits", async () => {
    const place = async (corners: ReadonlyArray<ReadonlyArray<number>>) => {
      const shapes = [shape("mask", corners, { mask }), shape("rectangle", corners)]
      const { scenes } = await readFiles(labelme, { "one.json": document(shapes) })
      const [first] = scenes[0]?.frames[0]?.annotations ?? []
      return first !== undefined && "points" in first ? first.points[2] : undefined
    }
    const moved = [
      [2.6, 4.2],
      [3.6, 5.2],
    ]
    assert.deepStrictEqual(await place(moved), [5, 6])
    const cut = [
      [3.2, 4.6],
      [4.8, 5.6],
    ]
    assert.deepStrictEqual(await place(cut), [5, 6])
  })

  it("draws masks into their boxes, whose corners both belong to them", async () => {
    const shapes = [
      shape(
        "mask",
        [
          [3, 4],
          [4, 5],
        ],
        { mask },
      ),
    ]
    const { dataset, scenes } = await readFiles(labelme, { "one.json": document(shapes) })
    assert.strictEqual(dataset.taskType, "segmentation-bitmap")
    const bitmap = await scenes[0]?.frames[0]?.bitmap?.load()
    const pixels = [...(bitmap?.ids ?? [])].flatMap((id, at) =>
      id === 0 ? [] : [[at % 60, Math.floor(at / 60)]],
    )
    assert.deepStrictEqual(pixels, [
      [4, 4],
      [3, 5],
      [4, 5],
    ])
  })

  it("makes masks among other shapes polygons with the same pixels", async () => {
    const corners = [
      [3, 4],
      [4, 5],
    ]
    const shapes = [shape("mask", corners, { mask }), shape("rectangle", corners)]
    const { dataset, losses, scenes } = await readFiles(labelme, { "one.json": document(shapes) })
    assert.strictEqual(dataset.taskType, "vector")
    const points: ReadonlyArray<readonly [number, number]> = [
      [4, 4],
      [5, 4],
      [5, 6],
      [3, 6],
      [3, 5],
      [4, 5],
    ]
    assert.deepInclude(scenes[0]?.frames[0]?.annotations[0], {
      type: "polygon",
      attributes: {},
      points,
      shape: { type: "multipolygon", polygons: [[points]], pixels: true },
    })
    assert.deepStrictEqual(losses, {})
  })

  it("makes an image that stands in the file a file of the import", async () => {
    const source = memorySource(
      new Map([["a/one.json", bytes(document([], { imageData: png, imagePath: "..\\missing\\one.png" }))]]),
    )
    const saved: Array<readonly [string, string]> = []
    const { records } = await importDataset({
      format: labelme,
      source,
      save: async ({ content, path }) => {
        saved.push([path, Buffer.concat(await collected(content)).toString("base64")])
        return `https://files.example/${path}`
      },
    })
    const [record] = await collected(records)
    assert.deepStrictEqual(saved, [["a/one.png", png]])
    assert.deepStrictEqual(record?.attributes, {
      image: { url: "https://files.example/a/one.png", width: 60, height: 40 },
    })
  })

  it("refuses wrong files with place and reason", async () => {
    const refused = (content: string | Uint8Array, reason: RegExp) =>
      assertRefused(labelme, { "one.json": content }, "one.json", reason)
    const good = document([
      shape("polygon", [
        [0, 0],
        [5, 5],
        [0, 5],
      ]),
    ])
    await assertRefused(labelme, {}, ".", /no JSON files/)
    await refused(good.slice(0, -5), /is not JSON/)
    await refused(Uint8Array.of(0xff, 0xfe), /is not UTF-8 text/)
    await refused("[]", /must be an object/)
    await refused(document([], { imageData: "AAAA" }), /neither a PNG nor a JPEG/)
  })

  it("counts shapes and files that cannot be read, with their places, and keeps the rest", async () => {
    const triangle = [
      [0, 0],
      [5, 5],
      [0, 5],
    ]
    const corners = [
      [3, 4],
      [5, 5],
    ]
    const { losses, scenes } = await readWithLosses(labelme, {
      "one.json": document([
        shape("polygon", triangle),
        shape("polygon", [[0, 0], [5], [0, 5]]),
        shape("polygon", [[0, 0], ["NaN", 5] as unknown as Array<number>, [0, 5]]),
        shape("polygon", triangle, { label: 7 }),
        shape("mask", corners, { mask }),
        shape("mask", corners, { mask: "AAAA" }),
        shape("polygon", triangle, { flags: "none" }),
        null as unknown as object,
      ]),
      "two.json": document([shape("polygon", triangle)], { imageData: "AAAA", imagePath: "none.png" }),
      "three.json": document([shape("polygon", triangle)], { imageWidth: "wide", imagePath: "three.png" }),
    })
    assert.deepStrictEqual(
      scenes.map(({ frames, name }) => [
        name,
        frames[0]?.annotations.map(({ id }) => id),
        frames[0]?.image?.size,
      ]),
      [
        ["one", [1, 2], { width: 60, height: 40 }],
        ["three", [1], { width: 100, height: 50 }],
      ],
    )
    assert.deepStrictEqual(
      losses.map(({ examples, kind }) => [kind, examples]),
      [
        ["records", ["two.json /imageData is neither a PNG nor a JPEG in base64"]],
        [
          "unreadable",
          [
            "one.json /shapes/1/points/1 must have 2 numbers",
            "one.json /shapes/2/points/1/0 must be a finite number",
            "one.json /shapes/3/label must be a text",
            "one.json /shapes/4/mask is 2 × 2, but its box is 3 × 2",
            "one.json /shapes/5/mask is not a PNG in base64: it is not a PNG or JPEG picture",
            "one.json /shapes/6/flags must be an object",
            "one.json /shapes/7 must be an object",
            "three.json /imageWidth must be a finite number",
          ],
        ],
      ],
    )
  })
})
