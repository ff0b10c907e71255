/** The files of shards: those in tar files, and those of a shard that was unpacked. */
import { posix } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { extract } from "tar-stream"
import { FormatError } from "../FormatError.ts"
import { checkLimit } from "../files/limits.ts"
import { checkPath } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"
import { isLeftBySystem } from "../files/sideFiles.ts"

/** A file of a shard. */
export interface Member {
  /** Its path in the shard. */
  readonly name: string
  /** For messages: the shard with the path in it. */
  readonly place: string
  /** The path that samples give their image; no other file has it. */
  readonly url: string
  /** Of the file from the byte `start` up to `end`. */
  readonly readRange: (start: number, end: number) => Promise<Uint8Array>
  readonly load: () => Promise<Uint8Array>
}

export interface Shard {
  /** The path of the tar, or the folder that it was unpacked to. */
  readonly path: string
  readonly isPacked: boolean
  readonly members: ReadonlyArray<Member>
}

export const isTar = (path: string): boolean => /\.tar$/i.test(path)

const isCompressedTar = (path: string): boolean => /\.(tar\.\w+|tgz)$/i.test(path)

/** Lists the files of a tar, whose contents are passed over: they are read by their place when they are needed. */
export const openShard = async (source: Source, path: string): Promise<Shard> => {
  const members: Array<Member> = []
  const entries = extract()
  const fed = pipeline(Readable.from(source.stream(path)), entries)
  // It is awaited after the entries, whose loop fails first.
  fed.catch(() => {})
  const folder = path.replace(/\.tar$/i, "")
  try {
    for await (const entry of entries) {
      const {
        byteOffset,
        name,
        size = 0,
        type,
      } = entry.header as typeof entry.header & {
        readonly byteOffset: number
      }
      entry.resume()
      const inside = name.replaceAll("\\", "/").replace(/^(\.\/)+/, "")
      if ((type !== "file" && type !== "contiguous-file") || isLeftBySystem(inside)) continue
      checkLimit(source.limits, "rows", members.length + 1, path, "the number of its files")
      members.push({
        name: inside,
        place: `${path}: ${inside}`,
        url: `${folder}/${checkMemberPath(inside, path)}`,
        readRange: (start, end) => source.range(path, byteOffset + start, byteOffset + Math.min(end, size)),
        load: async () => {
          checkLimit(source.limits, "bytes", size, path, `the size of its file ${inside}`)
          return await source.range(path, byteOffset, byteOffset + size)
        },
      })
    }
    await fed
  } catch (cause) {
    if (cause instanceof FormatError || (cause instanceof Error && "syscall" in cause)) throw cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new FormatError(path, `is not a whole tar file: ${reason}`, { cause })
  }
  return { path, isPacked: true, members }
}

const checkMemberPath = (name: string, path: string): string => {
  try {
    return checkPath(name)
  } catch (cause) {
    throw new FormatError(path, `has a file outside of its folder: ${JSON.stringify(name)}.`, { cause })
  }
}

/** The shards in the order of their paths; files beside tar files belong to none. Without tar files all files are those of one folder each. */
export const openShards = async (source: Source): Promise<ReadonlyArray<Shard>> => {
  const compressed = source.paths.find(isCompressedTar)
  if (compressed !== undefined)
    throw new FormatError(compressed, "is compressed; unpack it with gunzip, so that its files have a place.")
  const tars = source.paths.filter(isTar)
  if (tars.length > 0) {
    const shards: Array<Shard> = []
    for (const path of tars) shards.push(await openShard(source, path))
    return shards
  }
  const folders = new Map<string, Array<Member>>()
  for (const path of source.paths) {
    const folder = posix.dirname(path)
    const members = folders.get(folder) ?? []
    folders.set(folder, members)
    members.push({
      name: path,
      place: path,
      url: path,
      readRange: (start, end) => source.range(path, start, end),
      load: () => source.bytes(path),
    })
  }
  return [...folders].map(([path, members]) => ({ path, isPacked: false, members }))
}
