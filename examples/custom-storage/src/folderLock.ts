/**
 * Admits one process at a time, because two processes would not see each other's changes in memory. The lock is a file that contains
 * the process id.
 */
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises"
import { join, resolve } from "node:path"

/** Locks of this process. Process ids alone are not enough, because in containers every process may have the id 1. */
const lockedHere = new Set<string>()

/** Locks the folder and returns a function that unlocks it. */
export const lockFolder = async (folder: string): Promise<() => Promise<void>> => {
  await mkdir(folder, { recursive: true })
  const path = join(resolve(folder), "lock")
  if (!(await createLock(path))) {
    const holder = Number(await readFile(path, "utf8"))
    if (lockedHere.has(path) || (holder !== process.pid && isAlive(holder)))
      throw new Error(`${folder} is in use by process ${holder}.`)
    await rm(path)
    if (!(await createLock(path))) throw new Error(`${folder} is in use.`)
  }
  lockedHere.add(path)
  return async () => {
    await rm(path)
    lockedHere.delete(path)
  }
}

/** Creates the lock file with its content in one step, so that no process reads a lock without a process id. */
const createLock = async (path: string): Promise<boolean> => {
  const temporary = `${path}.${process.pid}`
  await writeFile(temporary, String(process.pid))
  try {
    await link(temporary, path)
    return true
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "EEXIST") return false
    throw cause
  } finally {
    await rm(temporary)
  }
}

/** Signal 0 only checks whether the process exists. EPERM means that it exists and belongs to another user. */
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (cause) {
    return cause instanceof Error && "code" in cause && cause.code === "EPERM"
  }
}
