import { assert, describe, it } from "vitest"
import type { Format } from "../../src/Format.ts"
import { kitti } from "../../src/kitti/object.ts"
import { kittiTracking } from "../../src/kitti/tracking.ts"
import { kittiRaw } from "../../src/kitti-raw/kittiRaw.ts"
import { mot } from "../../src/mot/formats.ts"
import { sustechPoints } from "../../src/sustechpoints/sustechPoints.ts"
import { filesOfOtherTools } from "../everyFormat/otherTools.ts"
import { readFiles, refusal } from "../files.ts"

const row = "Car 0 0 0 1 1 2 2 1 1 1 0 0 5 0"

/** Files of a frame, and one more that may be that of the frame as well. */
const doubles: ReadonlyArray<readonly [Format, Readonly<Record<string, unknown>>, string]> = [
  [
    kitti,
    { "training/label_2/000001.txt": row, "training/velodyne/000001.bin": "" },
    "training/velodyne/000001.pcd",
  ],
  [
    kittiTracking,
    { "training/label_02/0001.txt": `0 1 ${row}`, "training/velodyne/0001/000000.bin": "" },
    "training/velodyne/0001/000000.pcd",
  ],
  [kittiRaw, filesOfOtherTools["kitti-raw"] ?? {}, "drive_0001/velodyne_points/data/0000000000.txt"],
  [sustechPoints, filesOfOtherTools["sustechpoints"] ?? {}, "one/lidar/000001.bin"],
  [
    mot,
    {
      "train/S1/gt/gt.txt": "1,1,0,0,2,2,1,1,1\n",
      "train/S1/seqinfo.ini":
        "[Sequence]\nname=S1\nimDir=img1\nseqLength=1\nimWidth=6\nimHeight=5\nimExt=.jpg\n",
      "train/S1/img1/000001.jpg": "",
    },
    "train/S1/img1/000001.png",
  ],
]

describe("two files that may be that of one frame", () => {
  for (const [format, files, other] of doubles)
    it(`are refused with both names in ${format.title}`, async () => {
      const { scenes } = await readFiles(format, files)
      assert.isNotEmpty(scenes)
      const message = await refusal(format, { ...files, [other]: "" })
      assert.include(message, other)
      assert.include(message, other.replace(/\.[^.]+$/, ""))
    })
})
