/** Makes thumbnails in a task: a picture that ends its decoder, or needs too much memory, ends the task and nothing else. */
import type { Thumbnail, ThumbnailMaking, ThumbnailSize } from "@annotary/core"
import type { FormatTask } from "./FormatTask.ts"

/** The request to make a picture small. */
export interface ThumbnailRequest {
  readonly bytes: Uint8Array
  readonly size: ThumbnailSize
}

/** A task that has had nothing to do for so long ends: to start one takes longer than ten pictures. */
const idleMillis = 30_000

/** Starts a task when it is needed, and keeps it while pictures come. */
export class ThumbnailTask {
  readonly #start: (executor: ThumbnailMaking["executor"]) => FormatTask | null
  #task: FormatTask | undefined
  #running = 0
  #idle: NodeJS.Timeout | undefined

  /** `start` returns null where there is no place for a task. Nothing is made small then: a file of strangers could end the application. */
  constructor(start: (executor: ThumbnailMaking["executor"]) => FormatTask | null) {
    this.#start = start
  }

  /** A thumbnail; null for a file that is damaged or too large, and for one that ended the task. */
  async make({ bytes, executor, signal, size }: ThumbnailMaking): Promise<Thumbnail | null> {
    signal.throwIfAborted()
    const task = this.#open(executor, signal)
    if (task === null) return null
    clearTimeout(this.#idle)
    this.#running += 1
    try {
      return await task.channel.call("thumbnail", { bytes, size } satisfies ThumbnailRequest)
    } catch {
      return null
    } finally {
      this.#running -= 1
      if (this.#running === 0) this.#endLater(task)
    }
  }

  #open(executor: ThumbnailMaking["executor"], signal: AbortSignal): FormatTask | null {
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
