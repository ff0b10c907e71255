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
  readonly systems?: object
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
  systems: coordinate_systems = systems,
  version = "1.0.0",
}: Made) => ({
  ...head,
  [root]: {
    metadata: { schema_version: version },
    coordinate_systems,
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

  it("stay as they are where the only system of a sensor is called otherwise than its stream", async () => {
    const { lidar, ...rest } = systems
    const named = { ...rest, lidar_cs: lidar }
    const own = await read(make({ systems: named, shape: { coordinate_system: "lidar_cs" } }))
    assert.deepStrictEqual(own.cuboids[0]?.position, { x: 1, y: 2, z: 3 })
    assertClose(own.frames[0]?.egoPose?.position, { x: 100, y: 201, z: 2 }, 1e-9, "ego pose")
    assert.deepStrictEqual(own.losses, [])
    const other = await read(make({ systems: named, shape: { coordinate_system: "vehicle" } }))
    assertClose(other.cuboids[0]?.position, { x: 0, y: 2, z: 1 }, 1e-9, "position")
    assert.deepStrictEqual(other.losses, [])
  })

  it("stay as they are and are counted where nothing says the system of their point cloud", async () => {
    const { odom, vehicle } = systems
    const { cuboids, losses } = await read(
      make({ systems: { odom, vehicle }, shape: { coordinate_system: "vehicle" } }),
    )
    assert.deepStrictEqual(cuboids[0]?.position, { x: 1, y: 2, z: 3 })
    assert.deepStrictEqual(losses, [
      ["coordinates", "drive.json /openlabel/frames/0/objects/1/object_data/cuboid/0/coordinate_system"],
    ])
  })

  it("come in beside transforms that cannot be read, whose ego pose is counted", async () => {
    const pose = { quaternion: [0, 0, 0, 0], translation: [0, 0, 0] }
    const broken = { vehicle_to_odom: { src: "vehicle", dst: "odom", transform_src_to_dst: pose } }
    const { cuboids, frames, losses } = await read(make({ frames: [{ transforms }, { transforms: broken }] }))
    assert.lengthOf(cuboids, 2)
    assert.isNull(frames[1]?.egoPose)
    assert.deepStrictEqual(losses, [
      [
        "ego-poses",
        "drive.json /openlabel/frames/1/frame_properties/transforms/vehicle_to_odom/transform_src_to_dst/quaternion has length 0",
      ],
    ])
  })

  it("are left out and counted once where a member is odd that decides what they belong to", async () => {
    for (const [member, value, reason] of [
      ["coordinate_system", 5, "must be a text"],
      ["annotation_id", "one", "must be a finite number"],
    ] as const) {
      const document = make({ shape: { [member]: value } })
      const { cuboids, losses } = await read(document)
      assert.lengthOf(cuboids, 0)
      assert.deepStrictEqual(losses, [
        ["unreadable", `drive.json /openlabel/frames/0/objects/1/object_data/cuboid/0/${member} ${reason}`],
      ])
    }
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

  it("of VCD 4.3 have lists of 16 numbers as poses, and none for a pose that is not known", async () => {
    const moved = (x: number, y: number, z: number) => [1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z, 0, 0, 0, 1]
    const { cuboids, frames, losses } = await read(
      make({
        root: "vcd",
        version: "4.3.1",
        shape: { coordinate_system: "vehicle" },
        systems: {
          odom: { ...systems.odom, pose_wrt_parent: [] },
          vehicle: { ...systems.vehicle, pose_wrt_parent: [] },
          lidar: { ...systems.lidar, pose_wrt_parent: moved(1, 0, 2) },
        },
        frames: [
          {
            transforms: {
              vehicle_to_odom: { src: "vehicle", dst: "odom", transform_src_to_dst_4x4: moved(100, 200, 0) },
            },
          },
        ],
      }),
    )
    assert.deepStrictEqual(losses, [])
    assertClose(cuboids[0]?.position, { x: 0, y: 2, z: 1 }, 1e-9, "position")
    assertClose(frames[0]?.egoPose?.position, { x: 101, y: 200, z: 2 }, 1e-9, "ego pose")
  })

  it("are found behind the address of their schema", async () => {
    const { cuboids } = await read(make({ head: { $schema: "https://openlabel.example/1-0-0.json" } }))
    assert.lengthOf(cuboids, 1)
  })
})
