import { assert, describe, it } from "vitest"
import { FormatError } from "../../src/FormatError.ts"
import type { Scene } from "../../src/model/Scene.ts"
import { openlabel } from "../../src/openlabel/openlabel.ts"
import { camera, dataset, difference, drive } from "../drive.ts"
import { readFiles } from "../files.ts"
import { assertClose, assertReadBack, assertRoundTrip, collected, readBack, written } from "../roundTrip.ts"

const bytes = (document: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(document))

const readDocument = async (openlabelPart: object, path = "a.json") => {
  const read = await readBack(openlabel, new Map([[path, bytes({ openlabel: openlabelPart })]]))
  return { ...read, scenes: await collected(read.scenes) }
}

const metadata = { schema_version: "1.0.0" }

const refused = async (part: object, path: string, reason: RegExp) => {
  try {
    await readDocument(part)
  } catch (error) {
    assert.instanceOf(error, FormatError)
    assert.strictEqual(error.path, path)
    assert.match(error.reason, reason)
    return
  }
  assert.fail("It was read.")
}

/** A sample of a point cloud with cameras and of an image, with everything that a label may have. */
const rich = (): ReadonlyArray<Scene> => {
  const brown = { model: "brown-conrady", coefficients: { k1: 0.1, k2: -0.2, p1: 0, p2: 0.001, k3: 0 } }
  const [first, second] = [
    camera,
    { ...camera, name: "left", convention: "OpenGL" as const, distortion: brown },
  ]
  const cloud = drive({ cameras: [first, second], isMoving: true, frames: 3 })
  const frames = cloud.frames.map((frame, index) => ({
    ...frame,
    attributes: { weather: "rain", wet: true, lights: ["red", "green"] },
    annotations: frame.annotations.map((one, at) => ({
      ...one,
      isKeyframe: at !== index,
      isSynced: at === 0,
      attributes: { ...one.attributes, note: null, tags: ["a", "b"], seen: false },
    })),
  })) as Scene["frames"]
  const image: Scene = {
    ...cloud,
    sensor: "front wide",
    kind: "image-vector",
    frames: cloud.frames.map((frame, index) => ({
      ...frame,
      name: null,
      cloud: null,
      cameras: [],
      egoPose: null,
      image: { url: `front/${index}.jpg`, size: { width: 100, height: 50 } },
      annotations: [
        {
          id: 9,
          categoryId: 1,
          trackId: 1,
          isKeyframe: true,
          attributes: {},
          type: "bbox",
          points: [
            [1, 2],
            [30, 40],
          ],
        },
        {
          id: 4,
          categoryId: 2,
          trackId: 1,
          isKeyframe: false,
          attributes: {},
          type: "point",
          points: [
            [5, 6],
            [7, 8],
          ],
        },
        {
          id: 5,
          categoryId: 2,
          trackId: 1,
          isKeyframe: true,
          attributes: {},
          type: "point",
          points: [[5.5, 6]],
        },
      ],
    })),
  }
  const links = [
    { from: 1, to: 3, attributes: { kind: "tows" } },
    { from: 2, to: 3, attributes: {} },
  ]
  return [
    { ...cloud, sensor: "lidar", frames, links, metadata: { city: "Ghent", at: [1, 2] }, split: "val" },
    image,
  ].map((scene) => ({ ...scene, metadata: { city: "Ghent", at: [1, 2] }, split: "val" as const }))
}

