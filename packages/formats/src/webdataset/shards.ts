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
  /** The folder of its images in the dataset; no file and no other shard has it. */
  readonly folder: string
  readonly isPacked: boolean
  readonly members: ReadonlyArray<Member>
}

export const isTar = (path: string): boolean => /\.tar$/i.test(path)

const isCompressedTar = (path: string): boolean => /\.(tar\.\w+|tgz)$/i.test(path)

/** Files of other shards count against the limit, too. Contents are passed over: a member is read by its offset when it is needed. */
const openShard = async (source: Source, path: string, filesBefore: number): Promise<Shard> => {
  const members: Array<Member> = []
  const names = new Set<string>()
  const entries = extract()
  const fed = pipeline(Readable.from(source.stream(path)), entries)
  // It is awaited after the entries, whose loop fails first.
  fed.catch(() => {})
  const folder = chooseFolder(source, path)
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
      if (type !== "file" && type !== "contiguous-file") continue
      const inside = checkMemberPath(name.replaceAll("\\", "/"), path)
      if (isLeftBySystem(inside)) continue
      if (names.has(inside))
        throw new FormatError(path, `has two files of the path ${JSON.stringify(inside)}.`)
      names.add(inside)
      const files = filesBefore + names.size
      checkLimit(source.limits, "rows", files, path, "the number of files of the shards")
      members.push({
        name: inside,
        place: `${path}: ${inside}`,
        url: `${folder}/${inside}`,
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
  return { path, folder, isPacked: true, members }
}

/** The path without its ending; the whole path where files beside it have that folder, or another shard the same name. */
const chooseFolder = ({ paths }: Source, path: string): string => {
  const folder = path.replace(/\.tar$/i, "")
  const isTaken = paths.some(
    (other) =>
      other.startsWith(`${folder}/`) || (other !== path && isTar(other) && other.slice(0, -4) === folder),
  )
  return isTaken ? path : folder
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
    throw new FormatError(
      compressed,
      "is compressed; unpack it with gunzip, so that single files can be read from it.",
    )
  const tars = source.paths.filter(isTar)
  if (tars.length > 0) {
    const shards: Array<Shard> = []
    let files = 0
    for (const path of tars) {
      const shard = await openShard(source, path, files)
      files += shard.members.length
      shards.push(shard)
    }
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
  return [...folders].map(([path, members]) => ({ path, folder: path, isPacked: false, members }))
}
