/** Readers get files from a source: a folder, or memory. Archives are unpacked into a folder first. */
import { createReadStream } from "node:fs"
import { open, readdir, readFile, stat } from "node:fs/promises"
import { join, relative } from "node:path"
import { FormatError } from "../FormatError.ts"
import { checkLimit, defaultLimits, type Limits } from "./limits.ts"
import { isLeftBySystem } from "./sideFiles.ts"

export interface Source {
  /** The limits of what the files may state and contain. */
  readonly limits: Limits
  /** All files in the order of their paths, with slashes, without those that systems leave there. */
  readonly paths: ReadonlyArray<string>
  readonly has: (path: string) => boolean
  readonly size: (path: string) => Promise<number>
  /** The whole file. Fails when it is larger than a file may be in memory. */
  readonly bytes: (path: string) => Promise<Uint8Array>
  /** From the byte `start` up to `end`, which is not included; fewer where the file ends. */
  readonly range: (path: string, start: number, end: number) => Promise<Uint8Array>
  /** As `range`, for a look at a file that may be of another kind. */
  readonly peek: Source["range"]
  readonly stream: (path: string) => AsyncIterable<Uint8Array>
}

/** A folder with all folders in it. Refuses symbolic links, which could lead elsewhere, or has the other files alone. */
export const folderSource = async (
  folder: string,
  links: "refuse" | "leave out" = "refuse",
  limits: Limits = defaultLimits,
): Promise<Source> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.flatMap((entry) => {
    const path = relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/")
    if (isLeftBySystem(path)) return []
    if (entry.isSymbolicLink() && links === "refuse") throw new FormatError(path, "is a symbolic link.")
    return entry.isFile() ? [path] : []
  })
  return folderFiles(folder, paths, limits)
}

/** Some files of a folder, by their paths in it. */
export const folderFiles = (
  folder: string,
  paths: ReadonlyArray<string>,
  limits: Limits = defaultLimits,
): Source => {
  const joinFolder = (path: string) => join(folder, path)
  return makeSource(paths, limits, {
    size: async (path) => (await stat(joinFolder(path))).size,
    bytes: (path) => readFile(joinFolder(path)),
    range: async (path, start, end) => {
      const file = await open(joinFolder(path))
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(end - start), 0, end - start, start)
        return buffer.subarray(0, bytesRead)
      } finally {
        await file.close()
      }
    },
    stream: (path) => createReadStream(joinFolder(path), { highWaterMark: 256 * 1024 }),
  })
}

export const memorySource = (
  files: ReadonlyMap<string, Uint8Array>,
  limits: Limits = defaultLimits,
): Source => {
  const getContent = (path: string) => files.get(path) ?? new Uint8Array()
  return makeSource([...files.keys()], limits, {
    size: async (path) => getContent(path).length,
    bytes: async (path) => getContent(path),
    range: async (path, start, end) => getContent(path).subarray(start, end),
    stream: async function* (path) {
      yield getContent(path)
    },
  })
}

const makeSource = (
  paths: ReadonlyArray<string>,
  limits: Limits,
  reading: Omit<Source, "paths" | "has" | "limits" | "peek">,
): Source => {
  const sorted = paths.filter((path) => !isLeftBySystem(path)).sort()
  const pathSet = new Set(sorted)
  return {
    ...reading,
    limits,
    paths: sorted,
    peek: reading.range,
    has: (path) => pathSet.has(path),
    bytes: async (path) => {
      checkLimit(limits, "bytes", await reading.size(path), path, "the size of the file")
      return await reading.bytes(path)
    },
  }
}

/** The whole file as text, without a byte order mark. Fails when it is not UTF-8. */
export const readText = async (from: Source, path: string): Promise<string> => {
  if (!from.has(path)) throw new FormatError(path, "is missing.")
  const bytes = await from.bytes(path)
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new FormatError(path, "is not UTF-8 text.", { cause })
  }
}

/** As `readText`, for files whose lines are in memory at once: fails when there are too many. */
export const readTextFile = async (from: Source, path: string): Promise<string> => {
  const text = await readText(from, path)
  checkLimit(from.limits, "values", countLines(text), path, "the number of its lines")
  return text
}

const countLines = (text: string): number => {
  let lines = 1
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines += 1
  return lines
}
