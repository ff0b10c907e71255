/** A worker that parses point clouds, as a function. It is started by the first file, and parses one after the other. */
import { CloudError } from "../formats/CloudError.ts"
import type { Pose, PreparedCloud } from "../model/prepared.ts"
import type { ParseAnswer, ParseRequest } from "./messages.ts"

interface Job {
  readonly request: ParseRequest
  readonly signal: AbortSignal
  readonly resolve: (cloud: PreparedCloud) => void
  readonly reject: (error: unknown) => void
}

export class ParseWorker {
  private worker: Worker | undefined
  /** The file that is being parsed. */
  private current: Job | undefined
  private waiting: ReadonlyArray<Job> = []
  private next = 0

  constructor(private readonly make: () => Worker) {}

  /** A file that is given up while it waits is not parsed: those behind it are wanted now. */
  readonly parse = (
    bytes: ArrayBuffer,
    type: string,
    pose: Pose | undefined,
    signal: AbortSignal,
  ): Promise<PreparedCloud> =>
    new Promise((resolve, reject) => {
      this.next += 1
      const request: ParseRequest = { id: this.next, bytes, type, pose }
      this.waiting = [...this.waiting, { request, signal, resolve, reject }]
      this.goOn()
    })

  /** Ends the worker. Files that are being parsed are given up. */
  stop(): void {
    this.worker?.terminate()
    this.worker = undefined
    this.current = undefined
    this.waiting = []
  }

  private goOn(): void {
    while (this.current === undefined) {
      const [job, ...others] = this.waiting
      if (job === undefined) return
      this.waiting = others
      if (job.signal.aborted) {
        job.reject(job.signal.reason)
        continue
      }
      this.current = job
      this.worker ??= this.start()
      this.worker.postMessage(job.request, [job.request.bytes])
    }
  }

  private start(): Worker {
    const worker = this.make()
    worker.addEventListener("message", ({ data }: MessageEvent<ParseAnswer>) => this.settle(data))
    // A worker that cannot be loaded, or that ran out of memory, answers nothing any more.
    worker.addEventListener("error", ({ message }) => {
      const failed = [...(this.current === undefined ? [] : [this.current]), ...this.waiting]
      this.stop()
      for (const { reject } of failed) reject(new Error(message || "The worker has failed."))
    })
    return worker
  }

  private settle(answer: ParseAnswer): void {
    const { current } = this
    if (current?.request.id !== answer.id) return
    this.current = undefined
    if ("cloud" in answer) current.resolve(answer.cloud)
    else if ("code" in answer) current.reject(new CloudError(answer.code, answer.details))
    else current.reject(new Error(answer.message))
    this.goOn()
  }
}
