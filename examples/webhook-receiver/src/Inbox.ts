/**
 * Stores events in files, so that an acknowledged event survives a crash. `<id>.json` contains an event, and `<id>.done` marks it as
 * handled. Both files are kept, so that repeated deliveries are recognized.
 */
import { randomUUID } from "node:crypto"
import { link, mkdir, open, readdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"

export interface StoredEvent {
  readonly id: string
  readonly payload: unknown
}

export interface Inbox {
  /** Stores an event on disk. Returns false if it was stored before. */
  readonly store: (event: StoredEvent) => Promise<boolean>
  /** Events that are stored and not handled, oldest first. */
  readonly pending: () => ReadonlyArray<StoredEvent>
  /** Marks an event as handled. */
  readonly done: (id: string) => Promise<void>
  /** Deletes events handled before this time and returns their number. Events can be replayed for 30 days, so keep them longer. */
  readonly forget: (before: Date) => Promise<number>
}

export const openInbox = async (folder: string): Promise<Inbox> => {
  await mkdir(folder, { recursive: true })
  const pathOf = (id: string, ending: "json" | "done") => join(folder, `${encodeURIComponent(id)}.${ending}`)
  const pending = new Map((await pendingIn(folder)).map((event) => [event.id, event]))

  const store = async (event: StoredEvent): Promise<boolean> => {
    const temporary = join(folder, `${randomUUID()}.new`)
    try {
      await writeFlushed(temporary, JSON.stringify(event))
      // Creates the file with its content in one step, and fails if it exists.
      await link(temporary, pathOf(event.id, "json"))
    } catch (cause) {
      if (cause instanceof Error && "code" in cause && cause.code === "EEXIST") return false
      throw cause
    } finally {
      await rm(temporary, { force: true })
    }
    pending.set(event.id, event)
    await flushFolder(folder)
    return true
  }

  const done = async (id: string): Promise<void> => {
    await writeFile(pathOf(id, "done"), "")
    pending.delete(id)
  }

  const forget = async (before: Date): Promise<number> => {
    let deleted = 0
    for (const name of await readdir(folder)) {
      if (!name.endsWith(".done") || (await stat(join(folder, name))).mtime >= before) continue
      const path = join(folder, name.slice(0, -".done".length))
      await rm(`${path}.json`, { force: true })
      await rm(`${path}.done`)
      deleted += 1
    }
    return deleted
  }

  return { store, pending: () => [...pending.values()], done, forget }
}

/** Returns the events that an earlier run stored and did not handle, oldest first. */
const pendingIn = async (folder: string): Promise<ReadonlyArray<StoredEvent>> => {
  const names = new Set(await readdir(folder))
  const found: Array<{ readonly at: number; readonly event: StoredEvent }> = []
  for (const name of names) {
    if (!name.endsWith(".json") || names.has(`${name.slice(0, -".json".length)}.done`)) continue
    const path = join(folder, name)
    found.push({ at: (await stat(path)).mtimeMs, event: JSON.parse(await readFile(path, "utf8")) })
  }
  return found.sort((a, b) => a.at - b.at).map(({ event }) => event)
}

const writeFlushed = async (path: string, text: string): Promise<void> => {
  const file = await open(path, "wx")
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Syncs the folder, so that a new file name survives a power failure. */
const flushFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, "r")
  await handle.sync().finally(() => handle.close())
}
