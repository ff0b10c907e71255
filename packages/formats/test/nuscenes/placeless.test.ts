/** Samples of nuScenes that have lost rows: no object stays in another frame of reference in silence. */
import { assert, describe, it } from "vitest"
import { nuscenes } from "../../src/nuscenes/nuscenes.ts"
import { dataset, drive } from "../drive.ts"
import { readFiles } from "../files.ts"
import { assertClose, collected, readBack, written } from "../roundTrip.ts"

const turned = [Math.SQRT1_2, 0, 0, Math.SQRT1_2]

interface Row extends Record<string, unknown> {
  readonly token: string
}

/** A scanner 2 m above the vehicle and another one, a camera and a radar; the vehicle is at (100, 200) and heads along y. */
const sensors = [
  { channel: "LIDAR_FRONT", modality: "lidar", translation: [3, 0, 1], rotation: [1, 0, 0, 0] },
  { channel: "LIDAR_TOP", modality: "lidar", translation: [0, 0, 2], rotation: [1, 0, 0, 0] },
  { channel: "CAM_FRONT", modality: "camera", translation: [1, 0, 1.5], rotation: [0.5, -0.5, 0.5, -0.5] },
  { channel: "RADAR_FRONT", modality: "radar", translation: [3, 0, 0.5], rotation: [1, 0, 0, 0] },
]

/** Two samples with an object 10 m ahead of the vehicle. */
const makeTables = (channels: ReadonlyArray<string>) => {
  const own = sensors.filter(({ channel }) => channels.includes(channel))
  const samples = ["x1", "x2"]
  return {
    category: [{ token: "c1", name: "vehicle.car", description: "" }],
    attribute: [{ token: "at", name: "vehicle.moving", description: "" }],
    visibility: [{ token: "four", level: "v80-100", description: "" }],
    instance: [{ token: "i1", category_token: "c1" }],
    sensor: own.map(({ channel, modality }) => ({ token: `s-${channel}`, channel, modality })),
    calibrated_sensor: own.map(({ channel, rotation, translation }) => ({
      token: `k-${channel}`,
      sensor_token: `s-${channel}`,
      translation,
      rotation,
      camera_intrinsic: [],
    })),
    ego_pose: [{ token: "e1", timestamp: 1, translation: [100, 200, 0], rotation: turned }],
    scene: [{ token: "sc", name: "scene-1" }],
    sample: samples.map((token, index) => ({
      token,
      timestamp: 1_532_402_927_000_000 + index,
      scene_token: "sc",
    })),
    sample_data: samples.flatMap(
      (sample): ReadonlyArray<Row> =>
        own.map(({ channel }) => ({
          token: `${sample}-${channel}`,
          sample_token: sample,
          ego_pose_token: "e1",
          calibrated_sensor_token: `k-${channel}`,
          is_key_frame: true,
          filename: `samples/${channel}/${sample}.bin`,
        })),
    ),
    sample_annotation: samples.map(
      (sample): Row => ({
        token: `a-${sample}`,
        sample_token: sample,
        instance_token: "i1",
        visibility_token: "four",
        attribute_tokens: ["at"],
        translation: [100, 210, 1],
        size: [2, 4, 1.5],
        rotation: turned,
        num_lidar_pts: 5,
        num_radar_pts: 2,
      }),
    ),
  }
}

type Tables = Readonly<Record<string, ReadonlyArray<unknown>>>

const read = async (tables: Tables) => {
  const files = Object.entries(tables).map(([name, rows]) => [`v1.0-mini/${name}.json`, rows] as const)
  const { losses, scenes } = await readFiles(nuscenes, Object.fromEntries(files))
  const frames = scenes[0]?.frames ?? []
  const cuboids = frames.flatMap(({ annotations }) =>
    annotations.flatMap((one) => (one.type === "cuboid" ? [one] : [])),
  )
  return { losses, frames, cuboids }
}

const all = ["LIDAR_TOP", "CAM_FRONT"]

