/** The scenes of COCO files, image by image: shared with the panoptic variant. */
import type { ReadContext } from "../Format.ts"
import { parseJson } from "../files/json.ts"
import { Node } from "../files/Node.ts"
import type { Source } from "../files/Source.ts"
import { imageFinder } from "../images/imageFinder.ts"
import { emptyScene } from "../model/empty.ts"
import type { Frame, Kind, Scene } from "../model/Scene.ts"
import type { CocoIndex, CocoRecord } from "./CocoIndex.ts"
import { type ImageRecord, metadataOf, readImage } from "./images.ts"

/** Turns the annotations of an image into those of its frame. */
export type ReadAnnotations = (
  annotations: ReadonlyArray<Node>,
  frame: Frame,
  place: { readonly index: CocoIndex; readonly image: number },
) => Pick<Frame, "annotations" | "bitmap">

export interface RecordsContext extends Pick<ReadContext, "sizeOf" | "losses" | "onProgress"> {
  readonly kind: Kind
  readonly isSequence: boolean
  readonly read: ReadAnnotations
}

export class CocoRecords {
  readonly #files: ReadonlyArray<CocoIndex>
  readonly #context: RecordsContext
  readonly #find: (name: string) => string | undefined
  readonly #total: number
  #bytes = 0

  constructor(source: Source, files: ReadonlyArray<CocoIndex>, context: RecordsContext) {
    this.#files = files
    this.#context = context
    this.#find = imageFinder(source)
    this.#total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  /** Images with their annotations, or for a check without them. */
  async *scenes(isOutline = false): AsyncGenerator<Scene> {
    const { isSequence, kind } = this.#context
    for (const index of this.#files) {
      const images = this.#images(index, isOutline)
      const base = { ...emptyScene, kind, isSequence, split: index.split }
      for (const { frames: count, record } of index.videos ?? []) {
        const frames: Array<Frame> = []
        while (frames.length < count) frames.push((await nextOf(images)).frame)
        yield { ...base, name: record.at("name").text(), metadata: metadataOf(record), frames }
      }
      for (let place = 0; place < index.singles; place++) {
        const { frame, metadata, name } = await nextOf(images)
        yield { ...base, name: name ?? String(place), metadata, frames: [frame] }
      }
      // Annotations whose image is missing come last.
      for await (const _ of images);
    }
  }

  /** The images of a file in their order. */
  async *#images(index: CocoIndex, isOutline: boolean): AsyncGenerator<ImageRecord> {
    const inVideos = (index.videos ?? []).reduce((sum, { frames }) => sum + frames, 0)
    let count = 0
    let pending: PendingImage | undefined
    for (const record of index.records()) {
      if (!isOutline) this.#bytes += record.bytes.length
      if (record.annotation === null) {
        if (pending !== undefined) yield await this.#finish(index, pending, isOutline)
        pending = {
          place: record.image,
          node: imageNode(index, record),
          isInVideo: count < inVideos,
          annotations: [],
        }
        count += 1
      } else if (pending?.place === record.image) {
        if (!isOutline) pending.annotations.push(annotationNode(index, record))
      } else if (!isOutline)
        this.#context.losses.add("references", `${index.path} /annotations/${record.annotation}`)
    }
    if (pending !== undefined) yield await this.#finish(index, pending, isOutline)
  }

  async #finish(
    index: CocoIndex,
    { annotations, isInVideo, node, place }: PendingImage,
    isOutline: boolean,
  ): Promise<ImageRecord> {
    const record = await this.#sized(readImage(node, isInVideo, this.#find), node)
    if (isOutline) return record
    this.#context.onProgress?.({ phase: "records", bytes: this.#bytes, total: this.#total })
    const read = this.#context.read(annotations, record.frame, { index, image: place })
    return { ...record, frame: { ...record.frame, ...read } }
  }

  async #sized(record: ImageRecord, node: Node): Promise<ImageRecord> {
    const { image } = record.frame
    if (image === null || image.size !== null) return record
    const size = await this.#context.sizeOf(image.url)
    if (size === null)
      return node.fail("has no width and height, and its image is no file whose size can be read.")
    return { ...record, frame: { ...record.frame, image: { ...image, size } } }
  }
}

interface PendingImage {
  readonly place: number
  readonly node: Node
  readonly isInVideo: boolean
  readonly annotations: Array<Node>
}

const imageNode = ({ path }: CocoIndex, { bytes, image }: CocoRecord): Node =>
  new Node(parseJson(bytes.toString(), path), path, `/images/${image}`)

const annotationNode = ({ path }: CocoIndex, { annotation, bytes }: CocoRecord): Node =>
  new Node(JSON.parse(bytes.toString()), path, `/annotations/${annotation}`)

const nextOf = async (images: AsyncGenerator<ImageRecord>): Promise<ImageRecord> => {
  const next = await images.next()
  if (next.done === true) throw new Error("The file has fewer images than it had when it was indexed.")
  return next.value
}
