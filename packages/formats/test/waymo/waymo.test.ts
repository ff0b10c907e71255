import { parquetWriteBuffer } from "hyparquet-writer"
import { assert, describe, it } from "vitest"
import { FormatError } from "../../src/FormatError.ts"
import { waymo } from "../../src/waymo/waymo.ts"
import { assertClose, collected, readBack } from "../roundTrip.ts"

type Columns = Readonly<Record<string, readonly [string, ReadonlyArray<unknown>]>>

const parquet = (columns: Columns): Uint8Array =>
  new Uint8Array(
    parquetWriteBuffer({
      columnData: Object.entries(columns).map(([name, [type, data]]) => ({
        name,
        type,
        data: [...data],
      })) as Parameters<typeof parquetWriteBuffer>[0]["columnData"],
    }),
  )

const segment = "10017090168044687777_6380_000_6400_000"

/** Three boxes in two frames, columns as the dataset has them. */
const boxes: Columns = {
  "key.segment_context_name": ["STRING", [segment, segment, segment]],
  "key.frame_timestamp_micros": [
    "INT64",
    [1_550_083_467_346_370n, 1_550_083_467_246_370n, 1_550_083_467_346_370n],
  ],
  "key.laser_object_id": ["STRING", ["-2a", "-2a", "bB"]],
  "[LiDARBoxComponent].box.center.x": ["DOUBLE", [11.5, 10.5, -3]],
  "[LiDARBoxComponent].box.center.y": ["DOUBLE", [1, 1, 2]],
  "[LiDARBoxComponent].box.center.z": ["DOUBLE", [0.5, 0.5, 0.25]],
  "[LiDARBoxComponent].box.size.x": ["DOUBLE", [4.5, 4.5, 0.8]],
  "[LiDARBoxComponent].box.size.y": ["DOUBLE", [2, 2, 0.7]],
  "[LiDARBoxComponent].box.size.z": ["DOUBLE", [1.6, 1.6, 1.7]],
  "[LiDARBoxComponent].box.heading": ["DOUBLE", [-Math.PI, 0.5, 3]],
  "[LiDARBoxComponent].type": ["INT32", [1, 1, 2]],
  "[LiDARBoxComponent].num_lidar_points_in_box": ["INT32", [120, 100, 3]],
  "[LiDARBoxComponent].speed.x": ["DOUBLE", [1, 1, 0]],
}

const read = async (files: Readonly<Record<string, Uint8Array>>) => {
  const found = await readBack(waymo, new Map(Object.entries(files)))
  return { ...found, scenes: await collected(found.scenes) }
}

const path = `training/lidar_box/${segment}.parquet`

const refused = async (columns: Columns | Uint8Array, reason: RegExp) => {
  const files = { [path]: columns instanceof Uint8Array ? columns : parquet(columns) }
  const error = await read(files).catch((cause: unknown) => cause)
  assert.instanceOf(error, FormatError)
  assert.strictEqual(error.path, path)
  assert.match(error.reason, reason)
}

