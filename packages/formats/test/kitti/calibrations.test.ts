/** Calibrations of KITTI that are missing or odd: nothing says then where the objects of a label file are. */
import { assert, describe, it } from "vitest"
import type { Format } from "../../src/Format.ts"
import { kitti } from "../../src/kitti/object.ts"
import { kittiTracking } from "../../src/kitti/tracking.ts"
import { type Files, readFiles } from "../files.ts"

const row = "Car 0.00 0 -1.58 587.01 173.33 614.12 200.12 1.65 1.67 3.64 -0.65 1.71 46.70 -1.59"

const calibration = `P2: 721.5377 0 609.5593 44.85728 0 721.5377 172.854 0.2163791 0 0 1 0.002745884
R0_rect: 1 0 0 0 1 0 0 0 1
Tr_velo_to_cam: 0 -1 0 0 0 0 -1 0 1 0 0 -0.27
`

const formats: ReadonlyArray<{ readonly format: Format; readonly folder: string; readonly label: string }> = [
  { format: kitti, folder: "training/label_2", label: row },
  { format: kittiTracking, folder: "training/label_02", label: `0 1 ${row}` },
]

const read = async (format: Format, files: Files) => {
  const { dataset, losses, scenes } = await readFiles(format, files)
  const count = (kind: string) => losses.find((loss) => loss.kind === kind)
  return { dataset, scenes, count }
}

for (const { folder, format, label } of formats)
  describe(`label files of ${format.title}`, () => {
    it("without a calibration are counted, since the place of their camera is not known", async () => {
      const { count, scenes } = await read(format, {
        [`${folder}/0000.txt`]: label,
        [`${folder}/0001.txt`]: label,
        "training/calib/0000.txt": calibration,
      })
      assert.lengthOf(scenes, 2)
      assert.deepStrictEqual(count("calibrations")?.examples, ["training/calib/0001.txt"])
    })

    it("whose calibration is no rotation are left out and counted, and the others come in", async () => {
      const { count, scenes } = await read(format, {
        [`${folder}/0000.txt`]: label,
        [`${folder}/0001.txt`]: label,
        "training/calib/0000.txt": calibration,
        "training/calib/0001.txt": calibration.replace("R0_rect: 1", "R0_rect: 0.5"),
      })
      assert.deepStrictEqual(
        scenes.map(({ name }) => name),
        ["0000"],
      )
      assert.match(count("records")?.examples[0] ?? "", /^training\/calib\/0001.txt R0_rect/)
    })

    it("take a calibration with lines of another tool, such as a date", async () => {
      const { scenes } = await read(format, {
        [`${folder}/0000.txt`]: label,
        "training/calib/0000.txt": `calib_time: 09-Jan-2012 13:57:47\n${calibration}`,
      })
      assert.lengthOf(scenes[0]?.frames[0]?.annotations ?? [], 1)
    })

    it("with one odd size stay cuboids: the object is counted, and no box of an image", async () => {
      const { count, dataset, scenes } = await read(format, {
        [`${folder}/0000.txt`]: label.replace(" 1.65 ", " -1.65 "),
        "training/calib/0000.txt": calibration,
      })
      assert.match(dataset.taskType, /^pointcloud-cuboid/)
      assert.lengthOf(scenes[0]?.frames[0]?.annotations ?? [], 0)
      assert.strictEqual(count("shapes")?.count, 1)
    })
  })

describe("the image of a label file of KITTI object", () => {
  const files = {
    "training/label_2/000000.txt": row,
    "training/calib/000000.txt": calibration,
    "training/image_3/000000.png": new Uint8Array(),
  }

  it("is that of the camera of the labels, in any case of its ending", async () => {
    const { scenes } = await read(kitti, { ...files, "training/image_2/000000.PNG": new Uint8Array() })
    assert.deepStrictEqual(
      scenes[0]?.frames[0]?.cameras.map(({ url }) => url),
      ["training/image_2/000000.PNG"],
    )
  })

  it("is never that of another camera", async () => {
    const { scenes } = await read(kitti, files)
    assert.lengthOf(scenes[0]?.frames[0]?.cameras ?? [], 0)
  })
})
