import { assert, describe, it } from "vitest"
import { xtreme1 } from "../../src/xtreme1/format.ts"
import { readFiles, refusal } from "../files.ts"
import { pngOf } from "../images.ts"

const png = pngOf({ width: 100, height: 50 })

const points = (...pairs: ReadonlyArray<readonly [number, number]>) => pairs.map(([x, y]) => ({ x, y }))

const object = (type: string, contour: object, rest: object = {}) => ({
  id: "u1",
  type,
  classId: 4,
  className: "car",
  classValues: [],
  modelConfidence: null,
  modelClass: "",
  contour,
  ...rest,
})

const result = (objects: ReadonlyArray<unknown>, rest: object = {}) => [
  { version: "0.9", dataId: 7, sourceName: "Ground Truth", classificationValues: null, objects, ...rest },
]

const imageData = {
  version: "0.9",
  dataId: 7,
  type: "IMAGE",
  name: "a",
  images: [
    {
      deviceName: "image_0",
      filename: "a.PNG",
      url: "https://files.example/a.PNG?X-Amz=1",
      zipPath: "up/image_0/a.PNG",
      width: 100,
      height: 50,
    },
  ],
}

const cuboid = (track: string, x: number, rest: object = {}) =>
  object(
    "3D_BOX",
    {
      pointN: 12,
      points: [],
      size3D: { x: 4, y: 2, z: 1.5 },
      center3D: { x, y: -2, z: 0.5 },
      rotation3D: { x: 0, y: 0, z: 0.5 },
      viewIndex: 0,
    },
    { trackId: `t${track}`, trackName: track, ...rest },
  )

const cloudData = (name: string) => ({
  version: "0.9",
  dataId: 8,
  type: "LIDAR_FUSION",
  name,
  lidarPointClouds: [{ deviceName: "lidar_point_cloud_0", url: `https://files.example/${name}.pcd` }],
  cameraConfig: { deviceName: "camera_config", url: "https://files.example/c.json" },
  cameraImages: [{ deviceName: "camera_image_0", url: `https://files.example/${name}.jpg` }],
})

/** From the point cloud, whose x is forward, to the camera, whose z is. */
const external = [0, -1, 0, 0, 0, 0, -1, 0, 1, 0, 0, -0.5, 0, 0, 0, 1]

const camera = {
  camera_internal: { fx: 500, fy: 510, cx: 320, cy: 240 },
  camera_external: external,
  width: 640,
  height: 480,
}

