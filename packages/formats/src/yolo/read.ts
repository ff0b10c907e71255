/** Reads images with their label files. Sizes of images are needed, so the images must be there. */
import type { ReadContext, Reader } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { nameOfStem, withoutEnding } from "../files/paths.ts"
import { type Source, textFile } from "../files/Source.ts"
import { CategoryNumbers } from "../model/Dataset.ts"
import { emptyFrame, emptyScene } from "../model/empty.ts"
import type { Annotation, Scene } from "../model/Scene.ts"
import { findYaml, readConfig, type YoloConfig } from "./config.ts"
import { labelPathOf } from "./layout.ts"
import { annotationOfRow, columnsFit } from "./readRow.ts"
import type { Task } from "./rows.ts"

/** Label files that are looked at to find out what they have. */
const mostLooked = 20

export const yoloReader = (task: Task): Reader => ({
  detect: async (source) => {
    if ((await findYaml(source)) === undefined) return undefined
    const config = await readConfig(source)
    return (await isOf(task, config, source)) ? config.path : undefined
  },
  read: async (source, context) => {
    const config = await readConfig(source)
    if (config.images.length === 0)
      throw new FormatError(
        config.path,
        "has no images: they are needed, because labels are shares of their sizes.",
      )
    if (task === "pose" && config.keypoints === null) throw new FormatError(config.path, "has no kpt_shape.")
    refuseOrphans(source, config)
    const numbers = new CategoryNumbers(config.names)
    return {
      dataset: {
        name: "yolo",
        description: "",
        taskType: task === "detect" ? "bboxes" : task === "pose" ? "keypoints" : "vector",
        categories: numbers.categories,
        imageAttributes: [],
      },
      scenes: scenes(source, config, task, context),
    }
  },
})

/** By what `data.yaml` says, or else by the columns of some label files. */
const isOf = async (task: Task, config: YoloConfig, source: Source): Promise<boolean> => {
  if (config.task !== "") return config.task === task
  if (config.keypoints !== null || task === "pose") return config.keypoints !== null && task === "pose"
  const columns: Array<number> = []
  for (const { path } of config.images.slice(0, mostLooked))
    for (const row of await rowsOf(source, labelPathOf(path))) columns.push(row.length)
  const all = (one: Task) => columns.every((count) => columnsFit(count, one))
  if (columns.length === 0) return task === "detect"
  // Four corners are an oriented box rather than any polygon.
  return all(task) && (task !== "segment" || !all("obb"))
}

/** A label whose image is missing would be lost. */
const refuseOrphans = ({ paths }: Source, { images }: YoloConfig): void => {
  const labels = new Set(images.map(({ path }) => labelPathOf(path)))
  const folders = new Set([...labels].map((path) => path.slice(0, path.lastIndexOf("/") + 1)))
  for (const path of paths)
    if (
      path.endsWith(".txt") &&
      !labels.has(path) &&
      /(^|\/)labels\//.test(path) &&
      folders.has(path.slice(0, path.lastIndexOf("/") + 1))
    )
      throw new FormatError(path, "has no image.")
}

async function* scenes(
  source: Source,
  config: YoloConfig,
  task: Task,
  { losses, sizeOf }: ReadContext,
): AsyncGenerator<Scene> {
  const names = namesOf(config)
  for (const [index, { path, split }] of config.images.entries()) {
    const size = await sizeOf(path)
    if (size === null) throw new FormatError(path, "is no image whose size can be read.")
    const label = labelPathOf(path)
    const annotations: Array<Annotation> = []
    const known = new Set<string>()
    for (const [line, row] of (await rowsOf(source, label)).entries()) {
      const text = row.join(" ")
      if (known.has(text)) losses.add("duplicate", `${label} line ${line + 1}`)
      else
        annotations.push(
          annotationOfRow(
            row,
            { config, task, size, path: label, line: line + 1, losses },
            annotations.length + 1,
          ),
        )
      known.add(text)
    }
    refuseMixed(annotations, task, label)
    const frame = { ...emptyFrame, image: { url: path, size }, annotations }
    yield { ...emptyScene, name: names[index] ?? path, kind: "image-vector", split, frames: [frame] }
  }
}

/** Ultralytics discards such a file. */
const refuseMixed = (annotations: ReadonlyArray<Annotation>, task: Task, path: string): void => {
  if (task === "segment" && new Set(annotations.map(({ type }) => type)).size > 1)
    throw new FormatError(path, "has rows of boxes among rows of polygons.")
}

/** What follows the folder `images` and the set; the whole path where that is not unique. */
const namesOf = ({ images }: YoloConfig): ReadonlyArray<string> => {
  const short = images.map(({ path }) =>
    withoutEnding(
      `/${path}`.replace(/^.*?\/images\//, "").replace(/^(train|val|valid|test|default)\//, ""),
    ).replace(/^\//, ""),
  )
  const counts = new Map<string, number>()
  for (const name of short) counts.set(name, (counts.get(name) ?? 0) + 1)
  return images.map(({ path }, i) =>
    nameOfStem(counts.get(short[i] ?? "") === 1 ? (short[i] ?? "") : withoutEnding(path)),
  )
}

/** Empty where there is no file: an image without objects. */
const rowsOf = async (source: Source, path: string): Promise<ReadonlyArray<ReadonlyArray<string>>> => {
  if (!source.has(path)) return []
  const lines = (await textFile(source, path)).split(/\r?\n/)
  return lines.flatMap((line) => (line.trim() === "" ? [] : [line.trim().split(/\s+/)]))
}
