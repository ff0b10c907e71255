/** A worker that parses point clouds, as a function. It is started by the first file, and parses one after the other. */
import { CloudError } from "../formats/CloudError.ts"
import { buffersOf, type CloudRequest, type ParseAnswer, type ParseRequest } from "./messages.ts"

/** What the worker answers when nothing fails. */
export type CloudAnswer = Extract<ParseAnswer, { readonly cloud: unknown } | { readonly placed: unknown }>

interface Job {
  readonly request: ParseRequest
  readonly signal: AbortSignal
  readonly resolve: (answer: CloudAnswer) => void
  readonly reject: (error: unknown) => void
}

export class ParseWorker {
  private worker: Worker | undefined
  /** The file that is being parsed. */
  private current: Job | undefined
  private waiting: ReadonlyArray<Job> = []
  private next = 0

  constructor(private readonly make: () => Worker) {}

  /** What is given up while it waits is not worked on: those behind it are wanted now. Buffers are gone afterwards. */
  readonly run = (work: CloudRequest, signal: AbortSignal): Promise<CloudAnswer> =>
    new Promise((resolve, reject) => {
      this.next += 1
      const request: ParseRequest = { ...work, id: this.next }
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
      const { request } = job
      this.worker.postMessage(request, "bytes" in request ? [request.bytes] : buffersOf(request.clouds))
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
    if ("cloud" in answer || "placed" in answer) current.resolve(answer)
    else if ("code" in answer) current.reject(new CloudError(answer.code, answer.details))
    else current.reject(new Error(answer.message))
    this.goOn()
  }
}
