/** Finds the folders and lists that a configuration names, wherever the paths in it began on the machine that wrote it. */

import { posix } from "node:path"
import { FormatError } from "../FormatError.ts"
import { findFile, foldName } from "../files/findFile.ts"
import { addToList } from "../files/listMaps.ts"
import { decodePath, isImagePath, toSlashes } from "../files/paths.ts"
import { readTextFile, type Source } from "../files/Source.ts"
import { findSynonyms } from "./sets.ts"

/** A path of a configuration with slashes, without a drive. */
export const normalizePlace = (text: string): string => toSlashes(text.trim()).replace(/(?<=.)\/$/, "")

export interface Place {
  /** A folder of images, a list of images, or an image. */
  readonly path: string
  readonly images: ReadonlyArray<string>
  /** The line of each image where the place is a list. */
  readonly isList: boolean
}

export class Places {
  readonly #source: Source
  /** The file that names the places, for messages. */
  readonly #file: string
  readonly #folder: string
  /** Folders that relative paths may begin in, the most likely first. */
  readonly #roots: ReadonlyArray<string>
  readonly #images: ReadonlyArray<string>
  /** Every folder that has images in it, or in a folder in it. */
  readonly #folders: ReadonlySet<string>
  /** These without differences of the case. */
  readonly #likeFolders = new Map<string, Array<string>>()

  constructor(source: Source, file: string, root: string) {
    this.#source = source
    this.#file = file
    this.#folder = posix.dirname(file)
    this.#roots = listRoots(this.#folder, normalizePlace(root))
    this.#images = source.paths.filter(isImagePath)
    this.#folders = new Set(this.#images.flatMap(listParentFolders))
  }

  /** Images below the folder of the configuration. */
  get imagesBelow(): ReadonlyArray<string> {
    return this.#imagesIn(this.#folder)
  }

