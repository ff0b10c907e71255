/** MOTS as images: `SET/instances/NAME/000000.png`, whose gray values are the objects, as KITTI MOTS has them. Frames count from 0. */

import { countChangedIds } from "../carry/countChangedIds.ts"
import type { WriteContext, Writer } from "../Format.ts"
import { getStem } from "../files/paths.ts"
import { SplitLists } from "../files/SplitLists.ts"
import { writeFile } from "../files/Target.ts"
import { flattenStem, setFolder } from "../images/setPaths.ts"
import { measureFrames, type SizedFrame } from "../images/sizedFrames.ts"
import { encodeGray } from "../masks-png/grayPng.ts"
import type { Annotation, Bitmap, Scene } from "../model/Scene.ts"
import { assignObjectIds, type ObjectIds } from "./ObjectIds.ts"

/** The largest value of a pixel. */
const mostObject = 65_535

export const writeMotsPng: Writer = async (scenes, context) => {
  const { dataset, target } = context
  const sets = new Set<string>()
  const lists = new SplitLists(target, (set: string) => `${set}.seqmap`)
  const labels = dataset.categories.map(({ name }) => `${name}\n`).join("")
  for await (const scene of scenes) {
    const frames = await measureFrames(scene, context)
    if (frames === null) continue
    const set = setFolder(scene.split)
    const name = flattenStem(getStem(scene.name))
    await writeFrames(scene, frames, `${set}/`, name, context)
    if (!sets.has(set)) await writeFile(target, `${set}/instances/labels.txt`, labels)
    sets.add(set)
    await lists.add(set, `${name} empty 000000 ${formatFrameNumber(frames.length - 1)}`)
  }
  await lists.close()
}

const formatFrameNumber = (index: number): string => String(index).padStart(6, "0")

const writeFrames = async (
  scene: Scene,
  frames: ReadonlyArray<SizedFrame>,
  root: string,
  name: string,
  { losses, place, target }: WriteContext,
): Promise<void> => {
  const objects = assignObjectIds(scene, losses)
  for (const { frame, image, index, size } of frames) {
    await place(image, `${root}image_02/${name}/${formatFrameNumber(index)}`)
    const bitmap = (await frame.bitmap?.load()) ?? { ...size, ids: new Uint32Array(size.width * size.height) }
    const { painted, values } = assignPixelValues(frame, bitmap, objects, scene.name)
    const sceneFrame = `${scene.name}, frame ${index}`
    losses.add("empty-masks", sceneFrame, frame.annotations.length - painted.length)
    // Annotations are read in the order of their objects.
    countChangedIds(
      [...painted].sort((a, b) => objects.of(a) - objects.of(b)),
      sceneFrame,
      losses,
    )
    await writeFile(
      target,
      `${root}instances/${name}/${formatFrameNumber(index)}.png`,
      encodeGray(values, 16),
    )
  }
}

/** The object of each pixel, and the annotations that have some. */
const assignPixelValues = (
  { annotations }: SizedFrame["frame"],
  bitmap: Bitmap,
  objects: ObjectIds,
  name: string,
): { readonly values: Bitmap; readonly painted: ReadonlyArray<Annotation> } => {
  const objectIds = new Map(annotations.map((one) => [one.id, objects.of(one)]))
  const largest = [...objectIds.values()].reduce((a, b) => Math.max(a, b), 0)
  if (largest > mostObject)
    throw new Error(`${name} has the object ${largest}, but the pixels of MOTS are at most ${mostObject}.`)
  const seen = new Set<number>()
  const ids = bitmap.ids.map((id) => {
    const object = objectIds.get(id) ?? 0
    if (object !== 0) seen.add(id)
    return object
  })
  return { values: { ...bitmap, ids }, painted: annotations.filter(({ id }) => seen.has(id)) }
}