describe("OpenLABEL", () => {
  it("returns what it carries", () => assertRoundTrip(openlabel))

  it("returns a moving drive with cameras digit for digit", async () => {
    const scene = drive({ cameras: [camera], isMoving: true })
    await assertReadBack(openlabel, { dataset, scenes: [scene] }, { tolerance: 1e-15 })
  })

  it("returns sensors, links, keyframes, order and cameras of a sample of several sensors", async () => {
    const scenes = rich()
    const multi = { ...dataset, taskType: "multisensor-sequence" }
    const { files, losses } = await written(openlabel, { dataset: multi, scenes })
    const read = await readBack(openlabel, files)
    const found = await collected(read.scenes)
    assert.deepStrictEqual(read.dataset, multi)
    assert.isTrue(losses.isEmpty, losses.table())
    assertClose(found, scenes, 1e-15, "scenes")
  })

  it("reads cuboids and boxes of another tool as two sensors", async () => {
    const {
      dataset: found,
      losses,
      scenes,
    } = await readDocument({
      metadata,
      coordinate_systems: {
        odom: { type: "scene_cs", parent: "", children: ["vehicle"] },
        vehicle: { type: "local_cs", parent: "odom", children: ["VELO"] },
        VELO: {
          type: "sensor_cs",
          parent: "vehicle",
          children: ["CAM"],
          pose_wrt_parent: { matrix4x4: [1, 0, 0, 0.76, 0, 1, 0, 0, 0, 0, 1, 1.73, 0, 0, 0, 1] },
        },
        CAM: {
          type: "sensor_cs",
          parent: "VELO",
          children: [],
          pose_wrt_parent: { matrix4x4: [0, 0, 1, 0.27, -1, 0, 0, 0, 0, -1, 0, -0.07, 0, 0, 0, 1] },
        },
      },
      streams: {
        VELO: { type: "lidar", uri: "velo" },
        CAM: {
          type: "camera",
          uri: "video.mp4",
          stream_properties: {
            intrinsics_pinhole: {
              width_px: 1242,
              height_px: 375,
              camera_matrix: [700, 0, 600, 0, 0, 700, 180, 0, 0, 0, 1, 0],
              distortion_coeffs: [0, 0, 0, 0, 0],
            },
          },
        },
      },
      frames: {
        "10": {
          frame_properties: {
            timestamp: 12.5,
            transforms: {
              a: {
                src: "vehicle",
                dst: "odom",
                transform_src_to_dst: { quaternion: [0, 0, 0, 1], translation: [10, 0, 0] },
              },
            },
          },
          objects: {
            "7": {
              object_data: {
                cuboid: [{ name: "box3D", coordinate_system: "VELO", val: [1, 2, 3, 0, 0, 0.5, 4, 2, 1.5] }],
                bbox: [{ name: "box2D", coordinate_system: "CAM", val: [50, 60, 20, 10] }],
                num: [{ name: "truncated", val: 0 }],
              },
            },
          },
        },
        "9": {
          objects: {
            "7": {
              object_data: {
                cuboid: [
                  {
                    name: "box3D",
                    coordinate_system: "VELO",
                    val: [1, 2, 3, 0, 0, 0, 1, 4, 2, 1.5],
                    attributes: { vec: [{ name: "size", val: [1, 2] }] },
                  },
                ],
              },
            },
            "aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee": {
              object_data: {
                poly2d: [
                  {
                    name: "p",
                    coordinate_system: "CAM",
                    mode: "MODE_POLY2D_RELATIVE",
                    closed: true,
                    val: [1, 1, 5, 0, 0, 5],
                  },
                ],
              },
            },
          },
        },
      },
      objects: {
        "7": { name: "car7", type: "Car", object_data: { text: [{ name: "color", val: "red" }] } },
        "aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee": { name: "sign", type: "Sign" },
      },
    })
    assert.strictEqual(found.taskType, "multisensor-sequence")
    assert.deepStrictEqual(
      found.categories.map(({ name }) => name),
      ["Car", "Sign"],
    )
    const [cloud, image] = scenes
    assert.deepStrictEqual(
      [cloud?.sensor, cloud?.kind, image?.sensor, image?.kind],
      ["VELO", "cuboid", "CAM", "image-vector"],
    )
    assert.deepStrictEqual(
      cloud?.frames.map(({ timestamp }) => timestamp),
      [null, "12.5"],
    )
    assert.deepStrictEqual(cloud?.frames[1]?.egoPose?.position, { x: 10.76, y: 0, z: 1.73 })
    const [annotation] = cloud?.frames[1]?.annotations ?? []
    assert.deepInclude(annotation, { trackId: 7, attributes: { color: "red", truncated: 0 } })
    assert.deepInclude(annotation, { yaw: 0.5, rotation: null, position: { x: 1, y: 2, z: 3 } })
    const [polygon] = image?.frames[0]?.annotations ?? []
    assert.deepInclude(polygon, {
      trackId: 8,
      type: "polygon",
      points: [
        [1, 1],
        [6, 1],
        [6, 6],
      ],
    })
    assert.deepInclude(image?.frames[1]?.annotations[0], {
      type: "bbox",
      points: [
        [40, 55],
        [60, 65],
      ],
    })
    assert.deepStrictEqual(
      losses.list().map(({ kind }) => kind),
      ["attribute-as-text"],
    )
  })

  it("reads one file without frames as one image", async () => {
    const { dataset: found, scenes } = await readDocument({
      metadata,
      objects: {
        "0": {
          name: "a",
          type: "Car",
          object_data: { rbbox: [{ name: "r", val: [10, 10, 4, 2, Math.PI / 2] }] },
        },
      },
    })
    assert.strictEqual(found.taskType, "vector")
    const [shape] = scenes[0]?.frames[0]?.annotations ?? []
    assert.strictEqual(shape?.type, "polygon")
    assert.strictEqual(scenes[0]?.isSequence, false)
  })

  it("counts annotations that cannot be read, with their places, and keeps the rest", async () => {
    const vals = [
      [1, 2],
      [1, 2, 3, 0, 0, 0, 0, 1, 1, 1],
      [1, 2, 3, 0, 0, null, 1, 1, 1],
      [1, 2, 3, 0, 0, 0, 1, 1, 1],
    ]
    const cuboids = vals.map((val) => ({ name: "c", val }))
    const document = {
      metadata,
      objects: { "1": { name: "a", type: "Car" } },
      frames: { "0": { objects: { "1": { object_data: { cuboid: cuboids } } } } },
    }
    const { losses, scenes } = await readFiles(openlabel, { "a.json": { openlabel: document } })
    assert.lengthOf(scenes[0]?.frames[0]?.annotations ?? [], 1)
    const place = "a.json /openlabel/frames/0/objects/1/object_data/cuboid"
    const examples = losses.find(({ kind }) => kind === "unreadable")?.examples ?? []
    assert.deepStrictEqual(
      examples.map((example) => example.slice(0, place.length + 2)),
      [`${place}/0`, `${place}/1`, `${place}/2`],
    )
  })

  it("refuses what it cannot read, with its place", async () => {
    await refused({ metadata: { schema_version: "2.0.0" } }, "a.json", /only 1.0/)
  })

  it("counts odd objects and shapes with their places, and reads the rest", async () => {
    const cuboid = { name: "shape", val: [0, 0, 0, 0, 0, 0, 1, 4, 2, 2] }
    const { losses, scenes } = await readFiles(openlabel, {
      "a.json": {
        openlabel: {
          metadata,
          objects: {
            "1": { name: "a", type: "car" },
            "2": { name: "b" },
            "3": { name: "c", type: "car", frame_intervals: [{ frame_start: "soon", frame_end: 1 }] },
          },
          frames: {
            "0": {
              objects: {
                "1": { object_data: { cuboid: [cuboid, null] } },
                "2": { object_data: { cuboid: [cuboid] } },
                "9": { object_data: {} },
              },
            },
          },
        },
      },
    })
    assert.deepStrictEqual(
      scenes.map(({ frames }) => frames[0]?.annotations.length),
      [1],
    )
    assert.deepStrictEqual(
      losses.map(({ count, examples, kind }) => [kind, count, examples[0]]),
      [
        ["records", 2, "a.json /openlabel/objects/2/type must be a text"],
        ["references", 2, "a.json /openlabel/frames/0/objects/2"],
        ["unreadable", 1, "a.json /openlabel/frames/0/objects/1/object_data/cuboid/1 must be an object"],
      ],
    )
  })

  it("refuses a file that ends early and one that is not UTF-8", async () => {
    const { files } = await written(openlabel, { dataset, scenes: [drive({ frames: 1 })] })
    const whole = files.get("drive-0001.json") ?? new Uint8Array()
    for (const broken of [whole.subarray(0, whole.length - 9), Uint8Array.of(...whole, 0xff)]) {
      const read = await readBack(openlabel, new Map([...files, ["drive-0001.json", broken]]))
      const error = await collected(read.scenes).catch((cause: unknown) => cause)
      assert.instanceOf(error, FormatError)
      assert.strictEqual(error.path, "drive-0001.json")
    }
  })

  it("keeps cameras of two point clouds apart, without names and without poses too", async () => {
    const cameras = [camera, { ...camera, name: null, extrinsics: null, intrinsics: null, size: null }]
    const first: Scene = { ...drive({ cameras, isMoving: true, frames: 2, tracks: 1 }), sensor: "left" }
    const second: Scene = {
      ...drive({ cameras: [{ ...camera, url: null }], isMoving: true, frames: 2, tracks: 1 }),
      sensor: "right",
    }
    const multi = { ...dataset, taskType: "multisensor-sequence" }
    const { files } = await written(openlabel, { dataset: multi, scenes: [first, second] })
    const found = await collected((await readBack(openlabel, files)).scenes)
    assertClose(found, [first, second], 1e-15, "scenes")
  })

  it("keeps attributes and sensors with any name", async () => {
    const [first] = drive({ frames: 1, tracks: 2 }).frames
    const attributes = Object.fromEntries([
      ["__proto__", "a"],
      ["constructor", 1],
    ])
    const annotations = first?.annotations.map((one) => ({ ...one, attributes })) ?? []
    const scene: Scene = {
      ...drive(),
      sensor: "__proto__",
      frames: [{ ...(first ?? assert.fail()), annotations }],
    }
    const multi = { ...dataset, taskType: "multisensor-sequence" }
    const { files } = await written(openlabel, { dataset: multi, scenes: [scene] })
    const [found] = await collected((await readBack(openlabel, files)).scenes)
    assert.strictEqual(found?.sensor, "__proto__")
    assert.deepStrictEqual(found?.frames[0]?.cloud, first?.cloud)
    assert.deepStrictEqual(
      Object.entries(found?.frames[0]?.annotations[0]?.attributes ?? {}).sort(),
      Object.entries(attributes).sort(),
    )
  })

  it("keeps ids, timestamps and every digit of a drive", async () => {
    const scene = drive()
    const { files } = await written(openlabel, { dataset, scenes: [scene] })
    const [found] = await collected((await readBack(openlabel, files)).scenes)
    assertClose(difference(found, scene), { position: 0, size: 0, yaw: 0 }, 1e-15, "drive")
  })
})
