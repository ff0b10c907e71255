/** A task that reads or writes files of a format, and the watch over it. */
import type { Executor, Task, TaskEnd } from "@annotary/core"
import { FormatError } from "../FormatError.ts"
import { Channel } from "./Channel.ts"
import { Streams } from "./streams.ts"

/** The limits of one import or export. */
export interface TaskLimits {
  /** The most memory, in MiB. */
  readonly memoryMegabytes: number
  /** A task that neither answers nor beats for so long is ended. */
  readonly stallSeconds: number
}

export const taskLimits: TaskLimits = { memoryMegabytes: 1024, stallSeconds: 120 }

/** The interval of the beats by which a task shows that it goes on. */
export const beatMillis = 1000

/** Node runs TypeScript only from version 22 on: from its sources, this package runs the program that was built last. */
export const taskProgram = new URL(
  import.meta.url.endsWith(".ts") ? "../../dist/tasks/formats-task.js" : "./formats-task.js",
  import.meta.url,
)

export interface FormatTask {
  readonly channel: Channel
  readonly streams: Streams
  /** Resolves when the task has ended. */
  readonly ended: Promise<unknown>
  readonly end: () => Promise<void>
}

/** Starts a task. Its calls reject with a `FormatError` when it needs too much memory or makes no progress. Null without a place for it. */
export const startFormatTask = (executor: Executor, limits: TaskLimits): FormatTask | null => {
  const task = executor.start({ module: taskProgram, memoryMegabytes: limits.memoryMegabytes })
  if (task === null) return null
  const channel = new Channel(task)
  const streams = new Streams(channel)
  /** The file that the task reads: it cannot say it any more when it dies. */
  let place = "the archive"
  channel.answer("place", (path: string) => {
    place = path
  })
  const stop = watch(task, limits, () =>
    channel.fail(new FormatError(place, `made no progress for ${limits.stallSeconds} seconds.`)),
  )
  void task.ended.then((end) => {
    stop()
    channel.fail(makeFailure(end, place, limits))
  })
  return {
    channel,
    streams,
    ended: task.ended,
    end: async () => {
      stop()
      await task.end()
      await streams.close()
    },
  }
}

/**
 * Calls `onStall` when no message came for the time of the limits, and ends the task. It counts the ticks of this thread, which
 * come late together with the messages when the thread is busy.
 */
const watch = (task: Task, { stallSeconds }: TaskLimits, onStall: () => void): (() => void) => {
  let silentTicks = 0
  task.onMessage(() => {
    silentTicks = 0
  })
  const timer = setInterval(() => {
    silentTicks += 1
    if (silentTicks * beatMillis <= stallSeconds * 1000) return
    clearInterval(timer)
    onStall()
    void task.end()
  }, beatMillis)
  timer.unref()
  return () => clearInterval(timer)
}

const makeFailure = ({ cause, reason }: TaskEnd, place: string, limits: TaskLimits): unknown =>
  reason === "memory" ? new FormatError(place, describeMemory(limits)) : cause

/** The reason of a failure for lack of memory. */
export const describeMemory = ({ memoryMegabytes }: Pick<TaskLimits, "memoryMegabytes">): string =>
  `needs more memory than the ${memoryMegabytes} MB that an import or export may have.`
