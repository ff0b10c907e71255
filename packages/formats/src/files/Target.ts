/** Writers put files into a target. */
import { createReadStream, createWriteStream, writeFileSync } from "node:fs"
import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import { finished } from "node:stream/promises"
import { setImmediate } from "node:timers/promises"
import { checkPath } from "./paths.ts"
import { makeTemporaryFolder, type TemporaryFolder } from "./temporaryFolders.ts"

export interface Target {
  /** A new file. Slashes separate folders. Fails when the path leaves the target or was opened before. */
  readonly open: (path: string) => Promise<OutputFile>
  /** Writes a new file of a short text at once, which takes less than opening it. Absent: `open` is called. */
  readonly write?: (path: string, text: string) => Promise<void>
  /** Waits until all files that were closed are written. Fails when one of them cannot be. */
  readonly settle: () => Promise<void>
  /** A temporary file, for what belongs behind the rest of another file. */
  readonly spool: () => Promise<Spool>
}

export interface OutputFile {
  /** Returns when more may be written: wait for it, or a large file fills the memory. */
  readonly write: (part: string | Uint8Array) => Promise<void>
  /** Returns when another file may be written. A short file may still be in flight: `settle` waits for it. */
  readonly close: () => Promise<void>
}

export interface Spool extends OutputFile {
  /** Returns what was written, once, after it was closed. */
  readonly contents: () => AsyncIterable<Uint8Array>
}

/** Writes one whole file. */
export const writeFile = async (
  target: Target,
  path: string,
  content: string | Uint8Array,
): Promise<void> => {
  if (typeof content === "string" && content.length < chunkBytes && target.write !== undefined)
    return await target.write(path, content)
  const file = await target.open(path)
  await file.write(content)
  await file.close()
}

export interface FolderTarget extends Target {
  /** Deletes the temporary files. */
  readonly close: () => Promise<void>
}

/** Writes into a folder, which is created when it is missing. */
export const folderTarget = (folder: string): FolderTarget => {
  const opened = new Set<string>()
  /** Folders that were created, by their path in the target. */
  const folders = new Map<string, string>()
  let spools: TemporaryFolder | undefined
  let spooled = 0
  let shortFiles = 0
  const writeShort = async (path: string, text: string, flag: "w" | "wx"): Promise<void> => {
    writeFileSync(path, text, { flag })
    shortFiles += 1
    if (shortFiles % filesAtOnce === 0) await setImmediate()
  }
  const makeFolder = async (parent: string): Promise<string> => {
    const path = join(folder, parent)
    await mkdir(path, { recursive: true })
    folders.set(parent, path)
    return path
  }
  /** The path of a new file, whose folder exists. */
  const makePlace = async (path: string): Promise<string> => {
    const checked = checkPath(path)
    if (opened.has(checked)) throw new Error(`${path} would be written twice.`)
    opened.add(checked)
    const end = checked.lastIndexOf("/")
    const parent = end < 0 ? "" : checked.slice(0, end)
    return `${folders.get(parent) ?? (await makeFolder(parent))}/${checked.slice(end + 1)}`
  }
  return {
    open: async (path) => openOutputFile(await makePlace(path), "wx", writeShort),
    write: async (path, text) => await writeShort(await makePlace(path), text, "wx"),
    settle: async () => {},
    spool: async () => {
      spools ??= makeTemporaryFolder("spool")
      spooled += 1
      const path = join(spools.path, String(spooled))
      const file = openOutputFile(path, "w", writeShort)
      return { ...file, contents: () => createReadStream(path, { highWaterMark: chunkBytes }) }
    },
    close: async () => {
      await spools?.remove()
    },
  }
}

const chunkBytes = 256 * 1024

/** Joins short parts of text, so that a file of many lines takes few writes, and a short file takes one. */
const openOutputFile = (
  path: string,
  flags: "w" | "wx",
  writeShort: (path: string, text: string, flag: "w" | "wx") => Promise<void>,
): OutputFile => {
  let pending = ""
  let opened: OpenStream | undefined
  const flush = async (part: string | Uint8Array): Promise<void> => {
    opened ??= openStream(path, flags)
    await opened.write(part)
  }
  const takePending = () => {
    const text = pending
    pending = ""
    return text
  }
  return {
    write: async (part) => {
      if (typeof part === "string") {
        pending += part
        if (pending.length >= chunkBytes) await flush(takePending())
        return
      }
      if (pending !== "") await flush(takePending())
      await flush(part)
    },
    close: async () => {
      if (opened === undefined) return await writeShort(path, takePending(), flags)
      await opened.write(takePending())
      await opened.end()
    },
  }
}

/**
 * Short files that are written before other work gets a turn. A short file is written synchronously, which takes a tenth of the time of the
 * same through the thread pool.
 */
const filesAtOnce = 32

interface OpenStream {
  readonly write: (part: string | Uint8Array) => Promise<void>
  readonly end: () => Promise<void>
}

const openStream = (path: string, flags: "w" | "wx"): OpenStream => {
  const stream = createWriteStream(path, { flags, highWaterMark: chunkBytes })
  let failure: unknown
  const done = finished(stream).catch((cause: unknown) => {
    failure = cause
  })
  return {
    write: async (part) => {
      if (failure !== undefined) throw failure
      if (part.length === 0 || stream.write(part)) return
      await Promise.race([new Promise<void>((resolve) => stream.once("drain", resolve)), done])
      if (failure !== undefined) throw failure
    },
    end: async () => {
      stream.end()
      await done
      if (failure !== undefined) throw failure
    },
  }
}

/** Keeps the files in memory, for small datasets and for tests. */
export const memoryTarget = (): Target & { readonly files: ReadonlyMap<string, Uint8Array> } => {
  const files = new Map<string, Uint8Array>()
  const openMemoryFile = (done: (content: Uint8Array) => void): OutputFile => {
    const parts: Array<Uint8Array> = []
    return {
      write: async (part) =>
        void parts.push(typeof part === "string" ? new TextEncoder().encode(part) : part),
      close: async () => done(Buffer.concat(parts)),
    }
  }
  const opened = new Set<string>()
  return {
    files,
    open: async (path) => {
      const checked = checkPath(path)
      if (opened.has(checked)) throw new Error(`${path} would be written twice.`)
      opened.add(checked)
      return openMemoryFile((content) => void files.set(checked, content))
    },
    settle: async () => {},
    spool: async () => {
      let written: Uint8Array = new Uint8Array()
      const file = openMemoryFile((content) => {
        written = content
      })
      return {
        ...file,
        contents: async function* () {
          yield written
        },
      }
    },
  }
}
