/** Writes `training/label_02` and `training/calib`, numbered as KITTI does, and the lengths of the sequences. */
import type { Writer } from "../Format.ts"
import { SplitLists } from "../files/SplitLists.ts"
import { writeFile } from "../files/Target.ts"
import { categoryNames } from "../model/Dataset.ts"
import type { Frame, Scene } from "../model/Scene.ts"
import { SideFile } from "../side/SideFile.ts"
import {
  calibrationOf,
  countCalibration,
  fixedCalibration,
  printCalibration,
  trackingKeys,
} from "./calibration.ts"
import { printRow } from "./rows.ts"

export const writeTracking: Writer = async (scenes, { dataset, losses, place, target }) => {
  const nameOf = categoryNames(dataset)
  const side = await SideFile.open(target, dataset)
  const all = await target.open("training/evaluate_tracking.seqmap.training")
  const lists = new SplitLists(target, (split: string) => `training/evaluate_tracking.seqmap.${split}`)
  let count = 0
  for await (const scene of scenes) {
    const key = String(count).padStart(4, "0")
    count += 1
    const calibration = scene.frames[0] === undefined ? fixedCalibration : calibrationOf(scene.frames[0])
    if (hasOtherCalibration(scene)) losses.add("cameras", scene.name)
    const label = await target.open(`training/label_02/${key}.txt`)
    const placed = []
    for (const [index, frame] of scene.frames.entries()) {
      const context = { calibration, losses, place: `${scene.name}, frame ${index}`, levels: true }
      for (const one of frame.annotations)
        if (one.type === "cuboid")
          await label.write(
            `${index} ${one.trackId ?? one.id} ${printRow(one, nameOf(one.categoryId), context)}\n`,
          )
      const number = String(index).padStart(6, "0")
      const [camera] = frame.cameras
      countCalibration(camera, losses, context.place)
      placed.push({
        file: frame.cloud && (await place(frame.cloud, `training/velodyne/${key}/${number}`)),
        cameras: camera?.url == null ? [] : [await place(camera, `training/image_02/${key}/${number}`)],
      })
    }
    await label.close()
    await writeFile(target, `training/calib/${key}.txt`, printCalibration(calibration, trackingKeys))
    await side.add(key, scene, placed)
    const length = `${key} empty 000000 ${String(scene.frames.length).padStart(6, "0")}`
    await all.write(`${length}\n`)
    if (scene.split !== null) await lists.add(scene.split, length)
  }
  await all.close()
  await lists.close()
  await side.close()
}

/** A sequence has one calibration. */
const hasOtherCalibration = ({ frames }: Scene): boolean => {
  const text = (frame: Frame | undefined) => (frame === undefined ? "" : JSON.stringify(calibrationOf(frame)))
  return frames.some((frame) => text(frame) !== text(frames[0]))
}
