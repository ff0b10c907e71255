/**
 * What was taken and what is done, in files, so that an answer of 204 holds even if the program dies right after it: `<id>.json` is
 * an event, `<id>.done` says that it was handled. The first file stays: an event that comes again is known by it.
 */
import { randomUUID } from "node:crypto"
import { link, mkdir, open, readdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"

export interface Taken {
  readonly id: string
  readonly payload: unknown
}

export interface Inbox {
  /** False when the event was taken before. It is on disk when this answers. */
  readonly take: (event: Taken) => Promise<boolean>
  /** Those that were taken and not handled, oldest first. */
  readonly waiting: () => ReadonlyArray<Taken>
  readonly done: (id: string) => Promise<void>
  /** Forgets what was handled before; answers how many. Replays reach 30 days back: forget nothing that is younger. */
  readonly forget: (before: Date) => Promise<number>
}

export const openInbox = async (folder: string): Promise<Inbox> => {
  await mkdir(folder, { recursive: true })
  const pathOf = (id: string, ending: "json" | "done") => join(folder, `${encodeURIComponent(id)}.${ending}`)
  const waiting = new Map((await leftIn(folder)).map((event) => [event.id, event]))

  const take = async (event: Taken): Promise<boolean> => {
    const beside = join(folder, `${randomUUID()}.new`)
    try {
      await writeFlushed(beside, JSON.stringify(event))
      // Of two that link the same name one succeeds, and what it names is whole.
      await link(beside, pathOf(event.id, "json"))
    } catch (cause) {
      if (cause instanceof Error && "code" in cause && cause.code === "EEXIST") return false
      throw cause
    } finally {
      await rm(beside, { force: true })
    }
    waiting.set(event.id, event)
    await flushFolder(folder)
    return true
  }

  const done = async (id: string): Promise<void> => {
    await writeFile(pathOf(id, "done"), "")
    waiting.delete(id)
  }

  const forget = async (before: Date): Promise<number> => {
    let forgotten = 0
    for (const name of await readdir(folder)) {
      if (!name.endsWith(".done") || (await stat(join(folder, name))).mtime >= before) continue
      const path = join(folder, name.slice(0, -".done".length))
      await rm(`${path}.json`, { force: true })
      await rm(`${path}.done`)
      forgotten += 1
    }
    return forgotten
  }

  return { take, waiting: () => [...waiting.values()], done, forget }
}

/** What an earlier run of the program took and did not handle. */
const leftIn = async (folder: string): Promise<ReadonlyArray<Taken>> => {
  const names = new Set(await readdir(folder))
  const left: Array<{ readonly at: number; readonly event: Taken }> = []
  for (const name of names) {
    if (!name.endsWith(".json") || names.has(`${name.slice(0, -".json".length)}.done`)) continue
    const path = join(folder, name)
    left.push({ at: (await stat(path)).mtimeMs, event: JSON.parse(await readFile(path, "utf8")) })
  }
  return left.sort((a, b) => a.at - b.at).map(({ event }) => event)
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

/** So that the name, too, outlives a power failure. */
const flushFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, "r")
  await handle.sync().finally(() => handle.close())
}
