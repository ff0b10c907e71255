/** One worker thread: asked one thing at a time, its end heard of at any time. */
import { Worker } from "node:worker_threads"
import { Either } from "effect"
import type { BodyQuestion, ThreadAnswer, ThreadQuestion } from "./message.ts"

/** Why a thread is no more. */
export interface ThreadEnd {
  readonly cause: unknown
  readonly outOfMemory: boolean
}

type Told = (result: Either.Either<ThreadAnswer, ThreadEnd>) => void

export class BodyThread {
  private readonly worker: Worker
  private told: Told | undefined
  private over: ThreadEnd | undefined
  private timer: NodeJS.Timeout | undefined
  private gone: (() => void) | undefined

  constructor(program: URL, heapMegabytes: number) {
    this.worker = new Worker(program, {
      name: "annotary-body",
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    })
    this.worker.on("message", (answer: ThreadAnswer) => this.tell(Either.right(answer)))
    this.worker.on("messageerror", (cause) => this.ended(cause))
    this.worker.on("error", (cause) => this.ended(cause))
    this.worker.on("exit", (code) => this.ended(new Error(`The worker thread ended with code ${code}.`)))
  }

  /** Told once, unless the thread is ended from here. Bytes that fill their memory take it along. */
  work(question: ThreadQuestion, told: Told): void {
    clearTimeout(this.timer)
    this.gone = undefined
    this.told = told
    if (this.over !== undefined) {
      this.tell(Either.left(this.over))
      return
    }
    this.worker.ref()
    if ("judge" in question) {
      this.worker.postMessage(question)
      return
    }
    const { bytes } = question
    const whole = bytes.length === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer
    const own = whole ? bytes.buffer : new Uint8Array(bytes).buffer
    this.worker.postMessage({ ...question, bytes: new Uint8Array(own) } satisfies BodyQuestion, [own])
  }

  /** Waits for the next question, but not for ever; `gone` is called when it will take none. */
  idle(millis: number, gone: () => void): void {
    this.gone = gone
    this.worker.unref()
    this.timer = setTimeout(() => {
      gone()
      void this.end()
    }, millis).unref()
  }

  async end(): Promise<void> {
    clearTimeout(this.timer)
    this.told = undefined
    this.gone = undefined
    await this.worker.terminate()
  }

  private tell(result: Either.Either<ThreadAnswer, ThreadEnd>): void {
    const { told } = this
    this.told = undefined
    told?.(result)
  }

  private ended(cause: unknown): void {
    this.over ??= { cause, outOfMemory: isOutOfMemory(cause) }
    this.gone?.()
    clearTimeout(this.timer)
    this.tell(Either.left(this.over))
  }
}

/** Its heap was full, or it made something larger than the language lets it. */
const isOutOfMemory = (cause: unknown): boolean =>
  cause instanceof RangeError ||
  (cause instanceof Error && "code" in cause && cause.code === "ERR_WORKER_OUT_OF_MEMORY")
