/** Writes `training/label_02` and `training/calib`, numbered as KITTI does, and the lengths of the sequences. */
import type { Writer } from "../Format.ts"
import { SplitLists } from "../files/SplitLists.ts"
import { writeFile } from "../files/Target.ts"
import { makeCategoryNames } from "../model/Dataset.ts"
import type { Frame, Scene } from "../model/Scene.ts"
import { SideFile } from "../side/SideFile.ts"
import {
  countCalibration,
  fixedCalibration,
  makeCalibration,
  printCalibration,
  trackingKeys,
} from "./calibration.ts"
import { printRow } from "./rows.ts"

export const writeTracking: Writer = async (scenes, { dataset, losses, place, target }) => {
  const nameOf = makeCategoryNames(dataset)
  const side = await SideFile.open(target, dataset)
  const all = await target.open("training/evaluate_tracking.seqmap.training")
  const lists = new SplitLists(target, (split: string) => `training/evaluate_tracking.seqmap.${split}`)
  let count = 0
  for await (const scene of scenes) {
    const key = String(count).padStart(4, "0")
    count += 1
    const calibration = scene.frames[0] === undefined ? fixedCalibration : makeCalibration(scene.frames[0])
    if (hasOtherCalibration(scene)) losses.add("cameras", scene.name)
    const label = await target.open(`training/label_02/${key}.txt`)
    const placed = []
    for (const [index, frame] of scene.frames.entries()) {
      const context = { calibration, losses, place: `${scene.name}, frame ${index}`, levels: true }
      for (const annotation of frame.annotations)
        if (annotation.type === "cuboid")
          await label.write(
            `${index} ${annotation.trackId ?? annotation.id} ${printRow(annotation, nameOf(annotation.categoryId), context)}\n`,
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
  const formatFrameCalibration = (frame: Frame | undefined) =>
    frame === undefined ? "" : JSON.stringify(makeCalibration(frame))
  return frames.some((frame) => formatFrameCalibration(frame) !== formatFrameCalibration(frames[0]))
}
