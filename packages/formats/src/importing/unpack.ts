/** Unpacks archives into a folder: paths that leave it, symbolic links, bombs and broken archives are refused. */
import { createReadStream, createWriteStream } from "node:fs"
import { mkdir, open, statfs } from "node:fs/promises"
import { dirname, join } from "node:path"
import { Readable, Transform } from "node:stream"
import { pipeline } from "node:stream/promises"
import { createGunzip } from "node:zlib"
import { extract } from "tar-stream"
import yauzl, { type Entry, getFileNameLowLevel } from "yauzl"
import { FormatError } from "../FormatError.ts"
import { checkPath } from "../files/paths.ts"
import { isLeftBySystem } from "../files/sideFiles.ts"

export interface UnpackLimits {
  readonly files: number
  /** Of all files together. */
  readonly bytes: number
  /** Bytes that stay free on the disk; at most a twentieth of a small one. */
  readonly freeBytes: number
}

export const unpackLimits: UnpackLimits = {
  files: 1_000_000,
  bytes: 200 * 1024 ** 3,
  freeBytes: 1024 ** 3,
}

/** The disk has too little free space for an archive, which is no fault of the archive: the import may succeed later. */
export class DiskNearlyFull extends Error {
  override readonly name = "DiskNearlyFull"

  constructor() {
    super(
      "The disk of the server has too little free space to unpack the archive. Free some, or import less at once.",
    )
  }
}

/** The bytes of the disk that archives are unpacked to. */
type Disk = () => Promise<{ readonly free: number; readonly size: number }>

const measureDisk =
  (folder: string): Disk =>
  async () => {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { free: bavail * bsize, size: blocks * bsize }
  }

/** The archive to unpack, and the folder for it. */
interface Unpacking {
  readonly path: string
  /** The name of the archive in errors. */
  readonly name: string
  readonly folder: string
  readonly budget: Budget
}

/**
 * Unpacks a zip, tar or gzipped tar by its first bytes. The folder is created. Errors call the archive `name`, which is its path
 * unless it is given.
 */
export const unpack = async (
  path: string,
  folder: string,
  limits: UnpackLimits = unpackLimits,
  name: string = path,
  disk: Disk = measureDisk(folder),
): Promise<void> => {
  await mkdir(folder, { recursive: true })
  const budget = new Budget(name, disk, limits)
  await budget.checkDisk()
  const unpacking = { path, name, folder, budget }
  const kind = await detectArchive(path)
  if (kind === "zip") return await unzip(unpacking)
  if (kind === "other") throw new FormatError(name, "is not a zip, tar or tar.gz file.")
  const bytes = createReadStream(path)
  await untar(unpacking, kind === "gzip" ? bytes.pipe(createGunzip()) : bytes)
}

const detectArchive = async (path: string): Promise<"zip" | "gzip" | "tar" | "other"> => {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(512), 0, 512, 0)
    if (buffer.readUInt32BE(0) === 0x504b0304 || buffer.readUInt32BE(0) === 0x504b0506) return "zip"
    if (buffer.readUInt16BE(0) === 0x1f8b) return "gzip"
    return buffer.toString("latin1", 257, 262) === "ustar" ? "tar" : "other"
  } finally {
    await file.close()
  }
}

/** Counts what was unpacked, because the sizes that an archive states may be wrong, and looks at the disk. */
class Budget {
  readonly #archive: string
  readonly #disk: Disk
  readonly #limits: UnpackLimits
  #files = 0
  #bytes = 0
  /** The bytes that may be written before the disk is looked at again. */
  #unseen = bytesBetweenLooks

  constructor(archive: string, disk: Disk, limits: UnpackLimits) {
    this.#archive = archive
    this.#disk = disk
    this.#limits = limits
  }

