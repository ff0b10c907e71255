/** Cuboids of OpenLABEL in the frame of the vehicle or of the world: they come into that of the point cloud. */
import { assert, describe, it } from "vitest"
import type { Cuboid } from "../../src/model/Scene.ts"
import { openlabel } from "../../src/openlabel/openlabel.ts"
import { readFiles } from "../files.ts"
import { assertClose } from "../roundTrip.ts"

const quarter = [0, 0, Math.SQRT1_2, Math.SQRT1_2]

const systems = {
  odom: { type: "scene_cs", parent: "", children: ["vehicle"] },
  vehicle: { type: "local_cs", parent: "odom", children: ["lidar"] },
  lidar: {
    type: "sensor_cs",
    parent: "vehicle",
    children: [],
    pose_wrt_parent: { quaternion: [0, 0, 0, 1], translation: [1, 0, 2] },
  },
}

/** The vehicle is at (100, 200) and heads along y. */
const transforms = {
  vehicle_to_odom: {
    src: "vehicle",
    dst: "odom",
    transform_src_to_dst: { quaternion: quarter, translation: [100, 200, 0] },
  },
}

interface Made {
  readonly shape?: object
  readonly frames?: ReadonlyArray<object>
  readonly root?: string
  readonly version?: string
  readonly key?: string
  readonly head?: object
}

const make = ({
  frames = [{ transforms }],
  head = {},
  key = "1",
  root = "openlabel",
  shape = {},
  version = "1.0.0",
}: Made) => ({
  ...head,
  [root]: {
    metadata: { schema_version: version },
    coordinate_systems: systems,
    streams: { lidar: { type: "lidar", uri: "a.pcd" } },
    objects: { [key]: { name: "o", type: "Car" } },
    frames: Object.fromEntries(
      frames.map((frame_properties, index) => [
        index,
        {
          frame_properties,
          objects: {
            [key]: {
              object_data: { cuboid: [{ name: "box", val: [1, 2, 3, 0, 0, 0.5, 4, 2, 1.5], ...shape }] },
            },
          },
        },
      ]),
    ),
  },
})

const read = async (document: object) => {
  const { losses, scenes } = await readFiles(openlabel, { "drive.json": document })
  const frames = scenes[0]?.frames ?? []
  const cuboids = frames.flatMap(({ annotations }) => annotations as ReadonlyArray<Cuboid>)
  return { cuboids, frames, losses: losses.map(({ examples, kind }) => [kind, ...examples]) }
}

describe("cuboids of OpenLABEL", () => {
  it("in the frame of the vehicle come into that of the only point cloud, whose file is known", async () => {
    const { cuboids, frames, losses } = await read(make({ shape: { coordinate_system: "vehicle" } }))
    assertClose(cuboids[0]?.position, { x: 0, y: 2, z: 1 }, 1e-9, "position")
    assert.strictEqual(frames[0]?.cloud?.url, "a.pcd")
    assertClose(frames[0]?.egoPose?.position, { x: 100, y: 201, z: 2 }, 1e-9, "ego pose")
    assert.deepStrictEqual(losses, [])
  })

  it("in the frame of the world come into that of the point cloud, turned back", async () => {
    const shape = { coordinate_system: "odom", val: [100, 210, 1, 0, 0, Math.PI / 2, 4, 2, 1.5] }
    const { cuboids } = await read(make({ shape }))
    assertClose(cuboids[0]?.position, { x: 9, y: 0, z: -1 }, 1e-9, "position")
    assertClose(cuboids[0]?.yaw, 0, 1e-9, "yaw")
    assert.isNull(cuboids[0]?.rotation)
  })

  it("in a frame of the world are left out and counted where no pose says where the vehicle is", async () => {
    const { cuboids, losses } = await read(
      make({ shape: { coordinate_system: "odom" }, frames: [{ transforms }, {}] }),
    )
    assert.lengthOf(cuboids, 1)
    assert.deepStrictEqual(losses, [
      [
        "unreadable",
        "drive.json /openlabel/frames/1/objects/1/object_data/cuboid/0/coordinate_system is odom, and nothing says where lidar is in it",
      ],
    ])
  })

  it("with a yaw of more than half a turn have the same heading within it", async () => {
    const { cuboids } = await read(make({ shape: { val: [1, 2, 3, 0, 0, 4, 4, 2, 1.5] } }))
    assertClose(cuboids[0]?.yaw, 4 - 2 * Math.PI, 1e-12, "yaw")
  })

  it("without a value are counted", async () => {
    const { cuboids, losses } = await read(make({ shape: { val: null } }))
    assert.lengthOf(cuboids, 0)
    assert.deepStrictEqual(losses, [
      ["broken", "drive.json /openlabel/frames/0/objects/1/object_data/cuboid/0"],
    ])
  })

  it("of keys whose numbers are not the keys again are other tracks", async () => {
    const keys = ["9007199254740993", "9007199254740992", "007", "7"]
    const object = (key: string) => [key, { name: key, type: "Car" }] as const
    const data = { object_data: { cuboid: [{ name: "box", val: [1, 2, 3, 0, 0, 0, 4, 2, 1.5] }] } }
    const objects = Object.fromEntries(keys.map((key) => [key, data]))
    const { cuboids } = await read({
      openlabel: {
        metadata: { schema_version: "1.0.0" },
        objects: Object.fromEntries(keys.map(object)),
        frames: { 0: { objects }, 1: { objects } },
      },
    })
    assert.strictEqual(new Set(cuboids.map(({ trackId }) => trackId)).size, 4)
    assert.isTrue(cuboids.every(({ trackId }) => Number.isSafeInteger(trackId)))
  })
})

describe("documents like OpenLABEL", () => {
  it("of VCD 4.3 are read, whose root is called vcd", async () => {
    const { cuboids } = await read(make({ root: "vcd", version: "4.3.0" }))
    assert.deepStrictEqual(cuboids[0]?.position, { x: 1, y: 2, z: 3 })
  })

  it("are found behind the address of their schema", async () => {
    const { cuboids } = await read(make({ head: { $schema: "https://openlabel.example/1-0-0.json" } }))
    assert.lengthOf(cuboids, 1)
  })
})
