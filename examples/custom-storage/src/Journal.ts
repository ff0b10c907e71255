/**
 * The file that makes the storage durable: one line of JSON a transaction, added at the end and flushed before anybody hears
 * that it has committed. Reading it from the beginning brings the tables back.
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
    /** Bytes of whole lines. */
    private length: number,
  ) {}

  /** Writes the line and waits until it is on disk. When that fails nothing of it stays. */
  async append(entries: ReadonlyArray<Entry>): Promise<void> {
    if (this.#broken) throw new Error("The journal could not be written before; start again.")
    const line = Buffer.from(`${JSON.stringify(entries)}\n`)
    try {
      await this.file.appendFile(line)
      await this.file.datasync()
    } catch (cause) {
      await this.#takeBack()
      throw cause
    }
    this.length += line.length
  }

  close(): Promise<void> {
    return this.file.close()
  }

  /** A torn line in the middle would make all that follows unreadable. */
  async #takeBack(): Promise<void> {
    this.#broken = true
    await this.file.truncate(this.length)
    await this.file.datasync()
    this.#broken = false
  }
}

/** Fills the empty tables from the file, if there is one, and opens it for what comes. */
export const openJournal = async (path: string, tables: ReadonlyMap<string, AnyTable>): Promise<Journal> => {
  const { lines, bytes } = await replay(path, tables)
  const rows = [...tables.values()].reduce((sum, { size }) => sum + size, 0)
  // Lines of rows that were replaced since weigh more than the rows: once in a while it is written anew.
  if (lines === 0 || lines > 1000 + 2 * rows) return rewrite(path, tables)
  const file = await open(path, "a")
  // What a process had not finished writing when it died was never said to be committed.
  await file.truncate(bytes)
  return new Journal(file, bytes)
}

/** How many lines there are, and how many bytes the whole ones take. */
const replay = async (path: string, tables: ReadonlyMap<string, AnyTable>) => {
  let [lines, bytes] = [0, 0]
  for await (const line of wholeLines(path)) {
    if (lines === 0 && line.toString() !== firstLine)
      throw new Error(`${path} is no journal of this storage.`)
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

/** The same rows in a new file beside the old one, which it then replaces: a process that dies leaves one of them whole. */
const rewrite = async (path: string, tables: ReadonlyMap<string, AnyTable>): Promise<Journal> => {
  const beside = `${path}.new`
  const file = await open(beside, "w")
  await pipeline(linesOf(tables), file.createWriteStream({ flush: true }))
  await rename(beside, path)
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

/** So that the new name, too, outlives a power failure. */
export const flushFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, "r")
  await handle.sync().finally(() => handle.close())
}
