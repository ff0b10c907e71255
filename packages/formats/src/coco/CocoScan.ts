/** Reads a COCO file once: what is in it, and its records sorted by image, through a temporary file where they are many. */
import type { Losses } from "../carry/Losses.ts"
import { FormatError } from "../FormatError.ts"
import { parseJson, parseShortJson } from "../files/json.ts"
import type { JsonPart } from "../files/jsonArrays.ts"
import { Node } from "../files/Node.ts"
import { NumberLookup, Numbers } from "../files/Numbers.ts"
import { PartReader } from "../files/PartReader.ts"
import { RecordSorter } from "../files/RecordSorter.ts"
import type { Spill } from "../files/Spill.ts"
import type { Categories, FileCategories } from "./categories.ts"
import { Ids } from "./Ids.ts"
import { readWord } from "./numbers.ts"

/** The serial number of an image among the records of its key; annotations follow in the order of the file. */
export const imageSerial = 0

/** The key of annotations whose image is missing: behind all images. */
const withoutImage = Number.MAX_VALUE

export const lists = ["images", "annotations", "videos", "categories"] as const
export const wholes = ["info", "licenses", "image"] as const

export class CocoScan {
  readonly path: string
  readonly categories: FileCategories
  readonly imageIds = new Numbers()
  readonly imageVideos = new Numbers()
  readonly imageFrames = new Numbers()
  readonly videos: Array<Node> = []
  /** The images, which a check reads alone. */
  readonly images: RecordSorter
  readonly annotated: RecordSorter
  description = ""
  taskType = ""
  /** Without predictions of other files. */
  annotations = 0
  /** Predictions of other files. */
  results = 0
  /** Annotations whose shape is a mask of run lengths, and nothing else. */
  masks = 0
  /** Annotations that have the segments of their image, as in the panoptic variant. */
  panoptic = 0
  /** The key of a record is the place of its image, where images came first, and otherwise the id of the image. */
  isByPlace = false
  readonly videoIds = new Ids()
  readonly #ids = new Ids()
  readonly #losses: Losses
  readonly #imageParts: PartReader
  readonly #categoryParts: PartReader
  /** The places in the file of images that cannot be read, in their order. */
  readonly #oddImages: Array<number> = []
  #lookup: NumberLookup | undefined

  constructor(path: string, spill: Spill, categories: Categories, losses: Losses) {
    this.path = path
    this.categories = categories.file(path, new Ids())
    this.images = new RecordSorter(spill)
    this.annotated = new RecordSorter(spill)
    this.#losses = losses
    this.#imageParts = new PartReader(losses, "records")
    this.#categoryParts = new PartReader(losses, "records")
  }

  take({ bytes, index, key, text }: JsonPart): void {
    const place = index === null ? `/${key}` : `/${key}/${index}`
    if (key === "annotations") {
      this.#annotation(parseShortJson(text, this.path), index ?? 0, bytes)
      return
    }
    const record = new Node(parseJson(text, this.path), this.path, place)
    if (key === "images") {
      const isRead = this.#imageParts.read(() => this.#image(record, this.#ids.read(record.at("id")), bytes))
      if (isRead === undefined) this.#oddImages.push(index ?? 0)
    } else if (key === "image") {
      // Segment Anything has a file for each image, whose objects have no category.
      this.#image(record, soleImage, bytes)
      this.categories.addImplicit()
    } else if (key === "videos") this.videos.push(record)
    else if (key === "categories") this.#categoryParts.read(() => this.categories.add(record, this.#losses))
    else this.#readHead(key, record)
  }

  /** The place of an image by its id; −1 where it is missing. */
  findImage(id: number): number {
    this.#lookup ??= new NumberLookup(this.imageIds)
    return this.#lookup.findIndex(id)
  }

