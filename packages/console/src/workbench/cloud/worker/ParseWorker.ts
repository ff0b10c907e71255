/** A worker that parses point clouds, as a function. It is started by the first file. */
import { CloudError } from "../formats/CloudError.ts"
import type { Pose, PreparedCloud } from "../model/prepared.ts"
import type { ParseAnswer, ParseRequest } from "./messages.ts"

interface Pending {
  readonly resolve: (cloud: PreparedCloud) => void
  readonly reject: (error: Error) => void
}

export class ParseWorker {
  private worker: Worker | undefined
  private readonly pending = new Map<number, Pending>()
  private next = 0

  constructor(private readonly make: () => Worker) {}

  readonly parse = (bytes: ArrayBuffer, type: string, pose: Pose | undefined): Promise<PreparedCloud> =>
    new Promise((resolve, reject) => {
      this.worker ??= this.start()
      this.next += 1
      const request: ParseRequest = { id: this.next, bytes, type, pose }
      this.pending.set(request.id, { resolve, reject })
      this.worker.postMessage(request, [bytes])
    })

  /** Ends the worker. Files that are being parsed are given up. */
  stop(): void {
    this.worker?.terminate()
    this.worker = undefined
    this.pending.clear()
  }

  private start(): Worker {
    const worker = this.make()
    worker.addEventListener("message", ({ data }: MessageEvent<ParseAnswer>) => this.settle(data))
    // A worker that cannot be loaded, or that ran out of memory, answers nothing any more.
    worker.addEventListener("error", ({ message }) => {
      const failed = [...this.pending.values()]
      this.stop()
      for (const { reject } of failed) reject(new Error(message || "The worker has failed."))
    })
    return worker
  }

  private settle(answer: ParseAnswer): void {
    const pending = this.pending.get(answer.id)
    this.pending.delete(answer.id)
    if (pending === undefined) return
    if ("cloud" in answer) pending.resolve(answer.cloud)
    else if ("code" in answer) pending.reject(new CloudError(answer.code, answer.details))
    else pending.reject(new Error(answer.message))
  }
}
