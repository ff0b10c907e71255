/** Finds the image that a record names among the files: a label belongs to one picture. */
import { posix } from "node:path"
import { DatasetError } from "../FormatError.ts"
import { foldName } from "../files/findFile.ts"
import { decodePath, getBaseName, isImagePath, normalizePath, stripImageEnding } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"
import { lookupUsual, toSet } from "../model/sets.ts"
import { isUrl } from "./imageFinder.ts"
import { findLayoutFolders } from "./layoutFolders.ts"
import { listSearchedImages } from "./searchedImages.ts"

export interface ImageQuery {
  /** The image as the record names it: a path of any system, absolute or not, with its ending or without. */
  readonly name: string
  /** The path of the file that has the record. */
  readonly record: string
  /** The set of the record as the files spell it; absent where only folders say it. */
  readonly set?: string | null
  /** Folders where the format has images of this record, the likeliest first, before those of other layouts. */
  readonly folders?: ReadonlyArray<string>
  /** The folder outside of which no image is taken. */
  readonly below?: string
  /** The name has no ending: another one is part of it, as in the id `a.png` of `a.png.png`. A file of the very name comes after such ones. */
  readonly isStem?: boolean
  /** The name in messages: an image where this is absent. */
  readonly noun?: string
}

/** An image that a record was given, and whether its path was searched rather than written. */
interface Claim {
  readonly name: string
  readonly isSearched: boolean
}

/**
 * The order: the path as written below the folder of the record, then below the folders of the layout for the same set, then the only file of
 * the set with the longest end of the path that is there, with or without its ending. An image of another set is never taken, and two that fit
 * are a refusal.
 */
export class ImageResolver {
  readonly #source: Source
  readonly #sets: ReadonlySet<string>
  readonly #claims = new Map<string, Claim>()
  #index: ReadonlyMap<string, ReadonlyArray<string>> | undefined

  /** `sets` are the names of sets that folders may have besides the usual ones. */
  constructor(source: Source, sets: Iterable<string | null> = []) {
    this.#source = source
    this.#sets = new Set([...sets].filter((set) => set !== null))
  }

  /** The path among the files; undefined when none fits. A name that is not there may be written as in a URL, with `%20` for a space. */
  find(query: ImageQuery): string | undefined {
    const path = this.#search(query)
    if (path !== undefined || !/%[0-9a-f]{2}/i.test(query.name)) return path
    const name = decodePath(query.name)
    return name === query.name ? undefined : this.#search({ ...query, name })
  }

