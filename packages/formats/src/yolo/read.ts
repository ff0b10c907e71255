/** Reads images with their label files. Sizes of images are needed, so the images must be there. */
import { findSkeletons } from "../carry/Carrying.ts"
import type { ReadContext, Reader } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import type { Source } from "../files/Source.ts"
import { placeInSet } from "../images/placeInSet.ts"
import type { SkeletonDefinition } from "../model/Dataset.ts"
import { emptyFrame, emptyScene } from "../model/empty.ts"
import { findPrediction } from "../model/predictions.ts"
import type { Annotation, Scene } from "../model/Scene.ts"
import { type Columns, findColumns, isBlank, readRows } from "./columns.ts"
import { detectTask, readConfig } from "./config.ts"
import { isDotaHeader } from "./dota.ts"
import { findImages, findLabels } from "./labels.ts"
import { OddRow, readRow } from "./readRow.ts"
import type { Task } from "./rows.ts"
import { makeCategories, namesOf } from "./samples.ts"
import type { YoloConfig, YoloImage } from "./YoloConfig.ts"

export const yoloReader = (task: Task): Reader => ({
  detect: (source) =>
    detectTask(source, task, async (config) => {
      if (config.masks !== null) return false
      return (await findColumns(source, config, findImages(source, config))).task === task
    }),
  read: async (source, context) => {
    const config = await readConfig(source, context.losses)
    if (config.sets.every(({ images }) => images.length === 0))
      throw new FormatError(
        config.path,
        "has no images: they are needed, because labels are shares of their sizes.",
      )
    if (task === "pose" && config.keypoints === null) throw new FormatError(config.path, "has no kpt_shape.")
    const images = await findLabels(source, config, context.losses)
    const categories = makeCategories(config, context.losses, task)
    return {
      dataset: {
        name: "yolo",
        description: "",
        taskType: task === "detect" ? "bboxes" : task === "pose" ? "keypoints" : "vector",
        categories,
        imageAttributes: [],
      },
      scenes: scenes({
        source,
        config,
        images,
        skeletons: findSkeletons({ categories }),
        columns: await findColumns(source, config, images, task),
        context,
      }),
    }
  },
})

interface Reading {
  readonly source: Source
  readonly config: YoloConfig
  readonly images: ReadonlyArray<YoloImage>
  readonly columns: Columns
  readonly skeletons: ReadonlyMap<number, SkeletonDefinition>
  readonly context: ReadContext
}

async function* scenes(reading: Reading): AsyncGenerator<Scene> {
  const { context, images } = reading
  const names = namesOf(images)
  const counts = { rows: 0, odd: undefined as FormatError | undefined }
  for (const [index, { label, path, split }] of images.entries()) {
    const size = await context.sizeOf(path)
    if (size === null) throw new FormatError(path, "is no image whose size can be read.")
    const annotations: Array<Annotation> = []
    const texts = new Set<string>()
    const rows = label === undefined ? [] : await readRows(reading.source, label)
    const hasPolygons = rows.some(({ length }) => length > 6)
    for (const [at, row] of rows.entries()) {
      if (label === undefined || isBlank(row) || isDotaHeader(row)) continue
      const text = row.join(" ")
      const place = `${label} line ${at + 1}`
      try {
        const own = { ...reading, size, path: label, line: at + 1, losses: context.losses, hasPolygons }
        const annotation = readRow(row, own, annotations.length + 1)
        counts.rows += 1
        if (texts.has(text)) context.losses.add("duplicate", place)
        else annotations.push(annotation)
        texts.add(text)
      } catch (cause) {
        if (!(cause instanceof OddRow)) throw cause
        counts.odd ??= new FormatError(label, `${cause.message}, in line ${at + 1}.`)
        context.losses.add("rows", `${place} ${cause.message}`)
      }
    }
    const frame = { ...emptyFrame, image: { url: path, size }, annotations }
    const work = label === undefined ? { status: "UNLABELED" as const } : findPrediction(annotations)
    const scene = { ...emptyScene, name: names[index] ?? path, kind: "image-vector" as const }
    yield { ...scene, ...placeInSet(path, split), ...work, frames: [frame] }
  }
  // Rows of another task are no odd ones.
  if (counts.rows === 0 && counts.odd !== undefined) throw counts.odd
}
