import { assert, describe, it } from "vitest"
import { waymo } from "../../src/waymo/waymo.ts"
import { collected, readBack } from "../roundTrip.ts"
import { checkedBy } from "./checked.ts"

/** Files as pandas writes those of the dataset: compressed by Snappy, small integers, lists of numbers. */
const program = `
import json, os, sys
import pyarrow as pa
import pyarrow.parquet as pq
name = "1005081002024129653_5313_150_5333_150"
rows = 500
c = "[LiDARBoxComponent]."
boxes = {"key.segment_context_name": [name] * rows, "key.frame_timestamp_micros": pa.array([1510593618140000 + 100000 * (i // 50) for i in range(rows)], pa.int64()),
         "key.laser_object_id": ["id%d" % (i % 50) for i in range(rows)]}
for part in ("center", "size"):
    for axis in "xyz":
        boxes[c + "box." + part + "." + axis] = pa.array([1.25 * i + ord(axis) for i in range(rows)], pa.float64())
boxes[c + "box.heading"] = pa.array([((i % 60) - 30) / 10 for i in range(rows)], pa.float64())
boxes[c + "type"] = pa.array([i % 5 for i in range(rows)], pa.int8())
boxes[c + "num_lidar_points_in_box"] = pa.array(range(rows), pa.int64())
boxes[c + "difficulty_level.detection"] = pa.array([1] * rows, pa.int8())
poses = {"key.segment_context_name": [name] * 10, "key.frame_timestamp_micros": pa.array([1510593618140000 + 100000 * i for i in range(10)], pa.int64()),
         "[VehiclePoseComponent].world_from_vehicle.transform": pa.array([[1, 0, 0, float(i), 0, 1, 0, 2, 0, 0, 1, 3, 0, 0, 0, 1] for i in range(10)], pa.list_(pa.float64()))}
found = {}
for folder, table in (("lidar_box", boxes), ("vehicle_pose", poses)):
    path = os.path.join(sys.argv[1], folder + ".parquet")
    pq.write_table(pa.table(table), path, compression="snappy")
    found["validation/%s/%s.parquet" % (folder, name)] = open(path, "rb").read().hex()
print(json.dumps(found))
`

describe("pyarrow", () => {
  it("writes boxes of Waymo that we read", { timeout: 1_000_000 }, async (context) => {
    const files = (await checkedBy(["pyarrow==26.0.1"], program, new Map(), context)) as Record<
      string,
      string
    >
    const source = new Map(Object.entries(files).map(([path, hex]) => [path, Buffer.from(hex, "hex")]))
    const [scene] = await collected((await readBack(waymo, source)).scenes)
    assert.strictEqual(scene?.split, "val")
    assert.deepStrictEqual(
      scene?.frames.map(({ annotations }) => annotations.length),
      Array.from({ length: 10 }, () => 50),
    )
    assert.deepStrictEqual(scene?.frames[3]?.egoPose?.position, { x: 3, y: 2, z: 3 })
    const one = scene?.frames[2]?.annotations[5]
    assert.deepInclude(one, {
      trackId: 6,
      yaw: 1.5,
      position: { x: 105 * 1.25 + 120, y: 105 * 1.25 + 121, z: 105 * 1.25 + 122 },
      attributes: { interior_points: 105 },
    })
  })
})