  file(): void {
    this.#files += 1
    if (this.#files > this.#limits.files)
      throw new FormatError(this.#archive, `has too many files: more than ${this.#limits.files}.`)
  }

  /** Checks what an archive states before anything of it is written. */
  async checkStated(files: number, bytes: number): Promise<void> {
    if (files > this.#limits.files)
      throw new FormatError(
        this.#archive,
        `has too many files: ${files}, above the limit of ${this.#limits.files}.`,
      )
    if (bytes > this.#limits.bytes) throw this.#makeTooLargeError(bytes)
    await this.checkDisk(bytes)
  }

  /** Fails when the disk would be nearly full with so many bytes more. */
  async checkDisk(bytes = 0): Promise<void> {
    const { free, size } = await this.#disk()
    if (free - bytes < Math.min(this.#limits.freeBytes, size / 20)) throw new DiskNearlyFull()
  }

  counter(): Transform {
    return new Transform({
      transform: (part: Uint8Array, _, done) => {
        this.#bytes += part.length
        this.#unseen -= part.length
        if (this.#bytes > this.#limits.bytes) return done(this.#makeTooLargeError(this.#bytes))
        if (this.#unseen > 0) return done(null, part)
        this.#unseen = bytesBetweenLooks
        this.checkDisk().then(() => done(null, part), done)
      },
    })
  }

  #makeTooLargeError(bytes: number): FormatError {
    return new FormatError(
      this.#archive,
      `is too large unpacked: ${bytes} bytes or more, above the limit of ${this.#limits.bytes}.`,
    )
  }
}

const bytesBetweenLooks = 8 * 1024 * 1024

const checkArchivePath = (archive: string, path: string): string => {
  try {
    return checkPath(path)
  } catch (cause) {
    throw new FormatError(archive, `has a file outside of its folder: ${JSON.stringify(path)}.`, { cause })
  }
}

const save = async ({ budget, folder, name }: Unpacking, from: Readable, path: string): Promise<void> => {
  const full = join(folder, path)
  try {
    await mkdir(dirname(full), { recursive: true })
    await pipeline(from, budget.counter(), createWriteStream(full, { flags: "wx" }))
  } catch (cause) {
    if (codesOfClashes.has(getErrorCode(cause)))
      throw new FormatError(name, `has a file that cannot be beside its others: ${path}.`, { cause })
    throw cause
  }
}

/** The codes of the file system for a file that is there twice, within a file, or has too long a name. */
const codesOfClashes: ReadonlySet<string> = new Set(["EEXIST", "ENOTDIR", "EISDIR", "ENAMETOOLONG"])

const unzip = async (unpacking: Unpacking): Promise<void> => {
  const { budget, name: archive, path: file } = unpacking
  try {
    await budget.checkStated(...(await readZipTotals(file)))
    const zip = await yauzl.openPromise(file, zipOptions)
    for await (const entry of zip.eachEntry()) {
      const name = nameOfEntry(entry)
      if (isFolder(name) || isLeftBySystem(name)) continue
      const path = checkArchivePath(archive, name)
      if (((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000)
        throw new FormatError(archive, `has a symbolic link: ${path}.`)
      if (entry.isEncrypted()) throw new FormatError(archive, `has an encrypted file: ${path}.`)
      budget.file()
      await save(unpacking, await zip.openReadStreamPromise(entry), path)
    }
  } catch (cause) {
    throw makeBrokenError(archive, "zip", cause)
  }
}

/** yauzl refuses names that begin with a slash or a drive, unless it leaves them as bytes. */
const zipOptions = { decodeStrings: false, lazyEntries: true, validateEntrySizes: true }

const nameOfEntry = (entry: Entry): string => toRelative(decodeName(entry))

/** macOS writes UTF-8 without saying so. */
const decodeName = ({ extraFields, fileNameRaw, generalPurposeBitFlag }: Entry): string => {
  const decode = () => getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)
  if ((generalPurposeBitFlag & 0x800) !== 0 || fileNameRaw.every((byte) => byte < 0x80)) return decode()
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(fileNameRaw)
  } catch {
    return decode()
  }
}

/** A name with slashes, without a drive and the slashes of an absolute path, as `unzip` and `tar` take it. */
const toRelative = (name: string): string =>
  name
    .replaceAll("\\", "/")
    .replace(/^[a-zA-Z]:(?=\/)/, "")
    .replace(/^(\.?\/)+/, "")

/** Tools write the folder of all files as `/` or `./`. */
const isFolder = (name: string): boolean => name === "" || name.endsWith("/")

/** The number of files in the directory of a zip, and their bytes unpacked. */
const readZipTotals = async (file: string): Promise<readonly [files: number, bytes: number]> => {
  const zip = await yauzl.openPromise(file, zipOptions)
  let [files, bytes] = [0, 0]
  for await (const entry of zip.eachEntry()) {
    const name = nameOfEntry(entry)
    if (isFolder(name) || isLeftBySystem(name)) continue
    files += 1
    bytes += entry.uncompressedSize
  }
  return [files, bytes]
}

const untar = async (unpacking: Unpacking, bytes: Readable): Promise<void> => {
  const { budget, name: archive } = unpacking
  const entries = extract()
  const fed = pipeline(bytes, entries)
  // It is awaited after the entries, whose loop fails first.
  fed.catch(() => {})
  try {
    for await (const entry of entries) {
      const { name, type } = entry.header
      const written = toRelative(name)
      if (type === "directory" || isLeftBySystem(written)) {
        entry.resume()
        continue
      }
      const path = checkArchivePath(archive, written)
      if (type !== "file" && type !== "contiguous-file")
        throw new FormatError(archive, `has a ${type ?? "strange entry"}: ${path}.`)
      budget.file()
      await save(unpacking, Readable.from(entry), path)
    }
    await fed
  } catch (cause) {
    bytes.destroy()
    throw makeBrokenError(archive, "tar", cause)
  }
}

/** The archive is broken, unless the system failed: a full disk is no fault of the archive. */
const makeBrokenError = (archive: string, kind: "zip" | "tar", cause: unknown): unknown => {
  if (
    cause instanceof FormatError ||
    cause instanceof DiskNearlyFull ||
    (cause instanceof Error && "syscall" in cause)
  )
    return cause
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new FormatError(archive, `is not a complete ${kind} file: ${reason}`, { cause })
}

const getErrorCode = (cause: unknown): string =>
  cause instanceof Error && "code" in cause ? String(cause.code) : ""
