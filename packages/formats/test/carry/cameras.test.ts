import { assert, describe, it } from "vitest"
import { argoverse2 } from "../../src/argoverse2/argoverse2.ts"
import { kitti } from "../../src/kitti/object.ts"
import { kittiTracking } from "../../src/kitti/tracking.ts"
import type { Camera } from "../../src/model/Scene.ts"
import { nuscenes } from "../../src/nuscenes/nuscenes.ts"
import { camera, dataset, drive } from "../drive.ts"
import { written } from "../roundTrip.ts"

const lossesOf = async (format: typeof kitti, changes: Partial<Camera>) => {
  const scene = drive({ frames: 1, tracks: 1, cameras: [{ ...camera, ...changes }] })
  const { losses } = await written(format, { dataset, scenes: [scene] })
  return losses
    .list()
    .map(({ kind }) => kind)
    .filter((kind) => kind === "camera-poses" || kind === "intrinsics" || kind === "distortion")
}

const skewed = [
  [500, 2, 320],
  [0, 500, 240],
  [0, 0, 1],
]

describe("calibrations that a format has no place for", () => {
  it("are counted where an export of nuScenes needs a pose", async () => {
    assert.deepStrictEqual(await lossesOf(nuscenes, {}), [])
    assert.deepStrictEqual(await lossesOf(nuscenes, { extrinsics: null }), ["camera-poses"])
  })

  it("are counted where a camera of KITTI has intrinsics alone", async () => {
    for (const format of [kitti, kittiTracking]) {
      assert.deepStrictEqual(await lossesOf(format, {}), [])
      assert.deepStrictEqual(await lossesOf(format, { extrinsics: null }), ["intrinsics"])
      assert.deepStrictEqual(await lossesOf(format, { extrinsics: null, intrinsics: null }), [])
    }
  })

  it("are counted where a camera of Argoverse has skew", async () => {
    assert.deepStrictEqual(await lossesOf(argoverse2, {}), [])
    assert.deepStrictEqual(await lossesOf(argoverse2, { intrinsics: skewed }), ["intrinsics"])
  })
})
