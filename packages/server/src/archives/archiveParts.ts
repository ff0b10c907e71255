/** Reads a tar file in gzip as the parts of an archive. */
import { createReadStream } from "node:fs"
import { pipeline, type Readable } from "node:stream"
import { createGunzip } from "node:zlib"
import type { ArchivePart } from "@annotary/core/effect"
import { extract } from "tar-stream"

/** An archive cannot be read: the file, or what is in it. */
class UnreadableArchive extends Error {
  override readonly name = "UnreadableArchive"
}

/** The stream of an archive's file. */
export const openArchive = (file: string): Readable => createReadStream(file, { highWaterMark: 256 * 1024 })

/** `read` is called with the bytes of what it opens, as they are read. */
export async function* archiveParts(
  open: () => Readable,
  read: (bytes: number) => void,
): AsyncGenerator<ArchivePart> {
  const source = open()
  source.on("data", (bytes: Uint8Array) => read(bytes.length))
  const tar = extract()
  // An error of each of them destroys the others, and ends the loop below, which may not have the first error.
  const ended = new Promise<unknown>((resolve) => {
    pipeline(source, createGunzip(), tar, resolve)
  })
  try {
    for await (const entry of tar) {
      const { name, size = 0, type } = entry.header
      if (type !== "file") throw new UnreadableArchive(`${name} is not a file, but a ${type}`)
      yield { name, size }
      // Entries are streams of bytes; their types say less.
      for await (const bytes of entry as AsyncIterable<Uint8Array>) yield bytes
    }
  } catch (cause) {
    throw cause instanceof UnreadableArchive
      ? cause
      : new UnreadableArchive(getReason((await ended) ?? cause))
  } finally {
    source.destroy()
  }
}

const getReason = (cause: unknown): string => {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined
  if (code === "ENOENT") return "there is no such file"
  if (code === "EISDIR") return "it is a folder"
  if (code === "Z_BUF_ERROR") return "it was cut off"
  if (code === "Z_DATA_ERROR") return "it is not a tar file in gzip, or it was changed"
  const message = cause instanceof Error ? cause.message : String(cause)
  // The tar file ended within a file.
  return /premature|unexpected end|was destroyed/i.test(message) ? "it was cut off" : message
}
