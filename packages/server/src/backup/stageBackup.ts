/**
 * Reads the file of a backup into a folder and compares every entry with its digest. Nothing of it is used before all of it is
 * known to be whole.
 */
import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import { mkdir, open } from "node:fs/promises"
import { dirname, join } from "node:path"
import { pipeline } from "node:stream"
import { createGunzip } from "node:zlib"
import { Either, Schema } from "effect"
import { extract, type Header } from "tar-stream"
import { CommandFailed } from "../cli/failures.ts"
import { getShortReason } from "../serve/dataDir.ts"
import { End, type EntryDigest, formatName, formatVersion, isEntry, Manifest, names } from "./manifest.ts"

/** The entries of a backup as files of a folder, by their names. */
export interface StagedBackup {
  readonly folder: string
  readonly manifest: Manifest
  readonly entries: ReadonlyArray<EntryDigest>
}

interface Entry extends AsyncIterable<unknown> {
  readonly header: Header
}

/** The bytes of an entry, whose chunks the library types as unknown. */
const toByteChunks = (entry: Entry): AsyncIterable<Uint8Array> => entry as AsyncIterable<Uint8Array>

/** The longest first and last entry in bytes. The last one has about 150 bytes for each file. */
const limits = { manifest: 1024 * 1024, end: 512 * 1024 * 1024 } as const

/** `accept` sees the manifest before anything is written to the folder, which must be empty or missing. */
export const stageBackup = async (
  path: string,
  folder: string,
  accept: (manifest: Manifest) => void,
  signal?: AbortSignal,
): Promise<StagedBackup> => {
  const refuse = (reason: string): never => {
    throw new CommandFailed({ sentence: `${path} ${reason}. Nothing was restored.` })
  }
  const source = createReadStream(path)
  const tar = extract()
  // An error ends the loop below, or comes after it: the checksum of gzip follows the last entry.
  const ended = new Promise<unknown>((resolve) => pipeline(source, createGunzip(), tar, resolve))
  signal?.addEventListener("abort", () => source.destroy(new Error("The restore was interrupted.")))
  let manifest: Manifest | undefined
  let end: typeof End.Type | undefined
  const entries = new Map<string, EntryDigest>()
  try {
    for await (const entry of tar) {
      const { name, type } = entry.header
      if (manifest === undefined) {
        if (name !== names.manifest) refuse("is not a backup of a server")
        manifest = parseManifest(await readJson(entry, limits.manifest), refuse)
        accept(manifest)
      } else if (end !== undefined) refuse(`has the entry ${name} after its end`)
      else if (name === names.end) end = endIn(await readJson(entry, limits.end), refuse)
      else if (type !== "file" || !isEntry(name) || entries.has(name))
        refuse(`has the entry ${JSON.stringify(name)}, which does not belong into a backup`)
      else entries.set(name, await stageEntry(entry, join(folder, name)))
    }
    const problem = await ended
    if (problem) refuse(getReason(problem))
  } catch (cause) {
    if (cause instanceof CommandFailed) throw cause
    refuse(getReason(cause))
  } finally {
    source.destroy()
  }
  if (manifest === undefined) return refuse("is empty")
  if (end === undefined) return refuse("is cut off: its end is missing")
  compare(entries, end.entries, refuse)
  return { folder, manifest, entries: [...entries.values()] }
}

type Refuse = (reason: string) => never

const compare = (
  found: ReadonlyMap<string, EntryDigest>,
  recorded: ReadonlyArray<EntryDigest>,
  refuse: Refuse,
): void => {
  // The manifest is listed as well; it was read as JSON.
  const listed = recorded.filter(({ name }) => name !== names.manifest)
  for (const { name, sha256, size } of listed) {
    const entry = found.get(name)
    if (entry === undefined) refuse(`lacks the entry ${name}`)
    else if (entry.sha256 !== sha256 || entry.size !== size)
      refuse(`was changed or is damaged: the SHA-256 of ${name} is not the recorded one`)
  }
  if (listed.length !== found.size) refuse("has entries that are not listed at its end")
}

const stageEntry = async (entry: Entry, path: string): Promise<EntryDigest> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const hash = createHash("sha256")
  const file = await open(path, "wx", 0o600)
  let size = 0
  try {
    for await (const chunk of toByteChunks(entry)) {
      hash.update(chunk)
      size += chunk.length
      for (let at = 0; at < chunk.length; ) at += (await file.write(chunk, at)).bytesWritten
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { name: entry.header.name, size, sha256: hash.digest("hex") }
}

const readJson = async (entry: Entry, limit: number): Promise<unknown> => {
  const chunks: Array<Uint8Array> = []
  let size = 0
  for await (const chunk of toByteChunks(entry)) {
    size += chunk.length
    if (size > limit) return undefined
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"))
  } catch {
    return undefined
  }
}

const FormatOf = Schema.Struct({ format: Schema.Literal(formatName), version: Schema.Int })

const parseManifest = (value: unknown, refuse: Refuse): Manifest => {
  const format = Schema.decodeUnknownEither(FormatOf)(value)
  if (Either.isLeft(format)) return refuse("is not a backup of a server")
  if (format.right.version !== formatVersion)
    return refuse(
      `has version ${format.right.version} of the format, and this program reads version ${formatVersion}: use a newer one`,
    )
  const manifest = Schema.decodeUnknownEither(Manifest)(value)
  return Either.isLeft(manifest) ? refuse(`has a ${names.manifest} that cannot be read`) : manifest.right
}

const endIn = (value: unknown, refuse: Refuse): typeof End.Type => {
  const end = Schema.decodeUnknownEither(End)(value)
  return Either.isLeft(end) ? refuse(`has an ${names.end} that cannot be read`) : end.right
}

/** Errors of gzip, tar and the file system as the end of a sentence. */
const getReason = (cause: unknown): string => {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : ""
  const message = cause instanceof Error ? cause.message : String(cause)
  if (code === "Z_BUF_ERROR" || /unexpected end/i.test(message)) return "is cut off"
  if (/incorrect header check/.test(message)) return "is not a backup of a server"
  if (code.startsWith("Z_") || /tar header|checksum/i.test(message))
    return `was changed or is damaged: ${message}`
  return `cannot be restored: ${getShortReason(cause)}`
}
