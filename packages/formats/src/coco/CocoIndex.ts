/** Where the records of a COCO file are, and what its shapes are: a few bytes for each image and annotation. */
import { FormatError } from "../FormatError.ts"
import { parseJson } from "../files/json.ts"
import { splitJson } from "../files/jsonArrays.ts"
import { Node } from "../files/Node.ts"
import { NumberLookup, Numbers } from "../files/Numbers.ts"
import type { Source } from "../files/Source.ts"
import type { Split } from "../model/Scene.ts"
import type { Categories } from "./categories.ts"

export interface Records {
  readonly starts: Numbers
  readonly lengths: Numbers
}

const records = (): Records => ({ starts: new Numbers(), lengths: new Numbers() })

/** What the annotations of a file have, which decides what the dataset becomes. */
export interface Shapes {
  readonly hasMasks: boolean
  readonly hasKeypoints: boolean
}

export interface CocoIndex extends Shapes {
  readonly path: string
  readonly split: Split | null
  readonly description: string
  /** The task type in `info`, which our files have: without annotations nothing else says it. */
  readonly taskType: string
  readonly images: Records
  /** The places of the images of each video in the order of their frames; null without videos. */
  readonly videos: ReadonlyArray<Video> | null
  /** The images that belong to no video. */
  readonly singles: ReadonlyArray<number> | "all"
  readonly annotations: Records
  /** The places of the annotations of an image, in the order of the file. */
  readonly annotationsOf: (image: number) => Uint32Array
}

export interface Video {
  readonly record: Node
  readonly images: ReadonlyArray<number>
}

/** Reads the file once. Every annotation must have an image and a category. */
export const indexCoco = async (
  source: Source,
  path: string,
  split: Split | null,
  categories: Categories,
): Promise<CocoIndex> => {
  const found = new Scan(path, categories)
  await splitJson(source, path, { lists: [...lists], whole: ["info"] }, (part) => found.take(part))
  return found.index(split)
}

const lists = ["images", "annotations", "videos", "categories"] as const

class Scan {
  readonly #path: string
  readonly #categories: Categories
  readonly #images = records()
  readonly #imageIds = new Numbers()
  readonly #imageVideos = new Numbers()
  readonly #imageFrames = new Numbers()
  readonly #annotations = records()
  readonly #imagesOfAnnotations = new Numbers()
  readonly #usedCategories = new Map<number, string>()
  readonly #videos: Array<Node> = []
  #description = ""
  #taskType = ""
  #hasMasks = false
  #hasKeypoints = false

  constructor(path: string, categories: Categories) {
    this.#path = path
    this.#categories = categories
  }

  take(part: { key: string; index: number | null; start: number; length: number; text: string }): void {
    const { index, key, length, start, text } = part
    const place = index === null ? `/${key}` : `/${key}/${index}`
    if (key === "annotations") {
      push(this.#annotations, start, length)
      this.#annotation(new Node(parsed(text, this.#path), this.#path, place))
      return
    }
    const record = new Node(parseJson(text, this.#path), this.#path, place)
    if (key === "images") {
      push(this.#images, start, length)
      this.#imageIds.push(record.at("id").whole())
      this.#imageVideos.push(record.at("video_id").or(Number.NaN, (id) => id.whole()))
      this.#imageFrames.push(record.at("frame_id").or(this.#imageFrames.length, (frame) => frame.whole()))
    } else if (key === "videos") this.#videos.push(record)
    else if (key === "categories") this.#categories.add(record)
    else if (record.isPresent) {
      this.#description = record.at("description").or("", ({ value }) => String(value))
      this.#taskType = record.at("task_type").or("", ({ value }) => String(value))
    }
  }

  #annotation(record: Node): void {
    this.#imagesOfAnnotations.push(record.at("image_id").whole())
    // A panoptic annotation has the segments of its image.
    const segments = record.at("segments_info").or(null, (found) => found.items())
    for (const segment of segments ?? [record]) {
      const category = segment.at("category_id").whole()
      if (!this.#usedCategories.has(category)) this.#usedCategories.set(category, segment.place)
    }
    if (segments !== null) {
      this.#hasMasks = true
      return
    }
    const segmentation = record.at("segmentation")
    if (segmentation.isPresent && (Array.isArray(segmentation.value) ? segmentation.value.length > 1 : true))
      this.#hasMasks = true
    if (record.at("keypoints").or(false, (points) => points.items().some(({ value }) => value !== 0)))
      this.#hasKeypoints = true
  }

  index(split: Split | null): CocoIndex {
    for (const [id, place] of this.#usedCategories)
      if (!this.#categories.has(id))
        throw new FormatError(this.#path, `${place} has the category ${id}, which is missing.`)
    const lookup = new NumberLookup(this.#imageIds)
    const { duplicate } = lookup
    if (duplicate !== undefined)
      throw new FormatError(this.#path, `/images has the id ${duplicate} more than once.`)
    const { annotationsOf } = this.#grouped(lookup)
    return {
      path: this.#path,
      split,
      description: this.#description,
      taskType: this.#taskType,
      hasMasks: this.#hasMasks,
      hasKeypoints: this.#hasKeypoints,
      images: this.#images,
      annotations: this.#annotations,
      annotationsOf,
      ...this.#sequences(),
    }
  }

  /** Sorts the annotations by image, by counting. */
  #grouped(lookup: NumberLookup): Pick<CocoIndex, "annotationsOf"> {
    const images = this.#imageIds.length
    const count = this.#imagesOfAnnotations.length
    const places = new Uint32Array(count)
    const ends = new Uint32Array(images + 1)
    for (let i = 0; i < count; i++) {
      const id = this.#imagesOfAnnotations.at(i)
      const place = lookup.placeOf(id)
      if (place < 0)
        throw new FormatError(this.#path, `/annotations/${i} has the image ${id}, which is missing.`)
      places[i] = place
      ends[place + 1] = (ends[place + 1] ?? 0) + 1
    }
    for (let image = 0; image < images; image++) ends[image + 1] = (ends[image + 1] ?? 0) + (ends[image] ?? 0)
    const next = ends.slice()
    const sorted = new Uint32Array(count)
    for (let i = 0; i < count; i++) {
      const image = places[i] ?? 0
      const at = next[image] ?? 0
      sorted[at] = i
      next[image] = at + 1
    }
    return { annotationsOf: (image) => sorted.subarray(ends[image], ends[image + 1]) }
  }

  #sequences(): Pick<CocoIndex, "videos" | "singles"> {
    if (this.#videos.length === 0) return { videos: null, singles: "all" }
    const singles: Array<number> = []
    const byVideo = new Map<number, Array<number>>()
    for (const video of this.#videos) byVideo.set(video.at("id").whole(), [])
    for (let image = 0; image < this.#imageIds.length; image++) {
      const id = this.#imageVideos.at(image)
      if (Number.isNaN(id)) singles.push(image)
      else if (byVideo.get(id)?.push(image) === undefined)
        throw new FormatError(this.#path, `/images/${image} has the video ${id}, which is missing.`)
    }
    const frame = (image: number) => this.#imageFrames.at(image)
    const videos = this.#videos.map((record) => {
      const images = byVideo.get(record.at("id").whole()) ?? []
      return { record, images: images.sort((a, b) => frame(a) - frame(b) || a - b) }
    })
    return { videos, singles }
  }
}

const push = ({ lengths, starts }: Records, start: number, length: number) => {
  starts.push(start)
  lengths.push(length)
}

/** Without the search for long integers, which annotations do not have: there are many of them. */
const parsed = (text: string, path: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new FormatError(path, `is no JSON: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
  }
}
