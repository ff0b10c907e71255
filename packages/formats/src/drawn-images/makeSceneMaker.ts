/** Makes scenes of images with shapes, for formats whose records name an image among the files. */
import { posix } from "node:path"
import type { ReadContext } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import type { Source } from "../files/Source.ts"
import { chooseRecordFile } from "../images/fileInSet.ts"
import { ImageResolver } from "../images/ImageResolver.ts"
import { isUrl } from "../images/imageFinder.ts"
import { placeInSet } from "../images/placeInSet.ts"
import { noSet } from "../images/setPaths.ts"
import { emptyFrame, emptyScene } from "../model/empty.ts"
import type { Annotation, Attributes, Scene, SceneStatus, Size } from "../model/Scene.ts"
import { findSetInPath, type SpelledSet } from "../model/sets.ts"

export interface ImageRecord {
  /** The file that has the record. */
  readonly path: string
  /** For messages: the file, and the place in it. */
  readonly place: string
  /** The image as the record names it, a path or a URL. */
  readonly image: string
  /** The place of the image, if it is not among the files. */
  readonly url?: string | null
  /** As the record states it. */
  readonly size?: Size | null
  /** The set that the record states; absent where only folders say it. */
  readonly set?: SpelledSet | null
  /** The image is named without its ending. */
  readonly isStem?: boolean
  /** Folders where the format has images of this record, the likeliest first. */
  readonly folders?: ReadonlyArray<string>
  /** The path of the image below the image folder of its set, where the format knows it better than the path does. */
  readonly file?: string
  readonly attributes?: Attributes
  readonly status?: SceneStatus
  readonly annotations: ReadonlyArray<Annotation>
}

/** Fails where an image has two records. An image that is not among the files stays what the record calls it. */
export const makeSceneMaker = (
  source: Source,
  { sizeOf }: Pick<ReadContext, "sizeOf">,
  sets: Iterable<string | null> = [],
): ((record: ImageRecord) => Promise<Scene>) => {
  const resolver = new ImageResolver(source, sets)
  const places = new Map<string, string>()
  return async (record) => {
    const { image, path, place } = record
    const own = record.set === undefined ? findSetInPath(path) : record.set
    const imagePath = resolver.find({
      name: image,
      record: path,
      ...(own !== null && { set: own.set }),
      ...(record.folders && { folders: record.folders }),
      ...(record.isStem && { isStem: true }),
    })
    const set = own ?? findSetInPath(imagePath ?? image)
    const url = imagePath ?? record.url ?? (isUrl(image) ? image : image.replace(/^\/+/, ""))
    const other = places.get(url)
    if (other !== undefined)
      throw new FormatError(path, `${stripPath(place, path)} has the image ${url}, which ${other} has.`)
    places.set(url, place)
    return {
      ...emptyScene,
      kind: "image-vector",
      name: image,
      ...(imagePath === undefined
        ? {
            file: chooseRecordFile(image, undefined),
            ...set,
          }
        : { ...placeBelow(imagePath, path, set?.split ?? null), ...set }),
      ...(record.file !== undefined && { file: record.file }),
      ...(record.status && { status: record.status }),
      frames: [
        {
          ...emptyFrame,
          // Whether a record is of the picture as stored or upright follows from the stated size.
          image: { url, size: record.size ?? (imagePath === undefined ? null : await sizeOf(imagePath)) },
          attributes: record.attributes ?? {},
          annotations: record.annotations,
        },
      ],
    }
  }
}

/** The folder `default` of a file and its images is that of the samples of no set, as our writers name it: no part of their names. */
const placeBelow = (image: string, record: string, split: string | null): ReturnType<typeof placeInSet> => {
  const folder = posix.dirname(record)
  const isOfNoSet = split === null && posix.basename(folder) === noSet && image.startsWith(`${folder}/`)
  return placeInSet(isOfNoSet ? image.slice(folder.length + 1) : image, split)
}

const stripPath = (place: string, path: string): string =>
  place.startsWith(`${path} `) ? place.slice(path.length + 1) : "."
