/** The scenes of COCO files, image by image: shared with the panoptic variant. */
import type { ReadContext } from "../Format.ts"
import { Blocks } from "../files/Blocks.ts"
import { parseJson } from "../files/json.ts"
import { Node } from "../files/Node.ts"
import type { Source } from "../files/Source.ts"
import { imageFinder } from "../images/imageFinder.ts"
import { emptyScene } from "../model/empty.ts"
import type { Frame, Kind, Scene } from "../model/Scene.ts"
import type { CocoIndex } from "./CocoIndex.ts"
import { type ImageRecord, metadataOf, readImage } from "./images.ts"

/** Turns the annotations of an image into those of its frame. */
export type ReadAnnotations = (
  annotations: ReadonlyArray<Node>,
  frame: Frame,
  place: { readonly path: string; readonly image: number },
) => Pick<Frame, "annotations" | "bitmap">

export interface RecordsContext extends Pick<ReadContext, "sizeOf"> {
  readonly kind: Kind
  readonly isSequence: boolean
}

export class CocoRecords {
  readonly #source: Source
  readonly #files: ReadonlyArray<CocoIndex>
  readonly #kind: Kind
  readonly #isSequence: boolean
  readonly #sizeOf: ReadContext["sizeOf"]
  readonly #find: (name: string) => string | undefined

  constructor(source: Source, files: ReadonlyArray<CocoIndex>, { isSequence, kind, sizeOf }: RecordsContext) {
    this.#sizeOf = sizeOf
    this.#source = source
    this.#files = files
    this.#kind = kind
    this.#isSequence = isSequence
    this.#find = imageFinder(source)
  }

  async *scenes(read: ReadAnnotations): AsyncGenerator<Scene> {
    for (const index of this.#files) {
      const blocks = new Blocks(this.#source, index.path)
      const image = (place: number, isInVideo: boolean) => this.#image(index, blocks, place, isInVideo, read)
      const base = { ...emptyScene, kind: this.#kind, isSequence: this.#isSequence, split: index.split }
      for (const { images, record } of index.videos ?? []) {
        const frames: Array<Frame> = []
        for (const place of images) frames.push((await image(place, true)).frame)
        yield { ...base, name: record.at("name").text(), metadata: metadataOf(record), frames }
      }
      const singles = index.singles === "all" ? index.images.starts.length : index.singles.length
      for (let i = 0; i < singles; i++) {
        const place = index.singles === "all" ? i : (index.singles[i] ?? 0)
        const { frame, metadata, name } = await image(place, false)
        yield { ...base, name: name ?? String(place), metadata, frames: [frame] }
      }
    }
  }

  async #sized(record: ImageRecord, node: Node): Promise<ImageRecord> {
    const { image } = record.frame
    if (image === null || image.size !== null) return record
    const size = await this.#sizeOf(image.url)
    if (size === null)
      return node.fail("has no width and height, and its image is no file whose size can be read.")
    return { ...record, frame: { ...record.frame, image: { ...image, size } } }
  }

  async #image(
    { annotations, annotationsOf, images, path }: CocoIndex,
    blocks: Blocks,
    place: number,
    isInVideo: boolean,
    read: ReadAnnotations,
  ): Promise<ImageRecord> {
    const text = await blocks.text(images.starts.at(place), images.lengths.at(place))
    const node = new Node(parseJson(text, path), path, `/images/${place}`)
    const record = await this.#sized(readImage(node, isInVideo, this.#find), node)
    const found: Array<Node> = []
    for (const annotation of annotationsOf(place)) {
      const own = await blocks.text(annotations.starts.at(annotation), annotations.lengths.at(annotation))
      found.push(new Node(JSON.parse(own), path, `/annotations/${annotation}`))
    }
    return { ...record, frame: { ...record.frame, ...read(found, record.frame, { path, image: place }) } }
  }
}
