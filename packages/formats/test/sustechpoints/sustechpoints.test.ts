import { assert, describe, it } from "vitest"
import { sustechPoints } from "../../src/sustechpoints/sustechPoints.ts"
import { readFiles } from "../files.ts"
import { assertClose } from "../roundTrip.ts"

const object = (obj_id: string, z: number, more: object = {}) => ({
  obj_id,
  obj_type: "Van",
  psr: { position: { x: 3, y: 4, z: 1 }, rotation: { x: 0, y: 0, z }, scale: { x: 5, y: 2, z: 2.2 } },
  ...more,
})

const files = {
  "drives/one/label/000001.json": [object("4", 0.3, { obj_attr: "parked" }), object("", 0)],
  "drives/one/label/000003.json": { frame: "000003", objs: [object("4", 0.4)] },
  "drives/one/lidar/000001.pcd": "",
  "drives/one/lidar/000002.pcd": "",
  "drives/one/lidar/000003.pcd": "",
  "drives/one/camera/front/000001.jpg": "",
  "drives/one/calib/camera/front.json": {
    // A point at x ahead is at z of the camera, which is one meter ahead.
    extrinsic: [0, -1, 0, 0, 0, 0, -1, 0, 1, 0, 0, -1, 0, 0, 0, 1],
    intrinsic: [700, 0, 400, 0, 700, 300, 0, 0, 1],
  },
  "drives/two/label/000001.json": [object("car-a", 0)],
}

describe("SUSTechPOINTS", () => {
  it("makes a sequence of each scene, with frames without labels, tracks and attributes", async () => {
    const { dataset, losses, scenes } = await readFiles(sustechPoints, files)
    assert.deepStrictEqual(losses, [])
    assert.strictEqual(dataset.taskType, "pointcloud-cuboid-sequence")
    assert.deepStrictEqual(
      scenes.map(({ frames, name }) => [
        name,
        frames.map(({ annotations, name: frame }) => [
          frame,
          annotations.map(({ attributes, trackId }) => [trackId, attributes]),
        ]),
      ]),
      [
        [
          "drives/one",
          [
            [
              "000001",
              [
                [4, { obj_attr: "parked" }],
                // An object without an id is a separate track.
                [5, {}],
              ],
            ],
            ["000002", []],
            ["000003", [[4, {}]]],
          ],
        ],
        ["drives/two", [["000001", [[1, {}]]]]],
      ],
    )
    const [first] = scenes[0]?.frames[0]?.annotations ?? []
    assert.deepInclude(first, { yaw: 0.3, rotation: null, dimensions: { x: 5, y: 2, z: 2.2 } })
  })

  it("has the images of cameras with their calibrations, which lead from the point cloud", async () => {
    const { scenes } = await readFiles(sustechPoints, files)
    const [camera, ...others] = scenes[0]?.frames[0]?.cameras ?? []
    assert.deepStrictEqual(others, [])
    assert.deepInclude(camera, {
      name: "front",
      url: "drives/one/camera/front/000001.jpg",
      convention: "OpenCV",
    })
    assert.deepStrictEqual(camera?.intrinsics?.[0], [700, 0, 400])
    assertClose(camera?.extrinsics?.position, { x: 1, y: 0, z: 0 }, 1e-12, "position")
    assert.deepStrictEqual(scenes[0]?.frames[1]?.cameras, [])
  })

  it("has frames in the order of their numbers", async () => {
    const labels = [10, 2, 1].map((number) => [`a/label/${number}.json`, [object("1", 0)]])
    const { scenes } = await readFiles(sustechPoints, Object.fromEntries(labels))
    assert.deepStrictEqual(
      scenes[0]?.frames.map(({ name }) => name),
      ["1", "2", "10"],
    )
  })

  it("counts objects and calibrations that cannot be read, with their places, and keeps the rest", async () => {
    const { dataset, losses, scenes } = await readFiles(sustechPoints, {
      ...files,
      "drives/one/label/000003.json": {
        objs: [{ obj_id: "1", obj_type: "Bus" }, object("4", 0.4), object("5", 0, { obj_type: null })],
      },
      "drives/one/calib/camera/front.json": { extrinsic: [1, 2], intrinsic: [] },
      "drives/two/label/000001.json": { objs: null },
    })
    assert.deepStrictEqual(
      scenes.map(({ frames }) => frames.map(({ annotations }) => annotations.length)),
      [[2, 0, 1], [0]],
    )
    assert.deepStrictEqual(
      dataset.categories.map(({ name }) => name),
      ["Van"],
    )
    assert.deepInclude(scenes[0]?.frames[0]?.cameras[0], {
      name: "front",
      intrinsics: null,
      extrinsics: null,
    })
    assert.deepStrictEqual(
      losses.map(({ examples, kind }) => [kind, examples]),
      [
        ["intrinsics", ["drives/one/calib/camera/front.json /intrinsic must have 9 numbers"]],
        [
          "unreadable",
          [
            "drives/one/label/000003.json /objs/0/psr must be an object",
            "drives/one/label/000003.json /objs/2/obj_type must be a text",
            "drives/two/label/000001.json /objs must be a list",
          ],
        ],
      ],
    )
  })
})