describe("Xtreme1", () => {
  it("reads boxes, polygons with holes, lines, points, attributes and classifications of images", async () => {
    const { dataset, losses, scenes } = await readFiles(xtreme1, {
      "export/data/a.json": imageData,
      "export/image_0/a.PNG": png,
      "export/result/a.json": result(
        [
          object("BOUNDING_BOX", { points: points([30, 40], [10, 20]) }, { trackId: "q", trackName: "1" }),
          object("RECTANGLE", { points: points([1, 2], [1, 8], [9, 8], [9, 2]) }),
          object(
            "POLYGON",
            {
              points: points([0, 0], [20, 0], [20, 20]),
              interior: [points([2, 1], [4, 1], [4, 3]), { coordinate: points([8, 1], [9, 1], [9, 3]) }],
            },
            {
              className: "bus",
              classValues: [
                { id: "1", name: "color", type: "RADIO", value: "red", isLeaf: true },
                { id: "2", name: "parts", type: "MULTI_SELECTION", value: ["door", "roof"] },
                { id: "3", name: "plate", type: "TEXT", value: "" },
              ],
            },
          ),
          object("POLYLINE", { points: points([1, 1], [2, 2]) }),
          object("KEY_POINT", { points: points([5, 6]) }),
          object("ISS_UNIFIED", { points: [] }),
        ],
        { classificationValues: [{ id: "9", values: [{ name: "day", value: "raining" }] }] },
      ),
    })
    assert.deepStrictEqual(
      dataset.categories.map(({ name }) => name),
      ["bus", "car"],
    )
    const [scene] = scenes
    assert.deepInclude(scene, { file: "export/a.PNG", kind: "image-vector" })
    const [frame] = scene?.frames ?? []
    assert.deepInclude(frame, {
      attributes: { day: "raining" },
      image: { url: "export/image_0/a.PNG", size: { width: 100, height: 50 } },
    })
    assert.deepStrictEqual(
      frame?.annotations.map(({ type }) => type),
      ["bbox", "bbox", "polygon", "polyline", "point"],
    )
    const places = frame?.annotations.map((own) => ("points" in own ? own.points : []))
    assert.deepStrictEqual(places?.[0], [
      [10, 20],
      [30, 40],
    ])
    assert.deepStrictEqual(places?.[1], [
      [1, 2],
      [9, 8],
    ])
    assert.deepStrictEqual(places?.[4], [[5, 6]])
    const [, , polygon] = frame?.annotations ?? []
    assert.deepStrictEqual(polygon?.attributes, { color: "red", parts: ["door", "roof"] })
    assert.strictEqual(
      polygon !== undefined && "shape" in polygon && polygon.shape?.type === "multipolygon"
        ? polygon.shape.polygons[0]?.length
        : 0,
      3,
    )
    assert.deepStrictEqual(
      losses.map(({ examples, kind }) => [kind, examples]),
      [
        ["shapes", ["export/result/a.json /0/objects/5: ISS_UNIFIED"]],
        ["tracks", ["export/result/a.json /0/objects/0"]],
      ],
    )
  })

  it("takes the URL of an image that is not among the files, and leaves items without a result unlabeled", async () => {
    const { scenes } = await readFiles(xtreme1, { "data/a.json": imageData })
    assert.deepInclude(scenes[0], { status: "UNLABELED" })
    assert.strictEqual(scenes[0]?.frames[0]?.image?.url, "https://files.example/a.PNG?X-Amz=1")
  })

  it("prefers what people made to the results of models, which are predictions", async () => {
    const box = object(
      "BOUNDING_BOX",
      { points: points([1, 2], [3, 4]) },
      { modelConfidence: 0.5, className: null, modelClass: "CAR" },
    )
    const [model] = result([box], { sourceName: "Run 1" })
    const [own] = result([object("BOUNDING_BOX", { points: points([5, 6], [7, 8]) })])
    const both = await readFiles(xtreme1, {
      "data/a.json": imageData,
      "image_0/a.PNG": png,
      "result/a.json": [model, own],
    })
    assert.deepInclude(both.scenes[0]?.frames[0]?.annotations[0], {
      points: [
        [5, 6],
        [7, 8],
      ],
    })
    assert.deepStrictEqual(
      both.losses.map(({ examples, kind }) => [kind, examples]),
      [["alternatives", ["result/a.json /0"]]],
    )
    const alone = await readFiles(xtreme1, {
      "data/a.json": imageData,
      "image_0/a.PNG": png,
      // A version with a folder for each source.
      "result/Run 1/a.json": model,
    })
    assert.deepInclude(alone.scenes[0], { status: "PRELABELED" })
    assert.deepStrictEqual(alone.scenes[0]?.frames[0]?.annotations[0]?.attributes, { score: 0.5 })
    assert.strictEqual(alone.dataset.categories[0]?.name, "CAR")
  })

  it("reads scenes of point clouds as sequences with tracks and calibrated cameras", async () => {
    const { dataset, losses, scenes } = await readFiles(xtreme1, {
      "scene_1/data/10.json": cloudData("10"),
      "scene_1/data/9.json": cloudData("9"),
      "scene_1/result/10.json": result([cuboid("2", 3), object("2D_RECT", { points: [] })]),
      "scene_1/result/9.json": result([cuboid("2", 1), cuboid("5", 7, { className: "van" })]),
      "scene_1/lidar_point_cloud_0/9.pcd": "",
      "scene_1/camera_config/9.json": [camera],
      "scene_1/camera_config/10.json": [
        {
          ...camera,
          cameraExternal: external.map((_, at) => external[4 * (at % 4) + Math.floor(at / 4)]),
          camera_external: undefined,
          rowMajor: false,
        },
      ],
      "scene_1/camera_image_0/9.jpg": "",
    })
    assert.strictEqual(dataset.taskType, "pointcloud-cuboid-sequence")
    const [scene] = scenes
    assert.deepInclude(scene, { name: "scene_1", isSequence: true })
    const [first, second] = scene?.frames ?? []
    assert.deepStrictEqual(
      [first, second].map((frame) => frame?.annotations.map(({ trackId }) => trackId)),
      [[2, 5], [2]],
    )
    assert.deepInclude(first?.annotations[0], {
      position: { x: 1, y: -2, z: 0.5 },
      dimensions: { x: 4, y: 2, z: 1.5 },
      yaw: 0.5,
      attributes: { interior_points: 12 },
    })
    assert.deepStrictEqual(first?.cloud, { url: "scene_1/lidar_point_cloud_0/9.pcd", type: "pcd" })
    assert.deepStrictEqual(second?.cloud, { url: "https://files.example/10.pcd", type: "pcd" })
    const [front] = first?.cameras ?? []
    assert.deepInclude(front, {
      name: "camera_image_0",
      url: "scene_1/camera_image_0/9.jpg",
      size: { width: 640, height: 480 },
      intrinsics: [
        [500, 0, 320],
        [0, 510, 240],
        [0, 0, 1],
      ],
    })
    // The camera is half a meter in front of the scanner.
    assert.closeTo(front?.extrinsics?.position.x ?? 0, 0.5, 1e-12)
    assert.deepStrictEqual(second?.cameras[0]?.extrinsics, front?.extrinsics)
    assert.deepStrictEqual(
      losses.map(({ examples, kind }) => [kind, examples]),
      [["shapes", ["scene_1/result/10.json /0/objects/1: 2D_RECT"]]],
    )
  })

  it("reads point clouds without tracks over them as single samples, and counts missing calibrations", async () => {
    const { dataset, losses, scenes } = await readFiles(xtreme1, {
      "data/08.json": {
        version: "1.0",
        dataId: 1,
        type: "LIDAR_FUSION",
        name: "08",
        pointCloudUrl: "https://files.example/08.pcd",
        cameraImages: [{ url: "https://files.example/08.jpg", width: 1920, height: 1080 }],
      },
      "result/08.json": result([cuboid("1", 1), { ...cuboid("2", 1), contour: {} }]),
    })
    assert.strictEqual(dataset.taskType, "pointcloud-cuboid")
    assert.deepInclude(scenes[0], { name: "08", isSequence: false })
    assert.lengthOf(scenes[0]?.frames[0]?.annotations ?? [], 1)
    assert.lengthOf(scenes[0]?.frames[0]?.cameras ?? [], 1)
    assert.deepStrictEqual(
      losses.map(({ examples, kind }) => [kind, examples]),
      [
        ["intrinsics", ["camera_config/08.json is missing"]],
        ["unreadable", ["result/08.json /0/objects/1/contour/center3D must be an object"]],
      ],
    )
  })

  it("refuses files without any item", async () => {
    assert.match(
      await refusal(xtreme1, { "a.json": "{}" }),
      /has no files data\/NAME\.json and result\/NAME\.json/,
    )
  })
})