  /** Refuses images with the same id. Call it when the file is read. */
  checkImages(): void {
    this.#imageParts.checkAny()
    this.#lookup ??= new NumberLookup(this.imageIds)
    const { duplicate } = this.#lookup
    if (duplicate !== undefined)
      throw new FormatError(this.path, `/images has the id ${duplicate} more than once.`)
  }

  #readHead(key: string, record: Node): void {
    const isInfo = key === "info" && record.isPresent
    if (isInfo) {
      this.description = readWord(record.at("description")) ?? ""
      this.taskType = readWord(record.at("task_type")) ?? ""
      this.categories.isOwn = this.taskType !== ""
    }
    const isKept = isInfo
      ? record
          .keys()
          .every((name) =>
            name === "description" || name === "task_type"
              ? readWord(record.at(name)) !== undefined || !record.at(name).isPresent
              : isBlank(record.at(name).value),
          )
      : isBlank(record.value)
    if (!isKept) this.#losses.add("unknown", record.place)
  }

  /** The place in the file of the image that was read as the one of that number. */
  findImagePlace(image: number): number {
    let place = image
    for (const odd of this.#oddImages) if (odd <= place) place += 1
    return place
  }

  #image(record: Node, id: number, bytes: Uint8Array): true {
    const video = record.at("video_id").or(Number.NaN, (own) => this.videoIds.read(own))
    const frame = record.at("frame_id").or(this.imageIds.length, (own) => own.number())
    const place = this.imageIds.length
    if (place === 0) this.isByPlace = this.annotations === 0
    this.imageIds.push(id)
    this.imageVideos.push(video)
    this.imageFrames.push(frame)
    this.#lookup = undefined
    this.images.add(this.isByPlace ? place : id, imageSerial, bytes)
    return true
  }

  hasImage(imageId: unknown): boolean {
    const id = this.#ids.find(imageId)
    return id !== undefined && this.findImage(id) >= 0
  }

  /** Takes a prediction of another file for an image of this one. */
  takeResult(value: object, serial: number, bytes: Uint8Array): void {
    this.#countShape(value)
    this.results += 1
    this.annotated.add(this.#resolveImageKey(Reflect.get(value, "image_id")), serial, bytes)
  }

  #annotation(value: unknown, index: number, bytes: Uint8Array): void {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      this.#losses.add("unreadable", `${this.path} /annotations/${index}`)
      return
    }
    this.annotations += 1
    this.#countShape(value)
    this.annotated.add(this.#resolveImageKey(Reflect.get(value, "image_id")), index + 1, bytes)
  }

  #resolveImageKey(imageId: unknown): number {
    const id = imageId === undefined || imageId === null ? soleImage : this.#ids.find(imageId)
    if (id === undefined) return withoutImage
    if (!this.isByPlace) return id
    const place = this.findImage(id)
    return place < 0 ? withoutImage : place
  }

  #countShape(annotation: object): void {
    const segments: unknown = Reflect.get(annotation, "segments_info")
    const parts: ReadonlyArray<unknown> = Array.isArray(segments) ? segments : [annotation]
    if (Array.isArray(segments)) this.panoptic += 1
    const keypoints: unknown = Reflect.get(annotation, "keypoints")
    const count = Array.isArray(keypoints) ? Math.ceil(keypoints.length / 3) : 0
    for (const part of parts)
      if (typeof part === "object" && part !== null)
        this.categories.use(Reflect.get(part, "category_id"), count)
    const segmentation: unknown = Reflect.get(annotation, "segmentation")
    const isMask = typeof segmentation === "object" && segmentation !== null && !Array.isArray(segmentation)
    if (isMask && !hasKeypoints(keypoints)) this.masks += 1
  }
}

/** The id of the only image of a file, and of the image of an annotation that names none. */
const soleImage = Number.MAX_VALUE / 2

const hasKeypoints = (value: unknown): boolean => Array.isArray(value) && value.some((number) => number !== 0)

const isBlank = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === "" ||
  (typeof value === "object" && Object.keys(value).length === 0)