describe("samples of nuScenes", () => {
  it("whose row of the scanner is lost have their objects in the frame of the vehicle, not of the world", async () => {
    const tables = makeTables(all)
    const lost = tables.sample_data.filter(({ token }) => token !== "x2-LIDAR_TOP")
    const { cuboids, frames } = await read({ ...tables, sample_data: lost })
    assertClose(cuboids[0]?.position, { x: 10, y: 0, z: -1 }, 1e-9, "with the scanner")
    assertClose(cuboids[1]?.position, { x: 10, y: 0, z: 1 }, 1e-9, "in the frame of the vehicle")
    assertClose(cuboids[1]?.yaw, 0, 1e-9, "yaw")
    assertClose(frames[1]?.egoPose?.position, { x: 100, y: 200, z: 0 }, 1e-9, "pose of the vehicle")
    assertClose(frames[1]?.cameras[0]?.extrinsics?.position, { x: 1, y: 0, z: 1.5 }, 1e-9, "camera")
  })

  it("without any recording are left out and counted, since nothing says where their objects are", async () => {
    const tables = makeTables(all)
    const lost = tables.sample_data.filter(({ token }) => token.startsWith("x1"))
    const { frames, losses } = await read({ ...tables, sample_data: lost })
    assert.lengthOf(frames, 1)
    assert.match(
      losses.find(({ kind }) => kind === "records")?.examples[0] ?? "",
      /\/1\/token has no recording/,
    )
  })

  it("are of the scanner on the roof where there are several, and count the others and radars", async () => {
    const { cuboids, frames, losses } = await read(makeTables(sensors.map(({ channel }) => channel)))
    assert.strictEqual(frames[0]?.cloud?.url, "samples/LIDAR_TOP/x1.bin")
    assertClose(cuboids[0]?.position, { x: 10, y: 0, z: -1 }, 1e-9, "position")
    assert.strictEqual(losses.find(({ kind }) => kind === "scanners")?.count, 4)
  })

  it("are left out where the scanner's pose is lost, whatever its files are called", async () => {
    const tables = makeTables(all)
    const odd = tables.sample_data.map((row) =>
      row.token === "x2-LIDAR_TOP" ? { ...row, filename: "velo/2.bin", ego_pose_token: "?" } : row,
    )
    const { frames, losses } = await read({ ...tables, sample_data: odd })
    assert.lengthOf(frames, 1)
    assert.deepStrictEqual(losses.find(({ kind }) => kind === "records")?.examples, [
      "v1.0-mini/sample_data.json /2/ego_pose_token refers to nothing in v1.0-mini/ego_pose.json",
    ])
  })

  it("stay where only another scanner has lost its pose, which is counted", async () => {
    const tables = makeTables(sensors.map(({ channel }) => channel))
    const odd = tables.sample_data.map((row) =>
      row.token === "x2-LIDAR_FRONT" ? { ...row, ego_pose_token: "?" } : row,
    )
    const { cuboids, frames, losses } = await read({ ...tables, sample_data: odd })
    assert.deepStrictEqual(
      frames.map(({ cloud }) => cloud?.url),
      ["samples/LIDAR_TOP/x1.bin", "samples/LIDAR_TOP/x2.bin"],
    )
    assertClose(cuboids[1]?.position, { x: 10, y: 0, z: -1 }, 1e-9, "position")
    assert.lengthOf(losses.find(({ kind }) => kind === "records")?.examples ?? [], 1)
  })

  it("come back without a loss from a drive that begins at the origin of the world", async () => {
    const scene = drive({ isMoving: true, frames: 3, tracks: 2 })
    const origin = { position: { x: 0, y: 0, z: 0 }, rotation: { qx: 0, qy: 0, qz: 0, qw: 1 } }
    const frames = scene.frames.map((frame, index) => (index === 0 ? { ...frame, egoPose: origin } : frame))
    const { files } = await written(nuscenes, { dataset, scenes: [{ ...scene, frames }] })
    const native = new Map([...files].filter(([path]) => path !== "annotary.jsonl"))
    const back = await readBack(nuscenes, native)
    const scenes = await collected(back.scenes)
    assertClose(scenes[0]?.frames[0]?.egoPose, origin, 1e-9, "pose at the origin")
    const { losses } = await written(nuscenes, { dataset: back.dataset, scenes })
    assert.strictEqual(losses.count("coordinates"), 0)
  })

  it("are read without the tables of names, and with the levels of their own table", async () => {
    const tables = makeTables(all)
    const { attribute: _, visibility: __, ...rest } = tables
    const whole = await read(tables)
    assert.deepStrictEqual(whole.cuboids[0]?.attributes, {
      vehicle: "moving",
      visibility: "v80-100",
      interior_points: 5,
      radar_points: 2,
    })
    const { cuboids, losses } = await read(rest)
    assert.lengthOf(cuboids, 2)
    // The attribute and the visibility of both objects.
    assert.strictEqual(losses.find(({ kind }) => kind === "attribute-value")?.count, 4)
  })

  it("keep timestamps that are texts, and count fields of other tools", async () => {
    const tables = makeTables(all)
    const { frames, losses } = await read({
      ...tables,
      sample: tables.sample.map((row) => ({ ...row, timestamp: String(row.timestamp) })),
      sample_annotation: tables.sample_annotation.map((row) => ({ ...row, velocity: [1, 0, 0] })),
    })
    assert.deepStrictEqual(
      frames.map(({ timestamp }) => timestamp),
      ["1532402927000000", "1532402927000001"],
    )
    assert.deepStrictEqual(losses.find(({ kind }) => kind === "unknown")?.examples, [
      "v1.0-mini/sample_annotation.json /0/velocity",
      "v1.0-mini/sample_annotation.json /1/velocity",
    ])
  })

  it("are counted in an export where the ego pose of one frame among others is missing", async () => {
    const scene = drive({ isMoving: true, frames: 3, tracks: 2 })
    const frames = scene.frames.map((frame, index) => (index === 1 ? { ...frame, egoPose: null } : frame))
    const { losses } = await written(nuscenes, { dataset, scenes: [{ ...scene, frames }] })
    assert.strictEqual(losses.count("coordinates"), 1)
  })
})
