/** Writes `training/label_2` and `training/calib`, numbered as KITTI does, and the lists of the sets. */
import type { Writer } from "../Format.ts"
import { SplitLists } from "../files/SplitLists.ts"
import { writeFile } from "../files/Target.ts"
import { makeCategoryNames } from "../model/Dataset.ts"
import { SideFile } from "../side/SideFile.ts"
import { countCalibration, makeCalibration, objectKeys, printCalibration } from "./calibration.ts"
import { printRow } from "./rows.ts"

export const writeObject: Writer = async (scenes, { dataset, losses, place, target }) => {
  const nameOf = makeCategoryNames(dataset)
  const side = await SideFile.open(target, dataset)
  const lists = new SplitLists(target, (split: string) => `ImageSets/${split}.txt`)
  let count = 0
  for await (const scene of scenes) {
    const [frame] = scene.frames
    if (frame === undefined) continue
    const key = String(count).padStart(6, "0")
    count += 1
    const calibration = makeCalibration(frame)
    const context = { calibration, losses, place: scene.name, levels: false }
    const rows = frame.annotations.map((one) =>
      one.type === "cuboid" ? `${printRow(one, nameOf(one.categoryId), context)}\n` : "",
    )
    await writeFile(target, `training/label_2/${key}.txt`, rows.join(""))
    await writeFile(target, `training/calib/${key}.txt`, printCalibration(calibration, objectKeys))
    const [camera] = frame.cameras
    countCalibration(camera, losses, scene.name)
    await side.add(key, scene, [
      {
        file: frame.cloud && (await place(frame.cloud, `training/velodyne/${key}`)),
        cameras: camera?.url == null ? [] : [await place(camera, `training/image_2/${key}`)],
      },
    ])
    if (scene.split !== null) await lists.add(scene.split, key)
  }
  await lists.close()
  await side.close()
}
