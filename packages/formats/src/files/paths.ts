/** Paths of files in formats: names of samples as paths and back, and paths that stay where they belong. */
import { posix } from "node:path"

/** The path without detours. Fails when it is absolute, leaves its folder, or has a character that file systems refuse. */
export const checkedPath = (path: string): string => {
  const found = posix.normalize(path)
  const isSafe =
    found !== "." &&
    !found.startsWith("/") &&
    !found.split("/").includes("..") &&
    !/[\0\\]|^[a-zA-Z]:/.test(found) &&
    !found.endsWith("/")
  if (!isSafe) throw new Error(`${JSON.stringify(path)} is no path within a folder.`)
  return found
}

/** A sample's name as a path: other characters than letters, digits, `.`, `_`, `-` and `/` are escaped like in URLs. */
export const stemOf = (name: string): string =>
  name
    .split("/")
    .map((part) =>
      part === "" || part === "." || part === ".."
        ? part.replaceAll(".", "%2E") || "%"
        : part.replace(/[^\p{L}\p{N}._-]/gu, (character) =>
            [...new TextEncoder().encode(character)].map((byte) => `%${hex(byte)}`).join(""),
          ),
    )
    .join("/")

const hex = (byte: number): string => byte.toString(16).toUpperCase().padStart(2, "0")

/** The name that `stemOf` made the path of; a path that it did not make is the name itself. */
export const nameOfStem = (stem: string): string => {
  const decoded = stem
    .split("/")
    .map((part) => (part === "%" ? "" : decode(part)))
    .join("/")
  return stemOf(decoded) === stem ? decoded : stem
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The path without the ending of its last part. */
export const withoutEnding = (path: string): string => path.replace(/\.[^./]+$/, "")

/** The last part of a URL or path, without a query. */
export const baseName = (url: string): string =>
  url
    .replace(/[?#].*$/, "")
    .split("/")
    .at(-1) ?? ""

/** The ending with its dot, in lower case; empty without one. */
export const endingOf = (path: string): string => /\.[^./]+$/.exec(baseName(path))?.[0].toLowerCase() ?? ""
