/** The scenes of COCO files, image by image: shared with the panoptic variant. */
import { Losses } from "../carry/Losses.ts"
import type { ReadContext } from "../Format.ts"
import { parseJson, parseShortJson } from "../files/json.ts"
import { checkLimit } from "../files/limits.ts"
import { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import type { Source } from "../files/Source.ts"
import { ImageResolver } from "../images/ImageResolver.ts"
import { emptyScene } from "../model/empty.ts"
import type { Frame, Kind, Scene } from "../model/Scene.ts"
import type { CocoIndex, CocoRecord } from "./CocoIndex.ts"
import { type ImageRecord, readImage, readImageMetadata } from "./images.ts"

/** Turns the annotations of an image into those of its frame. */
export type ReadAnnotations = (
  annotations: ReadonlyArray<Node>,
  frame: Frame,
  place: { readonly index: CocoIndex; readonly image: number },
) => Pick<Frame, "annotations" | "bitmap">

export interface RecordsContext extends Pick<ReadContext, "limits" | "sizeOf" | "losses" | "onProgress"> {
  readonly kind: Kind
  readonly isSequence: boolean
  readonly read: ReadAnnotations
  /** Gives tracks to the objects of a video that have none. Absent where these are the objects of their ids. */
  readonly addTracks?: (frames: ReadonlyArray<Frame>) => ReadonlyArray<Frame>
}

export class CocoRecords {
  readonly #files: ReadonlyArray<CocoIndex>
  readonly #context: RecordsContext
  readonly #source: Source
  #resolver: ImageResolver
  readonly #total: number
  #bytes = 0

  constructor(source: Source, files: ReadonlyArray<CocoIndex>, context: RecordsContext) {
    this.#files = files
    this.#context = context
    this.#source = source
    this.#resolver = this.#makeResolver()
    this.#total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  #makeResolver(): ImageResolver {
    return new ImageResolver(
      this.#source,
      this.#files.map(({ set }) => set?.set ?? null),
    )
  }

  /** Images with their annotations, or for a check without them. */
  async *scenes(isOutline = false): AsyncGenerator<Scene> {
    const { addTracks = keepFrames, isSequence, kind } = this.#context
    this.#resolver = this.#makeResolver()
    const parts = new PartReader(isOutline ? null : this.#context.losses, "records")
    for (const index of this.#files) {
      const images = this.#images(index, isOutline, parts)
      // Other tools have an object in every frame in which it is, and mark no keyframes.
      const marks = !isOwn(index) && { marksKeyframes: false }
      const base = { ...emptyScene, kind, isSequence, ...index.set, ...marks }
      for (const { frames: count, record } of index.videos ?? []) {
        const frames: Array<Frame> = []
        const scores: Array<number | undefined> = []
        for (let image = 0; image < count; image++) {
          const read = await readNext(images)
          if (read === undefined) continue
          frames.push(read.frame)
          scores.push(read.score)
        }
        if (frames.length === 0) continue
        const scene = {
          ...base,
          name: record.at("name").text(),
          ...readImageMetadata(record, { isOwn: isOwn(index), isNamed: true }),
          frames: addTracks(frames),
        }
        yield index.results === 0 ? scene : { ...scene, ...toPrediction(computeMean(scores)) }
      }
      for (let place = 0; place < index.singles; place++) {
        const read = await readNext(images)
        if (read === undefined) continue
        const { fields, file, frame, metadata, metadataFields, name, score } = read
        const own = { name: name ?? String(place), ...(file !== undefined && { file }) }
        const others = { ...(fields && { fields }), ...(metadataFields && { metadataFields }) }
        const scene = { ...base, ...own, metadata, ...others, frames: addTracks([frame]) }
        yield index.results === 0 ? scene : { ...scene, ...toPrediction(score) }
      }
      // Annotations whose image is missing come last.
      for await (const _ of images);
    }
    parts.checkAny()
  }

  /** The images of a file in their order; undefined for one that cannot be read. */
  async *#images(
    index: CocoIndex,
    isOutline: boolean,
    parts: PartReader,
  ): AsyncGenerator<FinishedImage | undefined> {
    const finish = async (image: PendingImage): Promise<FinishedImage | undefined> => {
      const finished = await parts.readLater(() => this.#finish(index, image, isOutline))
      if (finished === undefined && !isOutline && image.annotations.length > 0)
        this.#context.losses.add("references", image.node.place, image.annotations.length)
      return finished
    }
    const inVideos = (index.videos ?? []).reduce((sum, { frames }) => sum + frames, 0)
    let [count, objects] = [0, 0]
    let pending: PendingImage | undefined
    for (const record of index.records(isOutline)) {
      if (!isOutline) this.#bytes += record.bytes.length
      if (record.isImage) {
        if (pending !== undefined) yield await finish(pending)
        pending = {
          place: record.image,
          node: parseImageNode(record),
          isInVideo: count < inVideos,
          annotations: [],
        }
        count += 1
        objects = 0
      } else if (pending?.place === record.image) {
        objects += 1
        checkLimit(this.#context.limits, "objects", objects, pending.node, "the number of its annotations")
        if (!isOutline) pending.annotations.push(parseAnnotationNode(record))
      } else if (!isOutline) this.#context.losses.add("references", `${record.path} ${record.pointer}`)
    }
    if (pending !== undefined) yield await finish(pending)
  }

  async #finish(
    index: CocoIndex,
    { annotations, isInVideo, node, place }: PendingImage,
    isOutline: boolean,
  ): Promise<FinishedImage> {
    const { path, set } = index
    const find = (name: string) =>
      this.#resolver.find({ name, record: path, ...(set !== null && { set: set.set }) })
    const losses = isOutline ? new Losses() : this.#context.losses
    const own = { isFrame: isInVideo, isOwn: isOwn(index), split: set?.split ?? null }
    const image = readImage(node, own, find, losses)
    const record = await this.#measureImage(image, node)
    const { size } = record.frame.image ?? {}
    if (size != null && this.#context.kind === "image-segmentation")
      checkLimit(this.#context.limits, "pixels", size.width * size.height, node, "its width × height")
    if (isOutline) return record
    this.#context.onProgress?.({ phase: "records", bytes: this.#bytes, total: this.#total })
    const read = this.#context.read(annotations, record.frame, { index, image: place })
    const score =
      index.results === 0 ? undefined : computeMean(annotations.map((one) => one.at("score").value ?? 1))
    return { ...record, frame: { ...record.frame, ...read }, ...(score !== undefined && { score }) }
  }

  async #measureImage(record: ImageRecord, node: Node): Promise<ImageRecord> {
    const { image } = record.frame
    if (image === null || image.size !== null) return record
    const size = await this.#context.sizeOf(image.url)
    if (size === null) return node.fail("has no width and height, and the size of its image cannot be read.")
    return { ...record, frame: { ...record.frame, image: { ...image, size } } }
  }
}

/** Only Annotary states the task type. */
const isOwn = ({ taskType }: CocoIndex): boolean => taskType !== ""

const keepFrames = (frames: ReadonlyArray<Frame>): ReadonlyArray<Frame> => frames

interface FinishedImage extends ImageRecord {
  /** The mean of the scores of predictions; absent without any. */
  readonly score?: number
}

interface PendingImage {
  readonly place: number
  readonly node: Node
  readonly isInVideo: boolean
  readonly annotations: Array<Node>
}

/** An image without predictions is not labeled: a file of predictions does not list the images that were looked at. */
const toPrediction = (score: number | undefined): Pick<Scene, "status" | "score"> =>
  score === undefined ? { status: "UNLABELED" } : { status: "PRELABELED", score }

/** Undefined without a number. */
const computeMean = (scores: ReadonlyArray<unknown>): number | undefined => {
  const numbers = scores.filter((score): score is number => Number.isFinite(score))
  return numbers.length === 0 ? undefined : numbers.reduce((sum, score) => sum + score, 0) / numbers.length
}

const parseImageNode = ({ bytes, path, pointer }: CocoRecord): Node =>
  new Node(parseJson(bytes.toString(), path), path, pointer)

const parseAnnotationNode = ({ bytes, path, pointer }: CocoRecord): Node =>
  new Node(parseShortJson(bytes.toString(), path), path, pointer)

const readNext = async (
  images: AsyncGenerator<FinishedImage | undefined>,
): Promise<FinishedImage | undefined> => {
  const next = await images.next()
  if (next.done === true) throw new Error("The file has fewer images than it had when it was indexed.")
  return next.value
}
