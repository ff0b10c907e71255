/** The formats as an engine takes them: `createEngine({ formats: formatRegistry() })`. */
import type { Executor, Formats, Thumbnail } from "@annotary/core"
import { readArchive, writeArchive } from "./archives.ts"
import type { Format } from "./Format.ts"
import type { Limits } from "./files/limits.ts"
import { makeTemporaryFolder, sweepTemporaryFolders, type TemporaryKind } from "./files/temporaryFolders.ts"
import { formats } from "./formats.ts"
import type { UnpackLimits } from "./importing/unpack.ts"
import { measurePictures } from "./pictures/measurePictures.ts"
import { startFormatTask, type TaskLimits, taskLimits, taskProgram } from "./tasks/FormatTask.ts"
import { measureInTask, readInTask, writeInTask } from "./tasks/inTask.ts"
import { type BitmapRequest, KeptTask, type ThumbnailRequest } from "./tasks/KeptTask.ts"
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
 * the folder for temporary files. Where there are no processes they work in the calling thread, which a warning of the process says once.
 */
export const formatRegistry = (options: FormatRegistryOptions = {}): Formats => {
  const available = options.formats ?? formats
  const limits = { ...taskLimits, ...options.task }
  const startTask = (executor: Executor = processExecutor) => {
    if (options.formats !== undefined) return null
    const task = startFormatTask(executor, limits)
    if (task === null) warnOnce()
    return task
  }
  const startKept = (executor: Executor = processExecutor) => startFormatTask(executor, limits)
  const thumbnails = new KeptTask(startKept)
  const bitmaps = new KeptTask(startKept)
  return {
    list: async () =>
      available.map(({ name, reader, title, write }) => ({
        name,
        title,
        writes: write !== undefined,
        reads: reader !== undefined,
      })),
    write: ({ executor, ...writing }) =>
      runInFolder("export", async (folder, onClose) => {
        const task = startTask(executor)
        if (task === null) return writeArchive(writing, folder, available, options.limits)
        onClose(task.end)
        return writeInTask(task, writing, folder, options.limits)
      }),
    measure: async ({ executor, ...measuring }) => {
      const task = startTask(executor)
      if (task === null) return await measurePictures(measuring)
      try {
        return await measureInTask(task, measuring)
      } finally {
        await task.end()
      }
    },
    thumbnail: ({ bytes, size, ...owner }) =>
      thumbnails
        .call<Thumbnail | null>("thumbnail", { bytes, size } satisfies ThumbnailRequest, owner)
        .catch(() => null),
    readBitmap: ({ bytes, limits: { maxPixels, maxRuns }, ...owner }) =>
      bitmaps.call("readBitmap", { bytes, maxPixels, maxRuns } satisfies BitmapRequest, owner),
    writeBitmap: ({ bitmap, ...owner }) => bitmaps.call("writeBitmap", bitmap, owner),
    read: ({ executor, ...reading }) =>
      runInFolder("import", async (folder, onClose) => {
        const task = startTask(executor)
        const plan = { folder, limits: options.limits, unpacked: options.unpacked }
        if (task === null) return readArchive(reading, { ...plan, known: available })
        onClose(task.end)
        return readInTask(task, reading, plan)
      }),
  }
}

let isWarned = false

/** A record that takes long to read then holds up all that the thread does, and what ends the import ends the application. */
const warnOnce = (): void => {
  if (isWarned) return
  isWarned = true
  process.emitWarning(
    `Imports and exports run in the thread that starts them, because no process can be started with ${taskProgram.href}. Keep @annotary/formats out of the bundle of the application (as an external package), allow child processes, or give the engine an executor.`,
    { code: "ANNOTARY_FORMATS_IN_THREAD" },
  )
}

let isSwept = false

/** Removes what killed processes left, with the first import or export of this one. */
const sweepOnce = (): void => {
  if (!isSwept) void sweepTemporaryFolders()
  isSwept = true
}

/** Works with a folder for temporary files, which is removed when the result is closed, or at once when there is none. */
const runInFolder = async <A>(
  kind: TemporaryKind,
  work: (folder: string, onClose: (close: () => Promise<void>) => void) => Promise<A>,
): Promise<A & { readonly close: () => Promise<void> }> => {
  sweepOnce()
  const { path: folder, remove } = makeTemporaryFolder(kind)
  const closers = [remove]
  const close = async () => {
    // The folder goes last: a task that runs still writes into it.
    for (const closer of closers) await closer()
  }
  try {
    return { ...(await work(folder, (closer) => closers.unshift(closer))), close }
  } catch (cause) {
    await close()
    throw cause
  }
}
