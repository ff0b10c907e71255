/** One process at a time: what two hold in memory would drift apart. The lock is a file with the number of the process. */
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises"
import { join, resolve } from "node:path"

/** Locked by this process: a number alone would not do where every process is number 1, as in containers. */
const ours = new Set<string>()

/** Answers how to unlock it. */
export const lockFolder = async (folder: string): Promise<() => Promise<void>> => {
  await mkdir(folder, { recursive: true })
  const path = join(resolve(folder), "lock")
  if (!(await take(path))) {
    const holder = Number(await readFile(path, "utf8"))
    if (ours.has(path) || (holder !== process.pid && isAlive(holder)))
      throw new Error(`${folder} is in use by process ${holder}.`)
    await rm(path)
    if (!(await take(path))) throw new Error(`${folder} is in use.`)
  }
  ours.add(path)
  return async () => {
    await rm(path)
    ours.delete(path)
  }
}

/** A link is made or not, with its content: nobody reads a lock without a number. */
const take = async (path: string): Promise<boolean> => {
  const own = `${path}.${process.pid}`
  await writeFile(own, String(process.pid))
  try {
    await link(own, path)
    return true
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "EEXIST") return false
    throw cause
  } finally {
    await rm(own)
  }
}

/** Signal 0 is not sent; it only checks whether the process exists, which may belong to another user. */
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (cause) {
    return cause instanceof Error && "code" in cause && cause.code === "EPERM"
  }
}
