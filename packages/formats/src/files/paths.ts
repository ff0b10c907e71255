/** Paths of files in formats: names of samples as paths and back, and paths that stay where they belong. */
import { posix } from "node:path"
import { isUrl } from "../images/imageFinder.ts"
import { isLeftBySystem } from "./sideFiles.ts"

/** The path without detours. Fails when it is absolute, leaves its folder, or has a character that file systems refuse. */
export const checkPath = (path: string): string => {
  const normalized = posix.normalize(path)
  const isSafe =
    normalized !== "." &&
    !normalized.startsWith("/") &&
    !normalized.split("/").includes("..") &&
    !/[\0\\]|^[a-zA-Z]:/.test(normalized) &&
    !normalized.endsWith("/")
  if (!isSafe) throw new Error(`${JSON.stringify(path)} is not a path within a folder.`)
  return normalized
}

/**
 * A sample's name as a path. Letters of any script, spaces and signs such as `#`, `?`, `%` and commas stay as they are. Parts that no file
 * can have (empty ones, `.` and `..`), or that imports take for files that systems leave (hidden ones, `__MACOSX`, `Thumbs.db`), backslashes, control characters and spaces at the ends are escaped like in URLs.
 */
export const getStem = (name: string): string => {
  const stem = name.split("/").map(escapePart).join("/")
  // Only a stem with escapes, or one that looks like it, needs its percent signs escaped.
  if (stem === name && !/%2f/i.test(name) && nameOfStem(name) === name) return name
  return name
    .split("/")
    .map((part) => escapePart(part.replaceAll("%", "%25")))
    .join("/")
}

/** In place of an empty part: no name has this character. */
const emptyPart = "%00"

const escapePart = (part: string): string =>
  part === "" || part === "." || part === ".."
    ? part.replaceAll(".", "%2E") || emptyPart
    : isLeftBySystem(part)
      ? `${escapeText(part.slice(0, 1))}${part.slice(1).replace(unsafe, escapeText)}`
      : part.replace(unsafe, escapeText)

/** All of its bytes. */
const escapeText = (text: string): string =>
  [...new TextEncoder().encode(text)].map((byte) => `%${formatHexByte(byte)}`).join("")

/** Backslashes, control characters, breaks of lines, spaces at the ends, and the colon of a drive. */
const unsafe = /[\\\p{Cc}\u2028\u2029]|^\s+|\s+$|(?<=^[a-zA-Z]):/gu

const formatHexByte = (byte: number): string => byte.toString(16).toUpperCase().padStart(2, "0")

/** The name that `getStem` made the path of; a path that it did not make is the name itself. */
export const nameOfStem = (stem: string): string => {
  if (!stem.includes("%")) return stem
  const decoded = stem
    .split("/")
    .map((part) => (part === emptyPart ? "" : decodePath(part)))
    .join("/")
  // No sample has an empty name.
  return decoded !== stem && decoded !== "" && getStem(decoded) === stem ? decoded : stem
}

/** The path without the escapes of a URL; the path itself where they are none. */
export const decodePath = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Orders texts by their numbers where they differ by those: `frame2` comes before `frame10`. Equal numbers with zeros in front have the order of texts. */
export const compareNaturally = (a: string, b: string): number => {
  const [own, other] = [a.split(/(\d+)/), b.split(/(\d+)/)]
  for (let index = 0; index < Math.min(own.length, other.length); index++) {
    const [x = "", y = ""] = [own[index], other[index]]
    if (x === y) continue
    const difference = index % 2 === 1 ? Number(x) - Number(y) : 0
    if (difference !== 0) return difference
    return x < y ? -1 : 1
  }
  return own.length - other.length
}

/** The path without the ending of its last part. */
export const stripEnding = (path: string): string => path.replace(/\.[^./]+$/, "")

const imageEnding = /\.(avif|bmp|dng|gif|heic|heif|jfif|jp2|jpe|jpe?g|mpo|p[bgnp]m|pfm|png|tiff?|webp)$/i

/** Whether the path ends like that of an image. */
export const isImagePath = (path: string): boolean => imageEnding.test(path)

/** The path without the ending of an image; names may have dots. */
export const stripImageEnding = (path: string): string => path.replace(imageEnding, "")

/** The ending of an image with its dot, as it is written; empty without one. */
export const getImageEnding = (path: string): string => imageEnding.exec(path)?.[0] ?? ""

/** A path as another system wrote it, or the URL of its file, with slashes, without a drive, `./`, `//` and inner `..`. */
export const toSlashes = (path: string): string =>
  posix.normalize(
    fromFileUrl(path)
      .replaceAll("\\", "/")
      .replace(/^[a-zA-Z]:(?=\/)/, ""),
  )

/** Without the host and the slash before a drive; other paths as they are. */
const fromFileUrl = (path: string): string => {
  const local = /^file:(?:\/\/[^/]*)?(?=\/)(.*)$/is.exec(path)?.[1]
  return local === undefined ? path : decodePath(local).replace(/^\/(?=[a-zA-Z]:[\\/])/, "")
}

/** The same without the first slash of an absolute path. */
export const normalizePath = (path: string): string =>
  toSlashes(path).replace(/^\/+/, "").replace(/^\.\//, "")

/** A URL, also one without its host, loses its query and fragment. In a path among files `?` and `#` are signs of the name. */
export const stripQuery = (path: string): string =>
  /^(?:[a-z][a-z0-9+.-]+:)?\//i.test(path) ? path.replace(/[?#].*$/, "") : path

/** The last part of a URL, without its query, or of a path. */
export const getBaseName = (path: string): string => stripQuery(path).split("/").at(-1) ?? ""

/** The ending with its dot, in lower case; empty without one. */
export const getEnding = (path: string): string =>
  /\.[^./]+$/.exec(getBaseName(path))?.[0].toLowerCase() ?? ""

/** The URL of a host, with nothing behind it. */
const hostUrl = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*\/*(?:#.*)?$/i

/** False for an empty path, for that of a folder, and for the URL of a host. Any other URL names a file: servers have many ways to. */
export const hasFileName = (path: string): boolean => {
  if (isUrl(path)) return !hostUrl.test(path)
  const name = path.slice(path.lastIndexOf("/") + 1).trim()
  return name !== "" && name !== "." && name !== ".."
}