  #search(query: ImageQuery): string | undefined {
    const name = normalizePath(query.name)
    if (name === "" || name === "." || isUrl(query.name)) return undefined
    if (query.isStem === true && isImagePath(name)) {
      const own = this.#findStem(name, query)
      if (own !== undefined) return own
    }
    // Where no file has the name, no folder has it: files of records may name many images that are elsewhere.
    if (!otherFile.test(name) && this.#candidates(name).length === 0) return undefined
    const set = this.#findSet(query, name)
    const isBelow = makeIsBelow(query.below)
    const folders = this.#listFolders(query, set)
    const parts = name.split("/").filter((part) => part !== "..")
    for (let from = 0; from < parts.length; from++) {
      const end = parts.slice(from).join("/")
      const written = folders
        .map((folder) => posix.join(folder, end))
        .find((path) => this.#source.has(path) && isBelow(path))
      // The path as written is no search; a shorter end of it is one.
      if (written !== undefined) return this.#claim(written, { name, isSearched: from > 0 }, query)
      const searched =
        folders
          .map((folder) => this.#only(this.#like(end, folder).filter(isBelow), query))
          .find((path) => path !== undefined) ?? this.#only(this.#endingWith(end, set, isBelow), query)
      if (searched !== undefined) return this.#claim(searched, { name, isSearched: true }, query)
    }
    return undefined
  }

  #findStem(name: string, query: ImageQuery): string | undefined {
    const set = this.#findSet(query, name)
    const foldedName = foldName(name)
    const candidates = this.#withKey(foldName(getBaseName(name))).filter((path) => {
      const own = this.#setOfPath(path)
      const isOfSet = set === null || own === null || own === set
      return isOfSet && hasEnd(foldedName, foldName(stripImageEnding(path)))
    })
    const path = this.#only(candidates, query)
    return path === undefined ? undefined : this.#claim(path, { name, isSearched: true }, query)
  }

  /** Counts the files that have the name, wherever they are, with its ending or without. */
  countNamed(name: string): number {
    const path = normalizePath(name)
    return new Set([...this.#candidates(path), ...this.#withKey(foldName(getBaseName(path)))]).size
  }

  /** The set of the record, or else the one that the path in the record names. */
  #findSet({ record, set }: ImageQuery, name: string): string | null {
    const own = set === undefined ? this.#setOfPath(record) : set === null ? null : toSet(set)
    return own ?? this.#setOfPath(name)
  }

  #setOfPath(path: string): string | null {
    const folder = path
      .split("/")
      .slice(0, -1)
      .findLast((part) => this.#sets.has(part) || lookupUsual(part) !== undefined)
    return folder === undefined ? null : toSet(folder)
  }

  #listFolders({ folders = [], record, set }: ImageQuery, own: string | null): ReadonlyArray<string> {
    const spellings = [...new Set([set, own].flatMap((found) => (found ? [found] : [])))]
    return [...new Set([posix.dirname(record), ...folders, ...findLayoutFolders(record, spellings)])]
  }

  /** Two records never share an image that was searched for one of them. */
  #claim(path: string, claim: Claim, { noun = "image", record }: ImageQuery): string {
    const other = this.#claims.get(path)
    const isSearched = other?.isSearched === true || claim.isSearched
    if (
      other !== undefined &&
      isSearched &&
      !hasEnd(other.name, claim.name) &&
      !hasEnd(claim.name, other.name)
    )
      throw new DatasetError(
        record,
        `names the ${noun} ${claim.name}, for which only ${path} is there; ${other.name} has that one.`,
      )
    if (other === undefined || claim.isSearched) this.#claims.set(path, claim)
    if (claim.isSearched) listSearchedImages(this.#source).add(path)
    return path
  }

  #only(paths: ReadonlyArray<string>, { name, noun = "image", record }: ImageQuery): string | undefined {
    if (paths.length > 1)
      throw new DatasetError(record, `names the ${noun} ${name}, which may be ${paths.join(" or ")}.`)
    return paths[0]
  }

  /** The images of a folder that differ from the path in their ending, the case or the form of Unicode alone. */
  #like(end: string, folder: string): ReadonlyArray<string> {
    const exactPath = posix.join(folder, end)
    return preferExact(
      this.#candidates(end).filter((path) => isSameImage(path, exactPath)),
      exactPath,
    )
  }

  /** The images of the set whose paths have the end. */
  #endingWith(end: string, set: string | null, isBelow: (path: string) => boolean): ReadonlyArray<string> {
    const depth = end.split("/").length
    const matches = this.#candidates(end).filter((path) => {
      const own = this.#setOfPath(path)
      return (
        isBelow(path) &&
        (set === null || own === null || own === set) &&
        isSameImage(path.split("/").slice(-depth).join("/"), end)
      )
    })
    const images = matches.filter((path) => !maskFolder.test(path))
    return preferExact(images.length === 0 ? matches : images, end)
  }

  #candidates(end: string): ReadonlyArray<string> {
    return this.#withKey(foldName(stripImageEnding(getBaseName(end))))
  }

  #withKey(key: string): ReadonlyArray<string> {
    this.#index ??= indexImages(this.#source)
    return this.#index.get(key) ?? []
  }
}

const makeIsBelow =
  (folder = ".") =>
  (path: string): boolean =>
    folder === "." || path.startsWith(`${folder}/`)

const hasEnd = (end: string, path: string): boolean => path === end || path.endsWith(`/${end}`)

/** Folders that have masks with the names of images. */
const maskFolder = /(^|\/)(masks?|semantic|instances?|segmentation\w*|panoptic\w*|labels|annotations|gt)\//i

/** Other files have the same letters in another case, if one path has the very letters. */
const preferExact = (paths: ReadonlyArray<string>, end: string): ReadonlyArray<string> => {
  if (paths.length < 2) return paths
  const exact = paths.filter((path) => hasEnd(end, path))
  return exact.length > 0 ? exact : paths
}

/** Whether the paths are equal, or one of them lacks the ending. */
const isSameImage = (path: string, wanted: string): boolean => {
  const [one, other] = [foldName(path), foldName(wanted)]
  return (
    one === other ||
    (!isImagePath(wanted) && stripImageEnding(one) === other) ||
    (!isImagePath(path) && stripImageEnding(other) === one)
  )
}

/** Files that are no images, and paths that lead out of a folder. */
const otherFile = /(\.(xml|json|jsonl|txt|csv|ya?ml|ini|tsv)|(^|\/)\.\.)$/i

const indexImages = ({ paths }: Source): ReadonlyMap<string, ReadonlyArray<string>> => {
  const pathsByName = new Map<string, Array<string>>()
  for (const path of paths) {
    if (otherFile.test(path)) continue
    const key = foldName(stripImageEnding(posix.basename(path)))
    const same = pathsByName.get(key)
    if (same === undefined) pathsByName.set(key, [path])
    else same.push(path)
  }
  return pathsByName
}
