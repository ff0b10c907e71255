import { assert, describe, it } from "vitest"
import { datumaro } from "../../src/datumaro/datumaro.ts"
import { FormatError } from "../../src/FormatError.ts"
import { dataset, difference, drive, quaternions } from "../drive.ts"
import { assertClose, assertRoundTrip, collected, readBack, written } from "../roundTrip.ts"

const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))

const categories = {
  label: {
    labels: [
      { name: "car", parent: "", attributes: ["color"] },
      { name: "person", parent: "", attributes: [] },
    ],
    label_groups: [],
    attributes: ["occluded"],
  },
  mask: { colormap: [{ label_id: 1, r: 1, g: 2, b: 3 }] },
}

const document = (items: ReadonlyArray<unknown>, rest: object = {}) =>
  bytes({ dm_format_version: "1.0", media_type: 2, infos: {}, categories, items, ...rest })

const common = { id: 0, attributes: {}, group: 0, label_id: 0, z_order: 0 }

const read = async (files: Readonly<Record<string, Uint8Array>>) => {
  const found = await readBack(datumaro, new Map(Object.entries(files)))
  return { ...found, scenes: await collected(found.scenes) }
}

const path = "annotations/train.json"

const refused = async (content: Uint8Array, reason: RegExp) => {
  const error = await read({ [path]: content }).catch((cause: unknown) => cause)
  assert.instanceOf(error, FormatError)
  assert.strictEqual(error.path, path)
  assert.match(error.reason, reason)
}