describe("Waymo", () => {
  it("reads the boxes of a segment in the order of time, with tracks and points", async () => {
    const found = await read({ [path]: parquet(boxes) })
    assert.deepStrictEqual(
      found.dataset.categories.map(({ id, name }) => [id, name]),
      [
        [1, "vehicle"],
        [2, "pedestrian"],
        [3, "sign"],
        [4, "cyclist"],
        [5, "unknown"],
      ],
    )
    const [scene] = found.scenes
    assert.deepInclude(scene, { name: segment, split: "train", isSequence: true })
    assert.deepStrictEqual(
      scene?.frames.map(({ timestamp }) => timestamp),
      ["1550083467246370", "1550083467346370"],
    )
    assert.deepStrictEqual(scene?.frames[0]?.annotations, [
      {
        type: "cuboid",
        id: 1,
        categoryId: 1,
        trackId: 1,
        isKeyframe: true,
        attributes: { interior_points: 100 },
        isSynced: false,
        position: { x: 10.5, y: 1, z: 0.5 },
        dimensions: { x: 4.5, y: 2, z: 1.6 },
        yaw: 0.5,
        rotation: null,
      },
    ])
    const later = scene?.frames[1]?.annotations ?? []
    assert.deepStrictEqual(
      later.map(({ categoryId, trackId }) => [categoryId, trackId]),
      [
        [1, 1],
        [2, 2],
      ],
    )
    // Headings are in [−π, π), yaws in (−π, π].
    assert.strictEqual(later[0]?.type === "cuboid" && later[0].yaw, Math.PI)
    assert.deepStrictEqual(
      found.losses.list().map(({ count, kind }) => [kind, count]),
      [["unknown", 3]],
    )
  })

  it("reads the poses of the vehicle, and the frames that only they have", async () => {
    const turn = [0, -1, 0, 100, 1, 0, 0, 200, 0, 0, 1, 5, 0, 0, 0, 1]
    const poses = {
      "key.segment_context_name": ["STRING", [segment, segment]],
      "key.frame_timestamp_micros": ["INT64", [1_550_083_467_246_370n, 1_550_083_467_446_370n]],
      "[VehiclePoseComponent].world_from_vehicle.transform": ["JSON", [turn, turn]],
    } as const satisfies Columns
    const found = await read({
      [path]: parquet(boxes),
      [path.replace("lidar_box", "vehicle_pose")]: parquet(poses),
    })
    const frames = found.scenes[0]?.frames ?? []
    assert.deepStrictEqual(
      frames.map(({ annotations }) => annotations.length),
      [1, 2, 0],
    )
    assertClose(
      frames[0]?.egoPose,
      { position: { x: 100, y: 200, z: 5 }, rotation: { qx: 0, qy: 0, qz: Math.SQRT1_2, qw: Math.SQRT1_2 } },
      1e-12,
      "pose",
    )
    assert.isNull(frames[1]?.egoPose)
  })

  it("finds the boxes by their columns where the folder does not say it", async () => {
    const found = await read({ "boxes.parquet": parquet(boxes) })
    assert.strictEqual(found.scenes[0]?.split, null)
  })

  it("counts rows and poses that cannot be read, and frames whose pose is missing", async () => {
    const transform = (scale: number) => [scale, 0, 0, 5, 0, 1, 0, 6, 0, 0, 1, 7, 0, 0, 0, 1]
    const files = {
      [path]: parquet({
        ...boxes,
        "[LiDARBoxComponent].box.center.x": ["DOUBLE", [11.5, 10.5, Number.NaN]],
      }),
      [`training/vehicle_pose/${segment}.parquet`]: parquet({
        "key.segment_context_name": ["STRING", [segment, segment]],
        "key.frame_timestamp_micros": ["INT64", [1_550_083_467_246_370n, 1_550_083_467_346_370n]],
        "[VehiclePoseComponent].world_from_vehicle.transform": ["JSON", [transform(1), transform(2)]],
      }),
    }
    const { losses, scenes } = await read(files)
    assert.deepStrictEqual(
      scenes[0]?.frames.map(({ annotations, egoPose }) => [annotations.length, egoPose?.position.x]),
      [
        [1, 5],
        [1, undefined],
      ],
    )
    const count = (kind: string) => losses.list().find((loss) => loss.kind === kind)?.count
    assert.deepStrictEqual([count("rows"), count("ego-poses"), count("coordinates")], [1, 1, 1])
    const odd = await read({
      [path]: parquet({ ...boxes, "[LiDARBoxComponent].type": ["INT32", [1, 9, 1]] }),
    })
    assert.match(
      odd.losses.list().find(({ kind }) => kind === "rows")?.examples[0] ?? "",
      /row 1 has an unknown type/,
    )
  })

  it("reads numbers as keys, rows without a count of points, and the sets of folders of any spelling", async () => {
    const { losses, scenes } = await read({
      "val/lidar_box/a.parquet": parquet({
        ...boxes,
        "key.laser_object_id": ["INT64", [7n, 7n, 9_007_199_254_740_993n]],
        "[LiDARBoxComponent].num_lidar_points_in_box": ["DOUBLE", [120, Number.NaN, 3]],
      }),
    })
    assert.strictEqual(scenes[0]?.split, "val")
    assert.deepStrictEqual(
      scenes[0]?.frames.map(({ annotations }) =>
        annotations.map(({ attributes, trackId }) => [trackId, attributes]),
      ),
      [
        [[1, {}]],
        [
          [1, { interior_points: 120 }],
          [2, { interior_points: 3 }],
        ],
      ],
    )
    assert.strictEqual(
      losses.list().find(({ kind }) => kind === "rows"),
      undefined,
    )
  })

  it("finds the poses of tables that are in no folder of their component", async () => {
    const { scenes } = await read({
      "boxes.parquet": parquet(boxes),
      "poses.parquet": parquet({
        "key.segment_context_name": ["STRING", [segment]],
        "key.frame_timestamp_micros": ["INT64", [1_550_083_467_246_370n]],
        "[VehiclePoseComponent].world_from_vehicle.transform": [
          "JSON",
          [[1, 0, 0, 5, 0, 1, 0, 6, 0, 0, 1, 7, 0, 0, 0, 1]],
        ],
      }),
    })
    assert.deepStrictEqual(scenes[0]?.frames[0]?.egoPose?.position, { x: 5, y: 6, z: 7 })
  })

  it("counts a broken pose once, however many tables of boxes refer to the tables of poses", async () => {
    const { losses, scenes } = await read({
      "boxes-1.parquet": parquet(boxes),
      "boxes-2.parquet": parquet({
        ...boxes,
        "key.segment_context_name": ["STRING", ["other", "other", "other"]],
      }),
      "poses.parquet": parquet({
        "key.segment_context_name": ["STRING", [segment, "other"]],
        "key.frame_timestamp_micros": ["INT64", [1_550_083_467_246_370n, 1_550_083_467_246_370n]],
        "[VehiclePoseComponent].world_from_vehicle.transform": [
          "JSON",
          [Array(16).fill(0), [1, 0, 0, 5, 0, 1, 0, 6, 0, 0, 1, 7, 0, 0, 0, 1]],
        ],
      }),
    })
    assert.deepStrictEqual(scenes[1]?.frames[0]?.egoPose?.position, { x: 5, y: 6, z: 7 })
    assert.strictEqual(losses.count("ego-poses"), 1)
  })

  it("refuses missing columns, other types and broken files", async () => {
    const { "[LiDARBoxComponent].box.heading": _, ...rest } = boxes
    await refused(rest, /has no column \[LiDARBoxComponent\].box.heading/)
    await refused(
      { ...boxes, "[LiDARBoxComponent].box.heading": ["STRING", ["a", "b", "c"]] },
      /row 0 has a in the column/,
    )
    const whole = parquet(boxes)
    const broken = Uint8Array.from(whole, (byte, at) => (at > 3 && at < 200 ? 0xff : byte))
    await refused(broken, /cannot be read as Parquet/)
    const cut = { [path]: whole.subarray(0, 200), "a/lidar_box/b.parquet": whole }
    const error = await read(cut).catch((cause: unknown) => cause)
    assert.instanceOf(error, FormatError)
    assert.match(error.reason, /is not a valid Parquet file/)
  })
})
