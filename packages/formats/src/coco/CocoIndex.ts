/** A COCO file whose records are sorted: by video and frame, then the images without a video in the order of the file. */
import type { Losses } from "../carry/Losses.ts"
import { FormatError } from "../FormatError.ts"
import { splitJson } from "../files/jsonArrays.ts"
import { checkLimit, type Limits } from "../files/limits.ts"
import type { Node } from "../files/Node.ts"
import { RecordSorter, type SortedRecord } from "../files/RecordSorter.ts"
import type { Source } from "../files/Source.ts"
import type { Spill } from "../files/Spill.ts"
import type { SpelledSet } from "../model/sets.ts"
import { CocoScan, imageSerial, lists, wholes } from "./CocoScan.ts"
import type { Categories, FileCategories } from "./categories.ts"
import type { ResultFiles } from "./ResultFiles.ts"

/** A record of the file as its text. */
export interface CocoRecord {
  /** The place of the image in the file; −1 for an annotation whose image is missing. */
  readonly image: number
  /** The place of the record. */
  readonly path: string
  readonly pointer: string
  /** The image itself comes before its annotations. */
  readonly isImage: boolean
  readonly bytes: Buffer
}

export interface Video {
  readonly record: Node
  /** The number of its images. */
  readonly frames: number
}

export interface CocoIndex {
  readonly path: string
  readonly set: SpelledSet | null
  readonly description: string
  /** The task type in `info`, which our files have: without annotations nothing else says it. */
  readonly taskType: string
  readonly categories: FileCategories
  readonly annotations: number
  /** The number of predictions for its images, from other files. */
  readonly results: number
  /** Annotations and predictions whose shape is a mask of run lengths. */
  readonly masks: number
  /** Null without videos. Their images come first. */
  readonly videos: ReadonlyArray<Video> | null
  /** The number of images that belong to no video. */
  readonly singles: number
  /** Of all records. */
  readonly bytes: number
  /** The images with their annotations, or for a check without them. */
  readonly records: (isOutline: boolean) => Iterable<CocoRecord>
}

export interface IndexContext {
  readonly spill: Spill
  readonly categories: Categories
  readonly limits: Limits
  readonly losses: Losses
}

/** Reads the file once. */
export const scanCoco = async (
  source: Source,
  path: string,
  { categories, losses, spill }: IndexContext,
  onRead: (bytes: number) => void,
): Promise<CocoScan> => {
  const scan = new CocoScan(path, spill, categories, losses)
  const skip = (key: string) => losses.add("unknown", `${path} /${key}`)
  await splitJson(source, path, { lists, whole: wholes, skip }, (part) => scan.take(part), onRead)
  scan.checkImages()
  return scan
}

/** Sorts the records of a file that was read, with the predictions for its images. */
export const indexScan = (
  scan: CocoScan,
  set: SpelledSet | null,
  resultFiles: ResultFiles,
  { limits, spill }: Pick<IndexContext, "limits" | "spill">,
): CocoIndex => {
  const { places, singles, videos } = orderImages(scan)
  for (const { frames, record } of videos ?? [])
    checkLimit(limits, "frames", frames, record, "the number of its images")
  const { annotated, images, toPlace } = sortRecords(scan, places, spill)
  images.settle()
  annotated.settle()
  const { annotations, categories, description, masks, path, results, taskType } = scan
  return {
    path,
    set,
    description,
    taskType,
    categories,
    annotations,
    results,
    masks,
    videos,
    singles,
    bytes: images.bytes + annotated.bytes,
    records: function* (isOutline) {
      const sorted = isOutline ? images.records() : mergeSorted(images.records(), annotated.records())
      for (const { bytes, key, serial } of sorted) {
        const image = toPlace(key)
        const isImage = serial === imageSerial
        const pointer = isImage ? `/images/${scan.findImagePlace(image)}` : `/annotations/${serial - 1}`
        yield { path, pointer, ...resultFiles.findPlace(serial), image, isImage, bytes }
      }
    },
  }
}

interface ImageOrder extends Pick<CocoIndex, "videos" | "singles"> {
  /** The places of the images in the order in which they are read; null for that of the file. */
  readonly places: ReadonlyArray<number> | null
}

const orderImages = ({
  imageFrames,
  imageIds,
  imageVideos,
  path,
  videoIds,
  videos,
}: CocoScan): ImageOrder => {
  if (videos.length === 0) return { places: null, videos: null, singles: imageIds.length }
  const singles: Array<number> = []
  const byVideo = new Map<number, Array<number>>()
  for (const video of videos) byVideo.set(videoIds.read(video.at("id")), [])
  for (let image = 0; image < imageIds.length; image++) {
    const id = imageVideos.at(image)
    if (Number.isNaN(id)) singles.push(image)
    else if (byVideo.get(id)?.push(image) === undefined)
      throw new FormatError(path, `/images/${image} has the video ${id}, which is missing.`)
  }
  const frame = (image: number) => imageFrames.at(image)
  const places: Array<number> = []
  const videoScenes = videos.map((record) => {
    const images = byVideo.get(videoIds.read(record.at("id"))) ?? []
    for (const image of images.sort((a, b) => frame(a) - frame(b) || a - b)) places.push(image)
    return { record, frames: images.length }
  })
  for (const image of singles) places.push(image)
  return { places, videos: videoScenes, singles: singles.length }
}

/** The records in the order of the places. They are sorted again only where their keys have another order. */
const sortRecords = (scan: CocoScan, places: ReadonlyArray<number> | null, spill: Spill) => {
  const count = scan.imageIds.length
  const getImageKey = (place: number) => (scan.isByPlace ? place : scan.imageIds.at(place))
  const placeOfKey = (key: number) => (scan.isByPlace ? (key < count ? key : -1) : scan.findImage(key))
  const placeAt = (rank: number) => (places === null ? rank : (places[rank] ?? -1))
  let isSorted = true
  for (let rank = 1; rank < count && isSorted; rank++)
    isSorted = getImageKey(placeAt(rank - 1)) < getImageKey(placeAt(rank))
  if (isSorted) return { images: scan.images, annotated: scan.annotated, toPlace: placeOfKey }
  const ranks = new Uint32Array(count)
  for (let rank = 0; rank < count; rank++) ranks[placeAt(rank)] = rank
  const sortAgain = (records: RecordSorter) => {
    const sorted = new RecordSorter(spill)
    for (const { bytes, key, serial } of records.records()) {
      const place = placeOfKey(key)
      sorted.add(place < 0 ? count : (ranks[place] ?? count), serial, bytes)
    }
    return sorted
  }
  return {
    images: sortAgain(scan.images),
    annotated: sortAgain(scan.annotated),
    toPlace: (rank: number) => (rank < count ? placeAt(rank) : -1),
  }
}

/** Both in their order; of one key, those of the first come first. */
function* mergeSorted(
  first: Iterator<SortedRecord>,
  second: Iterator<SortedRecord>,
): Generator<SortedRecord> {
  let [a, b] = [first.next(), second.next()]
  while (a.done !== true || b.done !== true)
    if (a.done !== true && (b.done === true || a.value.key <= b.value.key)) {
      yield a.value
      a = first.next()
    } else if (b.done !== true) {
      yield b.value
      b = second.next()
    }
}
