/** Decodes pictures in a task: a picture that ends its decoder, or needs too much memory, ends the task and nothing else. */
import type { BitmapLimits, Executor, ThumbnailSize } from "@annotary/core"
import type { FormatTask } from "./FormatTask.ts"

/** The request to make a picture small. */
export interface ThumbnailRequest {
  readonly bytes: Uint8Array
  readonly size: ThumbnailSize
}

/** The request to read a bitmap. */
export interface BitmapRequest extends BitmapLimits {
  readonly bytes: Uint8Array
}

/** The caller of a task. */
export interface TaskOwner {
  /** Aborts when the engine closes. */
  readonly signal: AbortSignal
  readonly executor?: Executor | undefined
}

/** A task that has had nothing to do for so long ends: to start one takes longer than ten pictures. */
const idleMillis = 30_000

/** Starts a task when it is needed, and keeps it while pictures come. */
export class KeptTask {
  readonly #start: (executor: Executor | undefined) => FormatTask | null
  #task: FormatTask | undefined
  #running = 0
  #idle: NodeJS.Timeout | undefined

  /** `start` returns null where there is no place for a task. Nothing is done then: a file of strangers could end the application. */
  constructor(start: (executor: Executor | undefined) => FormatTask | null) {
    this.#start = start
  }

  /** Calls the task. Rejects with its error, also where a file ended it, and where there is no place for it. */
  async call<Result>(name: string, argument: unknown, { executor, signal }: TaskOwner): Promise<Result> {
    signal.throwIfAborted()
    const task = this.#open(executor, signal)
    if (task === null) throw new Error("There is no place for a task.")
    clearTimeout(this.#idle)
    this.#running += 1
    try {
      return await task.channel.call(name, argument)
    } finally {
      this.#running -= 1
      if (this.#running === 0) this.#endLater(task)
    }
  }

  #open(executor: Executor | undefined, signal: AbortSignal): FormatTask | null {
    if (this.#task !== undefined) return this.#task
    const task = this.#start(executor)
    if (task === null) return null
    this.#task = task
    const end = () => void task.end()
    signal.addEventListener("abort", end, { once: true })
    void task.ended.then(() => {
      signal.removeEventListener("abort", end)
      if (this.#task === task) this.#task = undefined
    })
    return task
  }

  #endLater(task: FormatTask): void {
    this.#idle = setTimeout(() => {
      if (this.#task === task) this.#task = undefined
      void task.end()
    }, idleMillis)
    this.#idle.unref()
  }
}
