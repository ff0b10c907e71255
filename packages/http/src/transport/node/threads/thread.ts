/** One worker thread. It processes one request at a time and may end at any time. */
import { Worker } from "node:worker_threads"
import { Either } from "effect"
import type { BodyQuestion, ThreadAnswer, ThreadQuestion } from "./message.ts"

/** Why a thread has ended. */
export interface ThreadEnd {
  readonly cause: unknown
  readonly outOfMemory: boolean
}

type OnResult = (result: Either.Either<ThreadAnswer, ThreadEnd>) => void

export class BodyThread {
  private readonly worker: Worker
  private onResult: OnResult | undefined
  private ending: ThreadEnd | undefined
  private timer: NodeJS.Timeout | undefined
  private onEnd: (() => void) | undefined

  constructor(program: URL, heapMegabytes: number) {
    this.worker = new Worker(program, {
      name: "annotary-body",
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    })
    this.worker.on("message", (answer: ThreadAnswer) => this.report(Either.right(answer)))
    this.worker.on("messageerror", (cause) => this.handleEnd(cause))
    this.worker.on("error", (cause) => this.handleEnd(cause))
    this.worker.on("exit", (code) => this.handleEnd(new Error(`The worker thread ended with code ${code}.`)))
  }

  /** Reports the result once, unless {@link end} comes first. Bytes that fill their memory are transferred, not copied. */
  run(question: ThreadQuestion, onResult: OnResult): void {
    clearTimeout(this.timer)
    this.onEnd = undefined
    this.onResult = onResult
    if (this.ending !== undefined) {
      this.report(Either.left(this.ending))
      return
    }
    this.worker.ref()
    if ("check" in question) {
      this.worker.postMessage(question)
      return
    }
    const { bytes } = question
    const whole = bytes.length === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer
    const own = whole ? bytes.buffer : new Uint8Array(bytes).buffer
    this.worker.postMessage({ ...question, bytes: new Uint8Array(own) } satisfies BodyQuestion, [own])
  }

  /** Waits for the next request for some time. Calls `onEnd` when the thread is ended. */
  waitIdle(millis: number, onEnd: () => void): void {
    this.onEnd = onEnd
    this.worker.unref()
    this.timer = setTimeout(() => {
      onEnd()
      void this.end()
    }, millis).unref()
  }

  async end(): Promise<void> {
    clearTimeout(this.timer)
    this.onResult = undefined
    this.onEnd = undefined
    await this.worker.terminate()
  }

  private report(result: Either.Either<ThreadAnswer, ThreadEnd>): void {
    const { onResult } = this
    this.onResult = undefined
    onResult?.(result)
  }

  private handleEnd(cause: unknown): void {
    this.ending ??= { cause, outOfMemory: isOutOfMemory(cause) }
    this.onEnd?.()
    clearTimeout(this.timer)
    this.report(Either.left(this.ending))
  }
}

/** The heap was full, or a value exceeded a limit of the language. */
const isOutOfMemory = (cause: unknown): boolean =>
  cause instanceof RangeError ||
  (cause instanceof Error && "code" in cause && cause.code === "ERR_WORKER_OUT_OF_MEMORY")
