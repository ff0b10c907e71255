/** Puts verified files and folders under their names: by renaming them, and never over something that exists. */
import { constants, existsSync, readdirSync } from "node:fs"
import { copyFile, link, mkdir, open, readdir, rename, rm, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { CommandFailed } from "../cli/failures.ts"

/** In a folder of files whose database was not restored yet. Keys of files do not begin with a dot. */
const mark = ".restoring"

/** Gives a file its name. From another file system it is copied first. */
export const placeFile = async (from: string, to: string): Promise<void> => {
  try {
    await link(from, to)
  } catch (cause) {
    if (getCode(cause) === "EEXIST") throw makeExistsError(to)
    if (getCode(cause) !== "EXDEV") throw cause
    const beside = `${to}.restoring`
    await rm(beside, { force: true })
    await copyFile(from, beside, constants.COPYFILE_EXCL)
    await sync(beside)
    await link(beside, to)
    await rm(beside)
  }
  await sync(dirname(to))
}

/** Renames the folder, marked as unfinished until `finishFolder`. */
export const placeFolder = async (from: string, to: string): Promise<void> => {
  await writeFile(join(from, mark), "", { mode: 0o600 })
  await syncFolders(from)
  await rm(to, { recursive: true, force: true })
  await rename(from, to)
  await sync(dirname(to))
}

/** Removes the mark: the database is there, too. */
export const finishFolder = (folder: string): Promise<void> => rm(join(folder, mark), { force: true })

/** Whether a folder may be replaced: it is missing, has no files, or was left behind by a restore that was killed. */
export const isReplaceable = (folder: string): boolean =>
  !existsSync(folder) || existsSync(join(folder, mark)) || !hasFiles(folder)

export const makeExistsError = (path: string): CommandFailed =>
  new CommandFailed({ sentence: `${path} exists and is not overwritten. Nothing was restored.` })

const hasFiles = (folder: string): boolean =>
  readdirSync(folder, { withFileTypes: true }).some(
    (entry) => !entry.isDirectory() || hasFiles(join(folder, entry.name)),
  )

/** Syncs the names of all files of a folder; their bytes are on disk. */
const syncFolders = async (folder: string): Promise<void> => {
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await syncFolders(join(folder, entry.name))
  await sync(folder)
}

const sync = async (path: string): Promise<void> => {
  const handle = await open(path, "r")
  await handle.sync().finally(() => handle.close())
}

/** Makes a folder that has no files yet. */
export const makeEmptyFolder = (folder: string): Promise<unknown> =>
  mkdir(folder, { recursive: true, mode: 0o700 })

const getCode = (cause: unknown): string =>
  cause instanceof Error && "code" in cause ? String(cause.code) : ""
