import { assert, describe, it } from "vitest"
import { getCuboidRotation, moveCuboid } from "../../src/model/poses.ts"
import type { Scene } from "../../src/model/Scene.ts"
import { nuscenes } from "../../src/nuscenes/nuscenes.ts"
import { camera, categories, dataset, drive, poseAt } from "../drive.ts"
import { written } from "../roundTrip.ts"
import { checkedBy } from "./checked.ts"

const packages = ["numpy<2", "nuscenes-devkit==1.2.0", "setuptools<81"]

/** The boxes of each sample in the world and in the frame of the scanner, and what the devkit makes of the rest. */
const program = `
import json, sys
from nuscenes.nuscenes import NuScenes
from nuscenes.utils.splits import get_scenes_of_custom_split
nusc = NuScenes(version="v1.0-trainval", dataroot=sys.argv[1], verbose=False)
found = {"tables": {name: len(getattr(nusc, name)) for name in nusc.table_names}, "frames": [], "split": get_scenes_of_custom_split("val", nusc)}
scene = nusc.scene[0]
token = scene["first_sample_token"]
boxes = lambda many: [[b.name, *map(float, b.center), *map(float, b.wlh), *map(float, b.orientation.elements)] for b in many]
while token != "":
    sample = nusc.get("sample", token)
    lidar = sample["data"]["LIDAR_TOP"]
    _, local, _ = nusc.get_sample_data(lidar)
    _, seen, intrinsic = nusc.get_sample_data(sample["data"]["front"])
    found["frames"].append({"world": boxes(nusc.get_boxes(lidar)), "local": boxes(local), "seen": len(seen), "intrinsic": intrinsic.tolist()})
    token = sample["next"]
for instance in nusc.instance:
    count, token = 0, instance["first_annotation_token"]
    while token != "":
        nusc.box_velocity(token)
        count, last, token = count + 1, token, nusc.get("sample_annotation", token)["next"]
    assert count == instance["nbr_annotations"] and last == instance["last_annotation_token"]
for log in nusc.log:
    assert nusc.get("map", log["map_token"])
print(json.dumps(found))
`

interface Found {
  readonly tables: Readonly<Record<string, number>>
  readonly frames: ReadonlyArray<{
    readonly world: ReadonlyArray<readonly [string, ...Array<number>]>
    readonly local: ReadonlyArray<readonly [string, ...Array<number>]>
    readonly seen: number
    readonly intrinsic: ReadonlyArray<ReadonlyArray<number>>
  }>
  readonly split: ReadonlyArray<string>
}

describe("nuscenes-devkit", () => {
  it("loads our tables, and its boxes equal ours", { timeout: 1_000_000 }, async (context) => {
    const scene: Scene = {
      ...drive({ cameras: [camera], isMoving: true, frames: 8, tracks: 40 }),
      split: "val",
    }
    const { files } = await written(nuscenes, { dataset, scenes: [scene] })
    const found = (await checkedBy(packages, program, files, context)) as Found
    const names = new Map(categories.map(({ id, name }) => [id, name]))
    assert.deepStrictEqual(found.split, [scene.name])
    assert.strictEqual(found.tables.sample, scene.frames.length)
    assert.strictEqual(Object.keys(found.tables).length, 13)
    let largest = 0
    for (const [index, frame] of scene.frames.entries())
      for (const [at, one] of frame.annotations.entries()) {
        if (one.type !== "cuboid") continue
        for (const [where, cuboid] of [
          ["world", moveCuboid(one, poseAt(index))],
          ["local", one],
        ] as const) {
          const [name, ...numbers] = found.frames[index]?.[where][at] ?? [""]
          assert.strictEqual(name, names.get(one.categoryId))
          const { dimensions, position } = cuboid
          const { qw, qx, qy, qz } = getCuboidRotation(cuboid)
          // A quaternion and its opposite are one rotation.
          const sign = (numbers[6] ?? 0) * qw + (numbers[9] ?? 0) * qz < 0 ? -1 : 1
          const wanted = [
            position.x,
            position.y,
            position.z,
            dimensions.y,
            dimensions.x,
            dimensions.z,
            sign * qw,
            sign * qx,
            sign * qy,
            sign * qz,
          ]
          largest = Math.max(
            largest,
            ...wanted.map((value, axis) => Math.abs(value - (numbers[axis] ?? Number.NaN))),
          )
        }
      }
    process.stdout.write(`nuScenes against the devkit: ${largest}\n`)
    assert.isBelow(largest, 1e-6)
    assert.deepStrictEqual(found.frames[0]?.intrinsic, camera.intrinsics)
    assert.isAbove(found.frames[0]?.seen ?? 0, 0)
  })
})
