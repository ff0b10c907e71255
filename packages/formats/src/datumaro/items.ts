/** One item as a scene of one frame. */
import type { Losses } from "../carry/Losses.ts"
import { FormatError } from "../FormatError.ts"
import { checkPixels } from "../files/limits.ts"
import type { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import { getBaseName, getImageEnding, nameOfStem, normalizePath, stripEnding } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"
import { ImageResolver } from "../images/ImageResolver.ts"
import { isUrl } from "../images/imageFinder.ts"
import { makeEmptyRle, paint } from "../masks/bitmapRle.ts"
import { makeMaskCheck } from "../masks/checkMask.ts"
import type { Rle } from "../masks/rle.ts"
import { findCloudType } from "../model/cloudType.ts"
import { type Dataset, findKind } from "../model/Dataset.ts"
import { emptyFrame, emptyScene } from "../model/empty.ts"
import type {
  Attributes,
  AttributeValue,
  BitmapFile,
  Camera,
  Frame,
  Kind,
  Scene,
  Size,
  Split,
} from "../model/Scene.ts"
import { type AnnotationReading, type ReadAnnotation, readAnnotation } from "./readAnnotation.ts"

export class ItemReader {
  readonly #source: Source
  readonly #resolver: ImageResolver
  readonly #set: string
  readonly #path: string
  readonly #kind: Kind
  readonly #categories: Dataset["categories"]
  readonly #isOwn: boolean
  readonly #losses: Losses

  /** `isOwn`: our writer made the file. */
  constructor(
    source: Source,
    set: string,
    path: string,
    { categories, taskType }: Dataset,
    losses: Losses,
    isOwn: boolean,
  ) {
    const kind = findKind(taskType)
    if (kind === undefined)
      throw new FormatError(path, `has the unknown task type ${JSON.stringify(taskType)}.`)
    this.#source = source
    this.#resolver = new ImageResolver(source, [set])
    this.#set = set
    this.#path = path
    this.#kind = kind
    this.#categories = categories
    this.#isOwn = isOwn
    this.#losses = losses
  }

  /** `isFrame` says that an item of another tool is a frame of a sequence. */
  read(item: Node, split: Split | null, isFrame = false): Scene {
    const own = item.at("attr").or(undefined, (attr) => attr.at("annotary").or(undefined, (found) => found))
    const isSequence = isFrame || own?.at("is_sequence").value === true
    return {
      ...emptyScene,
      name: own?.at("scene").text() ?? nameOfStem(item.at("id").text()),
      ...(own === undefined && !isSequence && this.#getItemFile(item)),
      ...(this.#set !== split && { set: this.#set }),
      kind: this.#kind,
      isSequence,
      split,
      metadata: own?.at("metadata").or({}, (metadata) => metadata.object()) ?? {},
      frames: [this.#frame(item, own, isSequence)],
    }
  }

  #getItemFile(item: Node): Pick<Scene, "file"> {
    const path = item.at("image").or("", (image) => image.at("path").or("", (found) => found.text()))
    const ending = getImageEnding(path)
    return ending === "" ? {} : { file: `${normalizePath(item.at("id").text())}${ending}` }
  }

  #frame(item: Node, own: Node | undefined, isSequence: boolean): Frame {
    const image = item.at("image")
    const cloud = item.at("point_cloud")
    const size = image.or(null, (found) => found.at("size").or(null, readMediaSize))
    if (this.#kind === "image-segmentation" && size !== null)
      checkPixels(this.#source.limits, size, image.at("size"))
    const { annotations, masks, ofImage } = this.#readAnnotations(item, isSequence)
    const related = item.at("related_images").or([], (list) => list.items())
    const cameras = related.flatMap((node) => this.#readCamera(node) ?? [])
    this.#losses.add("cameras", item.place, related.length - cameras.length)
    return {
      ...emptyFrame,
      name: own?.at("name").or(null, (name) => name.text()) ?? null,
      timestamp: own?.at("timestamp").or(null, (timestamp) => timestamp.text()) ?? null,
      image: image.or(null, (one) => ({ url: this.#resolveFile("images", one.at("path")), size })),
      cloud: cloud.or(null, (one) => {
        const url = this.#resolveFile("point_clouds", one.at("path"))
        return {
          url,
          type: own?.at("cloud_type").text() ?? findCloudType(url, { bin: "kitti", other: "pcd" }),
        }
      }),
      cameras,
      attributes: { ...this.#readItemAttributes(item, isSequence), ...ofImage },
      annotations,
      bitmap: this.#kind === "image-segmentation" ? paintItemBitmap(masks, size, item, this.#losses) : null,
    }
  }

  #readAnnotations(item: Node, isSequence: boolean) {
    const reading: AnnotationReading = {
      kind: this.#kind,
      isSequence,
      isOwn: this.#isOwn,
      categoryOf: (label) => this.#findCategory(label),
      losses: this.#losses,
      checkMask: makeMaskCheck(this.#source.limits),
    }
    const ofImage: Record<string, AttributeValue> = {}
    const drawn: Array<ReadAnnotation> = []
    const nodes = item.at("annotations").or([], (list) => list.items())
    const ids = assignAnnotationIds(nodes)
    const parts = new PartReader(this.#losses)
    nodes.forEach((node, index) => {
      const annotation = parts.read(() =>
        this.#readImageLabel(node, ofImage) ? undefined : readAnnotation(node, ids[index] ?? 0, reading),
      )
      if (annotation === undefined) return
      const isSegment = annotation.annotation.type === "segment"
      if (isSegment !== (this.#kind === "image-segmentation")) this.#losses.add("shapes", node.place)
      else drawn.push(annotation)
    })
    drawn.sort((a, b) => a.order - b.order)
    return {
      annotations: drawn.map(({ annotation }) => annotation),
      masks: drawn.flatMap(({ annotation: { id }, mask }) => (mask === null ? [] : [{ id, mask }])),
      ofImage,
    }
  }

  /** Labels and captions of the whole image become attributes of it. */
  #readImageLabel(node: Node, attributes: Record<string, AttributeValue>): boolean {
    const type = node.at("type").value
    if (type === "label" && node.at("label_id").isPresent) {
      attributes[this.#findCategory(node.at("label_id")).name] = true
      this.#losses.add("attributes", node.place, node.at("attributes").or([], (found) => found.keys()).length)
      return true
    }
    if (type !== "caption" || typeof node.at("caption").value !== "string") return false
    const { caption: known } = attributes
    const text = node.at("caption").text()
    attributes.caption = Array.isArray(known)
      ? [...known, text]
      : known === undefined
        ? text
        : [String(known), text]
    return true
  }

  #findCategory(label: Node): Dataset["categories"][number] {
    return this.#categories[label.whole()] ?? label.fail("is none of the labels.")
  }

  /** An image beside a point cloud, whose place nothing says; undefined where it is not among the files. */
  #readCamera(node: Node): Camera | undefined {
    const url = this.#resolveFile("images", node.at("path"))
    if (!this.#source.has(url)) return undefined
    const name = stripEnding(getBaseName(url))
    const size = node.at("size").or(null, readMediaSize)
    return { name, url, size, intrinsics: null, extrinsics: null, convention: "OpenCV", distortion: null }
  }

  /** In the folder of the set, in the one without sets, or where the path itself says. */
  #resolveFile(folder: string, path: Node): string {
    const writtenPath = path.or("", (found) => found.text())
    const root = this.#path.replace(/annotations\/[^/]+$/, "")
    const folders = [`${root}${folder}/${this.#set}`, `${root}${folder}`]
    return (
      this.#resolver.find({ name: writtenPath, record: this.#path, folders, set: this.#set }) ??
      (isUrl(writtenPath) ? writtenPath : normalizePath(writtenPath))
    )
  }

  #readItemAttributes(item: Node, isSequence: boolean): Attributes {
    // Annotary checks the values with the label.
    const attributes = item.at("attr").or({}, (attr) => attr.object()) as Attributes
    const { annotary: _, frame, ...rest } = attributes
    return isSequence || frame === undefined ? rest : { frame, ...rest }
  }
}

/** The ids of the file, where they are distinct: CVAT and others write 0 for each. */
const assignAnnotationIds = (annotations: ReadonlyArray<Node>): ReadonlyArray<number> => {
  const ids = annotations.map(({ value }) => {
    const id = typeof value === "object" && value !== null ? Reflect.get(value, "id") : undefined
    return typeof id === "number" && Number.isSafeInteger(id) ? id : 0
  })
  const positive = ids.filter((id) => id > 0)
  const taken = new Set(positive)
  if (taken.size < positive.length) return ids.map((_, index) => index + 1)
  return ids.map((id, index) => {
    if (id > 0) return id
    let free = index + 1
    while (taken.has(free)) free += 1
    taken.add(free)
    return free
  })
}

/** Height, then width. */
const readMediaSize = (size: Node): Size => {
  const [height = 0, width = 0] = size.numbers(2)
  return { width, height }
}

/** Later masks lie over earlier ones. */
const paintItemBitmap = (
  masks: ReadonlyArray<{ readonly id: number; readonly mask: Rle }>,
  size: Size | null,
  item: Node,
  losses: Losses,
): BitmapFile | null => {
  const whole = size ?? masks[0]?.mask
  if (whole === undefined) return null
  for (const { mask } of masks)
    if (mask.width !== whole.width || mask.height !== whole.height) item.fail("has masks of several sizes.")
  return {
    url: null,
    load: async () => {
      const { height, width } = makeEmptyRle(whole)
      const bitmap = { width, height, ids: new Uint32Array(width * height) }
      for (const { id, mask } of masks) losses.add("overlapping-masks", item.place, paint(bitmap, mask, id))
      return bitmap
    },
  }
}