describe("Datumaro", () => {
  it("returns what it carries", { timeout: 120_000 }, () =>
    assertRoundTrip(datumaro, { ignore: quaternions, runs: 15 }),
  )

  it("keeps ids, tracks, nanoseconds and digits of a drive", async () => {
    const scene = drive({ frames: 12, tracks: 20 })
    const { files } = await written(datumaro, { dataset, scenes: [scene] })
    const [found] = await collected((await readBack(datumaro, files)).scenes)
    assertClose(difference(found, scene), { position: 0, size: 0, yaw: 0 }, 1e-15, "drive")
  })

  it("reads boxes beside attributes, colors and categories in their order", async () => {
    const found = await read({
      "images/train/a/1.png": new Uint8Array(),
      [path]: document([
        {
          id: "a/1",
          attr: { frame: 3, weather: "rain" },
          image: { path: "a/1.png", size: [480, 640] },
          annotations: [
            { ...common, type: "bbox", bbox: [10, 20, 30, 40], attributes: { occluded: true, track_id: 7 } },
            { ...common, id: 5, type: "polyline", points: [1, 2, 3, 4], label_id: 1 },
            { ...common, id: 7, type: "caption", caption: "a street" },
          ],
        },
      ]),
    })
    assert.strictEqual(found.dataset.taskType, "vector")
    assert.deepStrictEqual(
      found.dataset.categories.map(({ color, id, name }) => [id, name, color]),
      [
        [1, "car", null],
        [2, "person", [1, 2, 3]],
      ],
    )
    const [scene] = found.scenes
    assert.deepInclude(scene, { name: "a/1", split: "train", isSequence: false })
    const [frame] = scene?.frames ?? []
    assert.deepStrictEqual(frame?.image, { url: "images/train/a/1.png", size: { width: 640, height: 480 } })
    assert.deepStrictEqual(frame?.attributes, { frame: 3, weather: "rain", caption: "a street" })
    assert.deepStrictEqual(frame?.annotations, [
      {
        id: 1,
        categoryId: 1,
        trackId: null,
        isKeyframe: true,
        attributes: { occluded: true, track_id: 7 },
        type: "bbox",
        points: [
          [10, 20],
          [40, 60],
        ],
      },
      {
        id: 5,
        categoryId: 2,
        trackId: null,
        isKeyframe: true,
        attributes: {},
        type: "polyline",
        points: [
          [1, 2],
          [3, 4],
        ],
      },
    ])
    assert.deepStrictEqual(
      found.losses.list().map(({ count, kind }) => [kind, count]),
      [],
    )
  })

  it("reads what Datumaro 1.13 writes of rotations, skeletons, ellipses, groups, labels and masks", async () => {
    const joints = {
      label_id: 1,
      labels: ["nose", "eye", "hand"],
      joints: [
        [1, 2],
        [2, 3],
      ],
      positions: [],
    }
    const annotations = [
      { ...common, type: "bbox", bbox: [1, 2, 10, 20], group: 5, z_order: 2, attributes: { rotation: 90 } },
      { ...common, type: "bbox", bbox: [1, 2, 10, 20], attributes: { rotation: 0, outside: false } },
      { ...common, type: "bbox", bbox: [1, 2, 10, 20], attributes: { outside: true } },
      { ...common, type: "points", points: [1, 2, 3, 4, 5, 6], visibility: [2, 1, 0], label_id: 1 },
      { ...common, type: "ellipse", points: [0, 0, 10, 20] },
      { ...common, type: "label", attributes: {} },
      { ...common, type: "mask", rle: { counts: "121", size: [2, 2] } },
      { ...common, type: "cuboid_2d", points: [[0, 0]] },
      { ...common, type: "bbox", bbox: [1, 2, 3, 4], label_id: null },
      { ...common, type: "bbox", bbox: [1, 2, 3, 4], attributes: { odd: { deep: 1 } }, object_id: 7 },
    ]
    const found = await read({
      [path]: document([{ id: "a", image: { path: "a.png", size: [2, 2] }, annotations }], {
        categories: { ...categories, points: { items: [joints] } },
      }),
    })
    assert.deepStrictEqual(found.dataset.categories[1]?.skeleton, {
      joints: [{ name: "nose" }, { name: "eye" }, { name: "hand" }],
      edges: [
        ["nose", "eye"],
        ["eye", "hand"],
      ],
      flip: [],
    })
    const [frame] = found.scenes[0]?.frames ?? []
    assert.deepStrictEqual(frame?.attributes, { car: true })
    assert.deepStrictEqual(
      frame?.annotations.map((one) => [
        one.type,
        "shape" in one ? one.shape?.type : undefined,
        one.attributes,
      ]),
      [
        ["bbox", undefined, {}],
        ["point", "skeleton", {}],
        ["polygon", "ellipse", {}],
        ["polygon", "multipolygon", {}],
        ["bbox", undefined, {}],
        ["polygon", "rotated_box", { group_id: 5 }],
      ],
    )
    const [, skeleton] = frame?.annotations ?? []
    assert.deepInclude(skeleton, {
      points: [
        [1, 2],
        [3, 4],
      ],
    })
    assert.deepStrictEqual(
      found.losses.list().map(({ count, kind }) => [kind, count]),
      [
        ["attribute-value", 1],
        ["broken", 1],
        ["shapes", 1],
        ["unknown", 1],
      ],
    )
  })

  it("reads cuboids of point clouds, turned about z", async () => {
    const cuboid = {
      ...common,
      type: "cuboid_3d",
      position: [1, 2, 3],
      rotation: [0, 0, 7],
      scale: [4, 2, 1.5],
    }
    const found = await read({
      [path]: document(
        [
          {
            id: "0",
            point_cloud: { path: "0.pcd" },
            related_images: [{ path: "x.png" }],
            annotations: [cuboid, { ...cuboid, id: 2, rotation: [0.1, 0, 0] }],
          },
        ],
        { media_type: 6 },
      ),
    })
    assert.strictEqual(found.dataset.taskType, "pointcloud-cuboid")
    const [one] = found.scenes[0]?.frames[0]?.annotations ?? []
    assert.deepInclude(one, { position: { x: 1, y: 2, z: 3 }, dimensions: { x: 4, y: 2, z: 1.5 } })
    assert.closeTo(one?.type === "cuboid" ? one.yaw : 0, 7 - 2 * Math.PI, 1e-15)
    const [, tilted] = found.scenes[0]?.frames[0]?.annotations ?? []
    // About x: the y axis rises.
    assert.closeTo(tilted?.type === "cuboid" ? (tilted.rotation?.qx ?? 0) : 0, Math.sin(0.05), 1e-12)
    assert.deepStrictEqual(
      found.losses.list().map(({ kind }) => kind),
      ["cameras"],
    )
  })

  it("counts annotations that cannot be read, with their places, and keeps the rest", async () => {
    const box = { ...common, type: "bbox", bbox: [1, 2, 3, 4] }
    const odd = [
      { ...box, label_id: 2 },
      { ...box, bbox: [1, 2, null, 4] },
      { ...box, bbox: [1, 2, -3, 4] },
      { ...box, type: "mask", rle: { counts: "PPY1", size: [480, 640] } },
      { ...box, type: "polygon", points: [1, 2, 3] },
    ]
    const { losses, scenes } = await read({ [path]: document([{ id: "a", annotations: [...odd, box] }]) })
    assert.lengthOf(scenes[0]?.frames[0]?.annotations ?? [], 1)
    const unreadable = losses.list().find(({ kind }) => kind === "unreadable")
    assert.strictEqual(unreadable?.count, 5)
    assert.include(unreadable?.examples[1], "/items/0/annotations/1/bbox/2 must be a finite number")
  })

  it("refuses broken files, and sets with other categories", async () => {
    await refused(document([]).subarray(0, 100), /is not a JSON object|ends early/)
    await refused(bytes({ dm_format_version: "1.0", media_type: 2, items: [] }), /categories is missing/)
    const others = {
      [path]: document([]),
      "annotations/val.json": document([], { categories: { label: { labels: [] } } }),
    }
    const error = await read(others).catch((cause: unknown) => cause)
    assert.instanceOf(error, FormatError)
    assert.match(error.reason, /has other categories/)
  })
})
