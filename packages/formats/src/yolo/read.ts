/** Reads images with their label files. Sizes of images are needed, so the images must be there. */
import { findSkeletons } from "../carry/Carrying.ts"
import type { ReadContext, Reader } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { PartReader } from "../files/PartReader.ts"
import type { Source } from "../files/Source.ts"
import { placeInSet } from "../images/placeInSet.ts"
import type { SkeletonDefinition } from "../model/Dataset.ts"
import { emptyFrame, emptyScene } from "../model/empty.ts"
import { findPrediction } from "../model/predictions.ts"
import type { Annotation, Scene, Size } from "../model/Scene.ts"
import { type Columns, findColumns, isBlank, readRows } from "./columns.ts"
import { detectTask, readConfig } from "./config.ts"
import { isDotaHeader } from "./dota.ts"
import { findImages, findLabels } from "./labels.ts"
import { OddRow, type RowPlace, readRow } from "./readRow.ts"
import type { Task } from "./rows.ts"
import { makeCategories, measureImage, nameSamples } from "./samples.ts"
import type { YoloConfig, YoloImage } from "./YoloConfig.ts"

export const makeYoloReader = (task: Task): Reader => ({
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
      scenes: readScenes({
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

async function* readScenes(reading: Reading): AsyncGenerator<Scene> {
  const { context, images } = reading
  const names = nameSamples(images)
  // Rows of another task are no odd ones: then none can be read.
  const [rows, sizes] = [new PartReader(context.losses, "rows"), new PartReader(context.losses, "image-size")]
  for (const [index, { label, path, split }] of images.entries()) {
    const size = await sizes.readLater(() => measureImage(path, context))
    if (size === undefined) continue
    const annotations = label === undefined ? [] : await readLabel(label, size, rows, reading)
    const frame = { ...emptyFrame, image: { url: path, size }, annotations }
    const work = label === undefined ? { status: "UNLABELED" as const } : findPrediction(annotations)
    const scene = { ...emptyScene, name: names[index] ?? path, kind: "image-vector" as const }
    yield { ...scene, ...placeInSet(path, split), ...work, frames: [frame] }
  }
  sizes.checkAny()
  rows.checkAny()
}

/** The annotations of a label file. Rows that cannot be read are counted. */
const readLabel = async (
  path: string,
  size: Size,
  parts: PartReader,
  reading: Reading,
): Promise<ReadonlyArray<Annotation>> => {
  const { losses } = reading.context
  const annotations: Array<Annotation> = []
  const texts = new Set<string>()
  const rows = await readRows(reading.source, path)
  const hasPolygons = rows.some(({ length }) => length > 6)
  for (const [at, row] of rows.entries()) {
    if (isBlank(row) || isDotaHeader(row)) continue
    const place = { ...reading, size, path, line: at + 1, losses, hasPolygons }
    const annotation = parts.read(() => readRowAt(row, place, annotations.length + 1))
    if (annotation === undefined) continue
    const text = row.join(" ")
    if (texts.has(text)) losses.add("duplicate", `${path} line ${at + 1}`)
    else annotations.push(annotation)
    texts.add(text)
  }
  return annotations
}

const readRowAt = (row: ReadonlyArray<string>, place: RowPlace, id: number): Annotation => {
  try {
    return readRow(row, place, id)
  } catch (cause) {
    if (!(cause instanceof OddRow)) throw cause
    throw new FormatError(place.path, `line ${place.line} ${cause.message}.`)
  }
}
