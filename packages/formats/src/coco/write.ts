/** Writes `annotations/instances_SET.json` for each set of samples. */
import type { WriteContext, Writer } from "../Format.ts"
import { measureFrames } from "../images/sizedFrames.ts"
import { encodeBitmapRles } from "../masks/bitmapRle.ts"
import type { Dataset } from "../model/Dataset.ts"
import type { Scene } from "../model/Scene.ts"
import { formatAnnotationRecord, type Masks } from "./annotations.ts"
import { formatCategoryRecord } from "./categories.ts"
import { formatImageRecord, formatVideoRecord } from "./images.ts"
import { JsonFile } from "./JsonFile.ts"
import { padKeypoints } from "./keypoints.ts"

/** The part of file names that stands for scenes of no set. */
export const noSet = "default"

/** The beginning of a document, up to its images. */
export const formatDocumentHead = ({ description, name, taskType }: Dataset): string =>
  `{"info":${JSON.stringify({ description: description || name, task_type: taskType })},\n"licenses":[],\n"images":[\n`

export const writeCoco: Writer = async (scenes, context) => {
  const { dataset } = context
  const files = new Map<string, JsonFile>()
  /** The largest number of keypoints of a category, and whether all its shapes have as many. */
  const keypoints = new Map<number, number>()
  let isUneven = false
  const openSetFile = async (set: string) => {
    const file =
      files.get(set) ??
      (await JsonFile.open(context.target, `annotations/instances_${set}.json`, formatDocumentHead(dataset), [
        "annotations",
        "videos",
      ]))
    files.set(set, file)
    return file
  }
  const named = new Map(
    dataset.categories.flatMap(({ id, skeleton }) =>
      skeleton === undefined ? [] : [[id, skeleton.joints.length]],
    ),
  )
  for await (const scene of scenes) {
    await writeScene(scene, await openSetFile(scene.split ?? noSet), named, context)
    for (const { annotations } of scene.frames)
      for (const annotation of annotations)
        if (annotation.type === "point" && !named.has(annotation.categoryId)) {
          const { categoryId, points } = annotation
          const keypointCount = keypoints.get(categoryId)
          if (keypointCount !== undefined && keypointCount !== points.length) isUneven = true
          keypoints.set(categoryId, Math.max(keypointCount ?? 0, points.length))
        }
  }
  if (files.size === 0) await openSetFile(noSet)
  const categories = dataset.categories.map((category) =>
    formatCategoryRecord(category, keypoints.get(category.id) ?? 0),
  )
  const tail = `,\n"categories":[\n${categories.join(",\n")}\n]}\n`
  for (const file of files.values())
    await file.close(tail, ["annotations"], isUneven ? padKeypoints(keypoints) : undefined)
}

/** `named` has the number of keypoints of each category whose keypoints have names. */
const writeScene = async (
  scene: Scene,
  file: JsonFile,
  named: ReadonlyMap<number, number>,
  context: WriteContext,
): Promise<void> => {
  const frames = await measureFrames(scene, context)
  if (frames === null) return
  const video = scene.isSequence ? file.count("videos") + 1 : null
  if (video !== null) await file.add("videos", formatVideoRecord(scene, video))
  for (const sized of frames) {
    const image = file.count("images") + 1
    await file.add("images", await formatImageRecord(sized, scene, { image, video }, context.place))
    const { annotations, bitmap } = sized.frame
    const masks: Masks = bitmap === null ? new Map() : encodeBitmapRles(await bitmap.load())
    const first = file.count("annotations") + 1
    const records = annotations.map((annotation, index) =>
      formatAnnotationRecord(
        annotation,
        { annotation: first + index, image, video },
        masks,
        sized.size,
        named.get(annotation.categoryId),
      ),
    )
    await file.addAll("annotations", records)
  }
}
