/** The records of images and videos, which COCO and its panoptic variant share. */
import type { Losses } from "../carry/Losses.ts"
import type { WriteContext } from "../Format.ts"
import { formatTimestamp, parseTimestamp, printJson } from "../files/json.ts"
import type { Node } from "../files/Node.ts"
import {
  decodePath,
  getBaseName,
  getEnding,
  nameOfStem,
  stripImageEnding,
  stripQuery,
} from "../files/paths.ts"
import { chooseRecordFile, nameOfFile, stripImageFolders } from "../images/fileInSet.ts"
import { isUrl } from "../images/imageFinder.ts"
import type { SizedFrame } from "../images/sizedFrames.ts"
import { readAttributeValues } from "../model/attributeValues.ts"
import { emptyFrame } from "../model/empty.ts"
import type { Frame, Scene, Size } from "../model/Scene.ts"
import { toStatedSize } from "../model/statedSize.ts"

export interface ImageIds {
  readonly image: number
  /** Null outside of sequences. */
  readonly video: number | null
}

/** Puts the image in its place. `file_name` is a path even where the image stays at its URL, which `coco_url` has then. */
export const formatImageRecord = async (
  { frame, image, imageStem, index, size }: SizedFrame,
  scene: Scene,
  ids: ImageIds,
  place: WriteContext["place"],
): Promise<string> => {
  const placed = await place(image, `images/${imageStem}`)
  const fileName = isUrl(placed)
    ? `${imageStem}${image.ending ?? getEnding(placed)}`
    : placed.replace(/^images\//, "")
  const name = scene.isSequence ? frame.name : scene.name
  const derived = scene.isSequence
    ? deriveName(fileName)
    : nameOfFile(stripImageFolders(fileName, scene.split))
  return printJson({
    id: ids.image,
    file_name: fileName,
    width: size.width,
    height: size.height,
    ...(isUrl(placed) && { coco_url: placed }),
    ...(name !== derived && { name }),
    ...(ids.video !== null && { video_id: ids.video, frame_id: index }),
    ...(frame.timestamp !== null && { timestamp: parseTimestamp(frame.timestamp) }),
    ...(!isEmpty(frame.attributes) && { attributes: frame.attributes }),
    ...(!scene.isSequence && !isEmpty(scene.metadata) && { metadata: scene.metadata }),
  })
}

export const formatVideoRecord = (scene: Scene, id: number): string =>
  printJson({ id, name: scene.name, ...(!isEmpty(scene.metadata) && { metadata: scene.metadata }) })

const isEmpty = (found: object): boolean => Object.keys(found).length === 0

/** The name of a frame is the last part of its path. */
const deriveName = (fileName: string): string => nameOfStem(getBaseName(stripImageEnding(fileName)))

export interface ImageRecord {
  /** Null for a frame without one. */
  readonly name: string | null
  /** The file that the name of the sample follows from. */
  readonly file: string | undefined
  readonly frame: Frame
  readonly metadata: Readonly<Record<string, unknown>>
  readonly fields?: Readonly<Record<string, unknown>>
  readonly metadataFields?: Readonly<Record<string, unknown>>
}

/** Fields of an image or a video that have a meaning here; all others become metadata. */
const imageKeys = new Set(
  "id image_id file_name width height video_id frame_id timestamp attributes metadata coco_url is_det_keyframe".split(
    " ",
  ),
)

export interface ImageContext {
  readonly isFrame: boolean
  /** Annotary wrote the file. */
  readonly isOwn: boolean
  readonly split: string | null
}

/** `find` finds the image among the files. Where it is not, the URL stays. */
export const readImage = (
  record: Node,
  { isFrame, isOwn, split }: ImageContext,
  find: (name: string) => string | undefined,
  losses: Losses,
): ImageRecord => {
  const { fileName, url } = readImageFile(record)
  const named = record.at("name")
  const isNamed = isOwn && (named.value === null || named.isPresent)
  const imagePath = find(fileName)
  // An image that has a URL is there, unless the files have the whole path.
  const path = isUrl(url) && imagePath !== undefined && !imagePath.endsWith(fileName) ? undefined : imagePath
  const file = stripImageFolders(
    chooseRecordFile(isUrl(fileName) ? decodePath(getBaseName(fileName)) : fileName, path),
    split,
  )
  const name = isNamed
    ? named.or(null, (found) => found.text())
    : isFrame
      ? deriveName(fileName)
      : nameOfFile(file)
  return {
    name,
    file: isNamed || isFrame ? undefined : file,
    frame: {
      ...emptyFrame,
      name: isFrame ? name : null,
      image: {
        url: path ?? (isUrl(url) ? url : fileName),
        size: readImageSize(record),
      },
      timestamp: formatTimestamp(record.at("timestamp").value),
      attributes: readAttributeValues(record.at("attributes"), losses),
    },
    ...readImageMetadata(record, { isOwn, isNamed: isOwn }),
  }
}

/** LVIS has the URL alone: the end of its path, with a folder, names the image. */
const readImageFile = (record: Node): { readonly fileName: string; readonly url: string } => {
  const text = (key: string) => record.at(key).or("", ({ value }) => (typeof value === "string" ? value : ""))
  const [fileName, url] = [text("file_name"), text("coco_url")]
  if (fileName !== "") return { fileName, url }
  if (!isUrl(url)) return record.fail("has neither a file_name nor a coco_url.")
  const path = stripQuery(url).replace(/^[^/]*\/\/[^/]*\/?/, "")
  return { fileName: path.split("/").slice(-2).join("/"), url }
}

/** Null where the record does not say it, or says 0: the image does. */
const readImageSize = (record: Node): Size | null => {
  const [width, height] = [record.at("width"), record.at("height")]
  if (!width.isPresent && !height.isPresent) return null
  return toStatedSize({ width: readSide(width), height: readSide(height) })
}

const readSide = (node: Node): number => {
  const side = typeof node.value === "string" && /^\d+$/.test(node.value) ? Number(node.value) : node.whole()
  return side >= 0 ? side : node.fail("must not be negative.")
}

/** Absent where there are none. */
const withFields = (fields: Scene["metadata"]): Pick<Scene, "fields"> => (isEmpty(fields) ? {} : { fields })

/** The metadata of a file of Annotary, and the fields of other tools. */
export const readImageMetadata = (
  record: Node,
  { isNamed, isOwn }: { readonly isOwn: boolean; readonly isNamed: boolean },
): Pick<Scene, "fields" | "metadata" | "metadataFields"> => {
  const others = record.keys().filter((key) => !imageKeys.has(key) && !(isNamed && key === "name"))
  const fields = Object.fromEntries(others.map((key) => [key, record.at(key).value]))
  const metadata = record.at("metadata").or({}, (own) => own.object())
  return isOwn
    ? { metadata, ...withFields(fields) }
    : { metadata: {}, ...withFields(fields), ...(!isEmpty(metadata) && { metadataFields: metadata }) }
}
