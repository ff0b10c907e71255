import { assert, describe, it } from "vitest"
import { kitti } from "../../src/kitti/object.ts"
import { kittiTracking } from "../../src/kitti/tracking.ts"
import { findCloudType } from "../../src/model/cloudType.ts"
import { nuscenes } from "../../src/nuscenes/nuscenes.ts"
import { openlabel } from "../../src/openlabel/openlabel.ts"
import { dataset, drive } from "../drive.ts"
import { collected, readBack, written } from "../roundTrip.ts"

describe("the type of a point cloud", () => {
  it("is that of the ending of its file, in any case", () => {
    const types = { bin: "kitti", other: "pcd" }
    const typeOf = (path: string) => findCloudType(path, types)
    assert.deepStrictEqual(
      ["a/b.pcd", "B.PCD", "b.pcd.bin", "b.bin", "b.ply", "b.las", "b.laz", "b", "x.bin/b.pcd?key=a.bin"].map(
        typeOf,
      ),
      ["pcd", "pcd", "nuscenes", "kitti", "ply", "las", "las", "pcd", "pcd"],
    )
  })

  it("is none for another ending, whatever the tools of the format write", () => {
    const typeOf = (path: string) => findCloudType(path, { bin: "kitti", other: "pcd" })
    assert.deepStrictEqual(
      ["a.npy", "a.feather", "a.xyz", "a.PTS", "a.pcd.gz", "a.csv?key=b.pcd"].map(typeOf),
      ["", "", "", "", "", ""],
    )
    assert.deepStrictEqual(
      ["2011.09.26", "scan.001", "clouds/7", "scan.left", "sweep.v2", "lidar.top"].map(typeOf),
      Array(6).fill("pcd"),
    )
  })

  it("is read so in nuScenes, whose tools may have converted the clouds", async () => {
    const scene = drive({ frames: 4, tracks: 1 })
    const { files } = await written(nuscenes, { dataset, scenes: [scene] })
    const path = [...files.keys()].find((one) => one.endsWith("sample_data.json")) ?? assert.fail()
    const endings = ["pcd", "pcd.bin", "bin", "ply"]
    let index = 0
    const text = Buffer.from(files.get(path) ?? []).toString()
    const renamed = text.replaceAll(
      /"filename":\s*"[^"]*"/g,
      () => `"filename":"samples/LIDAR_TOP/${index}.${endings[index++]}"`,
    )
    const changed = new Map([...files, [path, new TextEncoder().encode(renamed)] as const])
    changed.delete("annotary.jsonl")
    const [found] = await collected((await readBack(nuscenes, changed)).scenes)
    assert.deepStrictEqual(
      found?.frames.map(({ cloud }) => cloud?.type),
      ["pcd", "nuscenes", "nuscenes", "ply"],
    )
  })

  it("is read so in KITTI", async () => {
    const label = new TextEncoder().encode("Car 0 0 0 1 2 3 4 1.5 2 4 1 2 10 0.5\n")
    const row = new TextEncoder().encode("0 1 Car 0 0 0 1 2 3 4 1.5 2 4 1 2 10 0.5\n")
    const ply = new Uint8Array()
    const object = await readBack(
      kitti,
      new Map([
        ["training/label_2/000001.txt", label],
        ["training/velodyne/000001.ply", ply],
      ]),
    )
    const tracking = await readBack(
      kittiTracking,
      new Map([
        ["training/label_02/0000.txt", row],
        ["training/velodyne/0000/000000.ply", ply],
      ]),
    )
    for (const { scenes } of [object, tracking]) {
      const [scene] = await collected(scenes)
      assert.strictEqual(scene?.frames[0]?.cloud?.type, "ply")
    }
  })

  it("is read so in OpenLABEL", async () => {
    const document = (uri: string) => ({
      openlabel: {
        metadata: { schema_version: "1.0.0" },
        streams: { TOP: { type: "lidar", uri } },
        objects: { "1": { name: "a", type: "Car" } },
        frames: {},
      },
    })
    for (const [uri, type] of Object.entries({ "a.bin": "kitti", "a.pcd.bin": "nuscenes", "a.ply": "ply" })) {
      const bytes = new TextEncoder().encode(JSON.stringify(document(uri)))
      const [scene] = await collected((await readBack(openlabel, new Map([["a.json", bytes]]))).scenes)
      assert.strictEqual(scene?.frames[0]?.cloud?.type, type)
    }
  })
})
