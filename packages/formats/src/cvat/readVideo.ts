/** Reads a CVAT file "for video": each task in it is a sequence. A task is in memory until its last track is read. */

import { mapInSlices } from "../files/inSlices.ts"
import { checkLimit } from "../files/limits.ts"
import { compareNaturally, nameOfStem } from "../files/paths.ts"
import { type XmlElement, xmlChildren } from "../files/xml.ts"
import { emptyFrame, emptyScene } from "../model/empty.ts"
import type { Image, Scene } from "../model/Scene.ts"
import { toStatedSize } from "../model/statedSize.ts"
import { findImagePath, type Placed, readSceneParts } from "./readImages.ts"
import type { CvatReading, Document } from "./reading.ts"
import { toSplit } from "./readMeta.ts"
import { readTracks } from "./readTracks.ts"

export async function* readVideo(document: Document, reading: CvatReading): AsyncGenerator<Scene> {
  const seen = new Set<string>()
  let task: Task | undefined
  let elements = 0
  for await (const element of xmlChildren(reading.source, document.path, "annotations")) {
    if (element.name !== "image" && element.name !== "track") continue
    const id = element.optional("task_id") ?? ""
    if (task === undefined || task.id !== id) {
      if (task !== undefined) yield await readTaskScene(task, document, reading)
      if (seen.has(id)) element.fail(`the tracks of task ${id} do not follow each other.`)
      seen.add(id)
      elements = 0
      task = { id, split: element.optional("subset"), images: [], tracks: [] }
    }
    elements += 1 + element.children.length
    checkLimit(reading.limits, "objects", elements, element, "the number of images and shapes of the task")
    if (element.name === "image") task.images.push(element)
    else task.tracks.push(element)
  }
  yield await readTaskScene(task ?? { id: "", split: undefined, images: [], tracks: [] }, document, reading)
}

interface Task {
  readonly id: string
  readonly split: string | undefined
  readonly images: Array<XmlElement>
  readonly tracks: Array<XmlElement>
}

const readTaskScene = async (task: Task, document: Document, reading: CvatReading): Promise<Scene> => {
  const { isSegmentation } = reading
  const { meta, path } = document
  const stated = makeFrames(task, document, reading)
  const images = isSegmentation ? await measureUnstated(stated, reading) : stated
  const annotationsByFrame = images.map((): Array<Placed> => [])
  readTracks(
    { tracks: task.tracks, hasImages: task.images.length > 0 },
    document,
    reading,
    annotationsByFrame,
  )
  const frames = images.map((image, index) => ({
    ...emptyFrame,
    image,
    ...readSceneParts(annotationsByFrame[index] ?? [], image.size, `${path}, frame ${index}`, reading),
  }))
  const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")))
  const name = meta.taskName || nameOfStem(folder || "video")
  return {
    ...emptyScene,
    name: task.id === "" ? name : `${name}/${task.id}`,
    kind: isSegmentation ? "image-segmentation" : "image-vector",
    isSequence: true,
    split: toSplit(task.split) ?? meta.split,
    frames,
  }
}

/** Masks need a size. */
const measureUnstated = (images: ReadonlyArray<Image>, { sizeOf }: CvatReading) =>
  mapInSlices(images, async (image) => ({ ...image, size: image.size ?? (await sizeOf(image.url)) }))

/** The listed images; without a list as many as the task has, or as the tracks need. */
const makeFrames = (
  { images, split, tracks }: Task,
  { meta, path }: Document,
  reading: CvatReading,
): ReadonlyArray<Image> => {
  const getTaskSize = (element: XmlElement) =>
    element.optional("width") === undefined
      ? meta.size
      : (toStatedSize({ width: element.whole("width"), height: element.whole("height") }) ?? meta.size)
  if (images.length > 0)
    return images.map((element, index) =>
      element.whole("id") === index
        ? {
            url: element.optional("url") ?? findImagePath(reading, path, element.attribute("name"), split),
            size: getTaskSize(element),
          }
        : element.fail("images of a video must be numbered from 0 without gaps."),
    )
  const { limits, source } = reading
  const { start, step } = meta.frames
  const used = tracks.flatMap(({ children }) => children.filter(isShape).flatMap((shape) => listFrame(shape)))
  const last = used.reduce((most, frame) => Math.max(most, frame), start - 1)
  const count =
    meta.frames.count ??
    checkLimit(
      limits,
      "frames",
      Math.floor((last - start) / step) + 1,
      path,
      "the number of frames up to the last one of a track",
    )
  const folder = `${path.slice(0, path.lastIndexOf("/") + 1)}images/`
  const files = source.paths.filter((one) => one.startsWith(folder)).sort(compareNaturally)
  const byName = new Map(
    [...files].reverse().map((file) => [file.slice(folder.length).replace(/\..*$/s, ""), file]),
  )
  return Array.from({ length: count }, (_, index) => {
    const name = `frame_${String(start + index * step).padStart(6, "0")}`
    const url =
      byName.get(name) ?? (files.length === count ? files[index] : undefined) ?? `${folder}${name}.PNG`
    return { url, size: meta.size }
  })
}

/** Of an odd shape none: it is counted with its track. */
const listFrame = (shape: XmlElement): ReadonlyArray<number> => {
  const frame = Number(shape.optional("frame") ?? Number.NaN)
  return Number.isSafeInteger(frame) ? [frame] : []
}

const isShape = ({ name }: XmlElement): boolean => name !== "attribute"
