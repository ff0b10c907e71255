/**
 * The journal makes the storage durable. Each transaction appends one line of JSON, which is synced before the transaction counts as
 * committed. Replaying the file restores the tables.
 */
import { createReadStream } from "node:fs"
import { type FileHandle, open, rename } from "node:fs/promises"
import { dirname } from "node:path"
import { pipeline } from "node:stream/promises"
import type { AnyTable, Entry } from "./Table.ts"

const firstLine = JSON.stringify({ journal: "annotary-example", version: 1 })

/** The interface of the file. */
export type JournalFile = Pick<FileHandle, "appendFile" | "datasync" | "truncate" | "close">

export class Journal {
  #broken = false

  constructor(
    readonly file: JournalFile,
    /** The size of all complete lines, in bytes. */
    private length: number,
  ) {}

  /** Appends one line and syncs it to disk. If that fails, the file is restored to its previous length. */
  async append(entries: ReadonlyArray<Entry>): Promise<void> {
    if (this.#broken) throw new Error("A previous write to the journal failed. Restart the program.")
    const line = Buffer.from(`${JSON.stringify(entries)}\n`)
    try {
      await this.file.appendFile(line)
      await this.file.datasync()
    } catch (cause) {
      await this.#revert()
      throw cause
    }
    this.length += line.length
  }

  close(): Promise<void> {
    return this.file.close()
  }

  /** An incomplete line in the middle of the file would make all later lines unreadable. */
  async #revert(): Promise<void> {
    this.#broken = true
    await this.file.truncate(this.length)
    await this.file.datasync()
    this.#broken = false
  }
}

/** Restores the empty tables from the file, if it exists, and opens it for appending. */
export const openJournal = async (path: string, tables: ReadonlyMap<string, AnyTable>): Promise<Journal> => {
  const { lines, bytes } = await replay(path, tables)
  const rows = [...tables.values()].reduce((sum, { size }) => sum + size, 0)
  // Most lines describe rows that have been replaced since, so the file is rewritten.
  if (lines === 0 || lines > 1000 + 2 * rows) return rewrite(path, tables)
  const file = await open(path, "a")
  // An incomplete last line belongs to a transaction that never committed.
  await file.truncate(bytes)
  return new Journal(file, bytes)
}

/** Applies all complete lines. Returns their number and their size in bytes. */
const replay = async (path: string, tables: ReadonlyMap<string, AnyTable>) => {
  let [lines, bytes] = [0, 0]
  for await (const line of wholeLines(path)) {
    if (lines === 0 && line.toString() !== firstLine)
      throw new Error(`${path} is not a journal of this storage.`)
    if (lines > 0) apply(line, lines + 1, path, tables)
    lines += 1
    bytes += line.length + 1
  }
  return { lines, bytes }
}

const apply = (line: Buffer, number: number, path: string, tables: ReadonlyMap<string, AnyTable>): void => {
  try {
    const entries: ReadonlyArray<Entry> = JSON.parse(line.toString())
    for (const [table, key, row] of entries) {
      const target = tables.get(table)
      if (target === undefined) throw new Error(`There is no table ${table}.`)
      target.restore(key, row)
    }
  } catch (cause) {
    throw new Error(`${path}, line ${number}, cannot be read.`, { cause })
  }
}

async function* wholeLines(path: string): AsyncGenerator<Buffer> {
  const rest: Array<Buffer> = []
  try {
    for await (const chunk of createReadStream(path)) {
      let from = 0
      for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
        yield Buffer.concat([...rest.splice(0), chunk.subarray(from, end)])
        from = end + 1
      }
      rest.push(chunk.subarray(from))
    }
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && cause.code === "ENOENT")) throw cause
  }
}

/** Writes the rows to a new file, which then replaces the old one. One of the files is complete even if the process is killed. */
const rewrite = async (path: string, tables: ReadonlyMap<string, AnyTable>): Promise<Journal> => {
  const temporary = `${path}.new`
  const file = await open(temporary, "w")
  await pipeline(linesOf(tables), file.createWriteStream({ flush: true }))
  await rename(temporary, path)
  await flushFolder(dirname(path))
  const appending = await open(path, "a")
  return new Journal(appending, (await appending.stat()).size)
}

function* linesOf(tables: ReadonlyMap<string, AnyTable>): Generator<string> {
  yield `${firstLine}\n`
  for (const table of tables.values()) {
    for (const entry of table.entries()) yield `${JSON.stringify([entry])}\n`
  }
}

/** Syncs the folder, so that a new file name survives a power failure. */
export const flushFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, "r")
  await handle.sync().finally(() => handle.close())
}
