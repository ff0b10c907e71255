/** Writes the file of a backup: under another name until it is complete and on disk. It never overwrites a file. */
import { createHash } from "node:crypto"
import { accessSync, constants, existsSync } from "node:fs"
import { type FileHandle, link, open, rm, stat } from "node:fs/promises"
import { dirname } from "node:path"
import { Writable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { createGzip } from "node:zlib"
import { type Pack, pack } from "tar-stream"
import { CommandFailed } from "../cli/failures.ts"
import { getShortReason } from "../serve/dataDir.ts"
import { type EntryDigest, findKey, type Manifest, names } from "./manifest.ts"

/** Databases and labels shrink much at the fastest level already; images do not shrink at any. */
const compression = { level: 1 }

/** A backup has this name while it is written. */
export const getPartPath = (out: string): string => `${out}.part`

export class BackupFile {
  readonly #out: string
  readonly #handle: FileHandle
  readonly #pack: Pack
  readonly #written: Promise<void>
  readonly #failed: Promise<never>
  readonly #entries: Array<EntryDigest> = []

  private constructor(out: string, handle: FileHandle) {
    this.#out = out
    this.#handle = handle
    this.#pack = pack()
    this.#written = pipeline(this.#pack, createGzip(compression), makeWriter(handle))
    this.#failed = this.#written.then(() => new Promise<never>(() => {}))
    // Every wait is a race with it; between two waits nobody listens.
    this.#failed.catch(() => {})
  }

  /** Begins the file with its manifest. What a killed backup has left is removed. */
  static async create(out: string, manifest: Manifest): Promise<BackupFile> {
    refuseExisting(out)
    await rm(getPartPath(out), { force: true })
    const file = new BackupFile(out, await open(getPartPath(out), "wx", 0o600).catch(throwCannotWrite(out)))
    await file.#addText(names.manifest, manifest)
    return file
  }

  /** The number of files of the file store in it. */
  get files(): number {
    return this.#entries.filter(({ name }) => findKey(name) !== undefined).length
  }

  /** The size of all entries. */
  get bytes(): number {
    return this.#entries.reduce((sum, { size }) => sum + size, 0)
  }

  /** Adds an entry of exactly that size. */
  async add(
    name: string,
    size: number,
    bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): Promise<void> {
    const hash = createHash("sha256")
    const header = { name, size, mode: 0o600, mtime: new Date(0) }
    const ended = new Promise<void>((resolve, reject) => {
      const entry = this.#pack.entry(header, (cause) => (cause ? reject(cause) : resolve()))
      entry.on("error", reject)
      const send = async () => {
        let sent = 0
        for await (const chunk of bytes) {
          hash.update(chunk)
          sent += chunk.length
          if (sent > size) break
          if (!entry.write(chunk))
            await this.#race(new Promise<void>((go) => entry.once("drain", () => go())))
        }
        if (sent !== size)
          throw new CommandFailed({
            sentence: `${name} changed its size while it was read. Start the backup again.`,
          })
        entry.end(null)
      }
      send().catch(reject)
    })
    await this.#race(ended).catch(throwCannotWrite(this.#out))
    this.#entries.push({ name, size, sha256: hash.digest("hex") })
  }

  /** Ends the file, waits until it is on disk, and gives it its name. */
  async finish(): Promise<void> {
    try {
      await this.#addText(names.end, { entries: [...this.#entries] })
      this.#pack.finalize()
      await this.#written
      await this.#handle.sync()
      await this.#publish()
    } catch (cause) {
      throwCannotWrite(this.#out)(cause)
    }
  }

  /** Removes what was written. Harmless after `finish`. */
  async discard(): Promise<void> {
    this.#pack.destroy(new Error("The backup was discarded."))
    await this.#written.catch(() => {})
    if (await this.#isMine()) await rm(getPartPath(this.#out), { force: true })
    await this.#handle.close()
  }

  async #publish(): Promise<void> {
    const part = getPartPath(this.#out)
    if (!(await this.#isMine()))
      throw new CommandFailed({
        sentence: `Another backup to ${this.#out} began meanwhile; this one was discarded.`,
      })
    refuseExisting(this.#out)
    await link(part, this.#out)
    await rm(part)
    const folder = await open(dirname(this.#out), "r")
    await folder.sync().finally(() => folder.close())
  }

  /** Whether the name still leads to this file: another backup to the same name removes it. */
  async #isMine(): Promise<boolean> {
    const [mine, named] = await Promise.all([
      this.#handle.stat().catch(() => undefined),
      stat(getPartPath(this.#out)).catch(() => undefined),
    ])
    return mine !== undefined && mine.ino === named?.ino && mine.dev === named.dev
  }

  async #addText(name: string, value: unknown): Promise<void> {
    const bytes = Buffer.from(`${JSON.stringify(value, null, 1)}\n`)
    await this.add(name, bytes.length, [bytes])
  }

  #race<A>(wait: Promise<A>): Promise<A> {
    return Promise.race([wait, this.#failed])
  }
}

/** Writes to the handle and leaves it open, because it is synced after the last byte. */
const makeWriter = (handle: FileHandle): Writable =>
  new Writable({
    write: (chunk: Uint8Array, _, done) => {
      const write = async () => {
        for (let at = 0; at < chunk.length; ) at += (await handle.write(chunk, at)).bytesWritten
      }
      write().then(() => done(), done)
    },
  })

/** Refuses a file that exists, or whose folder cannot be written to, before any work. */
export const requirePlace = (out: string): void => {
  const folder = dirname(out)
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw new CommandFailed({
      sentence: `The folder ${folder} cannot be written to: ${getShortReason(cause)}.`,
    })
  }
  refuseExisting(out)
}

const refuseExisting = (out: string): void => {
  if (existsSync(out))
    throw new CommandFailed({ sentence: `${out} exists and is not overwritten. Nothing was written.` })
}

const throwCannotWrite =
  (out: string) =>
  (cause: unknown): never => {
    if (cause instanceof CommandFailed) throw cause
    throw new CommandFailed({ sentence: `${out} cannot be written: ${getShortReason(cause)}.` })
  }
