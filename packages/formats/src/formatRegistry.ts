/** The formats as an engine takes them: `createEngine({ formats: formatRegistry() })`. */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Executor, Formats } from "@annotary/core"
import { readArchive, writeArchive } from "./archives.ts"
import type { Format } from "./Format.ts"
import type { Limits } from "./files/limits.ts"
import { formats } from "./formats.ts"
import type { UnpackLimits } from "./importing/unpack.ts"
import { startFormatTask, type TaskLimits, taskLimits } from "./tasks/FormatTask.ts"
import { readInTask, writeInTask } from "./tasks/inTask.ts"
import { processExecutor } from "./tasks/processExecutor.ts"

export interface FormatRegistryOptions {
  /**
   * Formats in place of the built-in ones. Their functions cannot be sent to a process: they run in the calling thread, and a
   * record that takes long to read or write delays all else that the thread does.
   */
  readonly formats?: ReadonlyArray<Format>
  /** Limits of what files of an import may state and contain; those that are absent keep their defaults. */
  readonly limits?: Partial<Limits>
  /** Limits of unpacked archives; those that are absent keep their defaults. */
  readonly unpacked?: Partial<UnpackLimits>
  /** The limits of one import or export. */
  readonly task?: Partial<TaskLimits>
}

/**
 * Makes the registry. Each import and each export works in a dedicated process, or in a task of the engine's executor, with files in
 * the folder for temporary files. Where there are no processes they work in the calling thread.
 */
export const formatRegistry = (options: FormatRegistryOptions = {}): Formats => {
  const known = options.formats ?? formats
  const startTask = (executor: Executor = processExecutor) =>
    options.formats === undefined ? startFormatTask(executor, { ...taskLimits, ...options.task }) : null
  return {
    list: async () =>
      known.map(({ name, reader, title, write }) => ({
        name,
        title,
        writes: write !== undefined,
        reads: reader !== undefined,
      })),
    write: ({ executor, ...writing }) =>
      inFolder("annotary-export-", async (folder, onClose) => {
        const task = startTask(executor)
        if (task === null) return writeArchive(writing, folder, known)
        onClose(task.end)
        return writeInTask(task, writing, folder)
      }),
    read: ({ executor, ...reading }) =>
      inFolder("annotary-import-", async (folder, onClose) => {
        const task = startTask(executor)
        const plan = { folder, limits: options.limits, unpacked: options.unpacked }
        if (task === null) return readArchive(reading, { ...plan, known })
        onClose(task.end)
        return readInTask(task, reading, plan)
      }),
  }
}

/** Works with a folder for temporary files, which is removed when the result is closed, or at once when there is none. */
const inFolder = async <A>(
  prefix: string,
  work: (folder: string, onClose: (close: () => Promise<void>) => void) => Promise<A>,
): Promise<A & { readonly close: () => Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), prefix))
  const closers = [() => rm(folder, { recursive: true, force: true })]
  const close = async () => {
    // The folder goes last: a task that runs still writes into it.
    for (const each of closers) await each()
  }
  try {
    return { ...(await work(folder, (closer) => closers.unshift(closer))), close }
  } catch (cause) {
    await close()
    throw cause
  }
}
