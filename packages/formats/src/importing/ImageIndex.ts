/** The images of an import by the stems of their files, in the memory of one text each: an import has millions. */
import { hash } from "node:crypto"

export interface IndexedImage {
  /** Empty for an image of no set. */
  readonly set: string
  /** The path below the image folder of the set. */
  readonly file: string
  /** The whole path of the image, or its URL. */
  readonly path: string
}

/** Digests of whole paths, by files, by sets. */
type Images = Map<string, Map<string, Set<string>>>

export class ImageIndex {
  /** A stem that one image has keeps its set, file and digest as one text. */
  readonly #stems = new Map<string, string | Images>()

  /** Returns whether the image is there already, or shares its set and file with images of other folders. */
  add(stem: string, { file, path, set }: IndexedImage): "first" | "sharing" | "twice" {
    const digest = computeDigest(path, file)
    const others = this.#stems.get(stem)
    if (others === undefined) {
      this.#stems.set(stem, `${set}\0${file}\0${digest}`)
      return "first"
    }
    const images = typeof others === "string" ? toImages(others) : others
    this.#stems.set(stem, images)
    return addImage(images, set, file, digest)
  }

  hasStem(stem: string): boolean {
    return this.#stems.has(stem)
  }

  hasFile(stem: string, set: string, file: string): boolean {
    return this.#get(stem)?.get(set)?.has(file) === true
  }

  listSets(stem: string): ReadonlyArray<string> {
    return [...(this.#get(stem)?.keys() ?? [])]
  }

  listFiles(stem: string, set: string): ReadonlyArray<string> {
    return [...(this.#get(stem)?.get(set)?.keys() ?? [])]
  }

  /** The stems that several images have. */
  *listShared(): Generator<string> {
    for (const [stem, images] of this.#stems) if (typeof images !== "string") yield stem
  }

  #get(stem: string): Images | undefined {
    const images = this.#stems.get(stem)
    return typeof images === "string" ? toImages(images) : images
  }
}

const addImage = (
  images: Images,
  set: string,
  file: string,
  digest: string,
): "first" | "sharing" | "twice" => {
  const files = images.get(set) ?? new Map<string, Set<string>>()
  images.set(set, files)
  const digests = files.get(file)
  if (digests === undefined) {
    files.set(file, new Set([digest]))
    return "first"
  }
  if (digests.has(digest)) return "twice"
  digests.add(digest)
  return "sharing"
}

const toImages = (key: string): Images => {
  const [set = "", file = "", digest = ""] = key.split("\0")
  return new Map([[set, new Map([[file, new Set([digest])]])]])
}

/** 132 bits of SHA-256 keep images apart without their paths in memory. Most paths are those of their files. */
const computeDigest = (path: string, file: string): string =>
  path === file ? "" : hash("sha256", path, "base64url").slice(0, 22)
