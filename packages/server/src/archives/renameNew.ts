/** Gives a file its name once it is whole. */
import { link, rename, rm } from "node:fs/promises"

/** Renames the file unless the name is taken. Without hard links, only the check before the work protects an existing file. */
export const renameNew = async (partial: string, file: string): Promise<void> => {
  try {
    await link(partial, file)
  } catch (cause) {
    if (isTaken(cause)) throw cause
    return await rename(partial, file)
  }
  await rm(partial)
}

/** Whether an error says that the name of a new file is taken. */
export const isTaken = (cause: unknown): boolean =>
  cause instanceof Error && "code" in cause && cause.code === "EEXIST"