  /**
   * The place that the text names. Where it is missing, the folder of another word for the same set is taken (`valid` for `val`, `Train` for
   * `train`), unless there are two of them. `others`: the places of all sets, whose absolute paths begin alike.
   */
  async find(key: string, text: string, others: ReadonlyArray<string>): Promise<Place> {
    const candidates = this.#listCandidates(text, others)
    const path = this.#findCandidate(candidates) ?? this.#guess(key, text, candidates)
    if (!this.#source.has(path)) return { path, images: this.#imagesIn(path), isList: false }
    if (isImagePath(path)) return { path, images: [path], isList: false }
    return { path, images: await this.#readList(path), isList: true }
  }

  /** Another case of a likelier place comes before the very spelling of another one. */
  #findCandidate(candidates: ReadonlyArray<string>): string | undefined {
    for (const candidate of candidates) {
      if (this.#exists(candidate)) return candidate
      const [only, other] = this.#listLikeFolders(candidate)
      if (only !== undefined && other === undefined) return only
    }
    return undefined
  }

  #listLikeFolders(path: string): ReadonlyArray<string> {
    if (this.#likeFolders.size === 0)
      for (const folder of this.#folders) addToList(this.#likeFolders, foldName(folder), folder)
    return this.#likeFolders.get(foldName(path)) ?? []
  }

  #exists(path: string): boolean {
    return this.#folders.has(path) || (this.#source.has(path) && (path.endsWith(".txt") || isImagePath(path)))
  }

  #imagesIn(folder: string): ReadonlyArray<string> {
    return folder === "." ? this.#images : this.#images.filter((path) => path.startsWith(`${folder}/`))
  }

  #listCandidates(text: string, others: ReadonlyArray<string>): ReadonlyArray<string> {
    const place = normalizePlace(text)
    if (place.startsWith("/"))
      return findLaterBeginnings(place, others).map((end) => posix.join(this.#folder, end))
    const inner = place.replace(/^(\.\.\/)+/, "")
    return this.#roots.flatMap((root) => [posix.join(root, place), posix.join(root, inner)])
  }

  #guess(key: string, text: string, candidates: ReadonlyArray<string>): string {
    const guesses = new Set(
      candidates.flatMap((candidate) =>
        [candidate, ...withSynonyms(candidate)].flatMap((path) => this.#listLikeFolders(path)),
      ),
    )
    const [guess, other] = guesses
    if (guess === undefined)
      throw new FormatError(
        this.#file,
        `has ${key}: ${text}, which is missing: there is neither such a folder of images nor such a list.`,
      )
    if (other !== undefined)
      throw new FormatError(
        this.#file,
        `has ${key}: ${text}, which is missing, and may be ${guess} or ${other}.`,
      )
    return guess
  }

  #findImage(roots: ReadonlyArray<string>, end: string): string | undefined {
    return findFile(
      this.#source,
      roots.map((root) => posix.join(root, end)),
    )
  }

  /** A line is a path from the list's folder or the dataset's root, or one that began on another machine. */
  async #readList(list: string): Promise<ReadonlyArray<string>> {
    const lines = (await readTextFile(this.#source, list)).split(/\r\n|\n|\r/)
    const roots = [...new Set([posix.dirname(list), ...this.#roots])]
    let dropped: string | undefined
    const images = lines.flatMap((text, index) => {
      if (text.trim() === "") return []
      const written = normalizePlace(text)
      const ends =
        dropped !== undefined && written.startsWith(dropped)
          ? [written.slice(dropped.length)]
          : listPathEnds(written)
      // Another case or form of Unicode, or the escapes of a URL, in a longer end come before the very spelling of a shorter one.
      for (const end of [written, ...ends]) {
        const path = this.#findImage(roots, end) ?? this.#findImage(roots, decodePath(end))
        if (path === undefined) continue
        // All lines begin alike: an image is never found in the folder of another set.
        if (end !== written) dropped ??= written.slice(0, -end.length)
        return [path]
      }
      throw new FormatError(list, `has the image ${text.trim()} in line ${index + 1}, which is missing.`)
    })
    return [...new Set(images)]
  }
}

/** The folder of `path`, where it is; each end of `path`, because datasets are moved; the folder of the configuration. */
const listRoots = (folder: string, root: string): ReadonlyArray<string> => {
  const inner = root.replace(/^(\.\.(\/|$))+/, "").replace(/^\//, "")
  const ends = inner === "" || inner === "." ? [] : [inner, ...listPathEnds(inner)]
  const first = root.startsWith("/") ? [] : [root]
  return [...new Set([...first, ...ends, "."].map((end) => posix.join(folder, end)))]
}

/** The path without its first folder, without its first two, and so on. */
const listPathEnds = (path: string): ReadonlyArray<string> => {
  const parts = path.split("/")
  return parts.slice(1).map((_, index) => parts.slice(index + 1).join("/"))
}

/** The ends of an absolute path. What is cut off is a folder of all sets, so that no set is found in the folder of another one. */
const findLaterBeginnings = (place: string, others: ReadonlyArray<string>): ReadonlyArray<string> => {
  const absolute = others.map(normalizePlace).filter((other) => other.startsWith("/"))
  const parents = [...new Set(absolute)].map((other) => other.split("/").slice(0, -1))
  const [first = []] = parents
  const isShared = (part: string, index: number) => parents.every((parts) => parts[index] === part)
  const different = first.findIndex((part, index) => !isShared(part, index))
  const shared = different < 0 ? first.length : different
  return listPathEnds(place).slice(0, shared)
}

/** The path with each folder that names a set replaced by another word for it. */
const withSynonyms = (path: string): ReadonlyArray<string> => {
  const parts = path.split("/")
  return parts.flatMap((part, index) =>
    findSynonyms(part).map((other) => [...parts.slice(0, index), other, ...parts.slice(index + 1)].join("/")),
  )
}

const listParentFolders = (path: string): ReadonlyArray<string> => {
  const parts = path.split("/").slice(0, -1)
  return [".", ...parts.map((_, index) => parts.slice(0, index + 1).join("/"))]
}
