/** One worker for the bitmaps of all frames of a label. It may end: when it cannot be loaded, or runs out of memory. */
import type { MaskPort, OpenPort, PortMessage } from "./MaskPort.ts"
import { type FromWorker, isAnswer, isRequest, type OfDocument, type ToWorker } from "./protocol.ts"

/** A worker that has answered nothing for twice this time, in milliseconds, has ended. A sleeping computer can end one period alone. */
const patience = 30_000

const startWorker = () => new Worker(new URL("./mask.worker.ts", import.meta.url), { type: "module" })

export class WorkerPorts {
  private readonly receivers = new Map<number, (message: PortMessage) => void>()
  private worker: Worker | undefined
  private last = 0
  private hasEnded = false
  /** The number of messages that the worker has to answer. */
  private unanswered = 0
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly make: () => Worker) {}

  /** Opens a port. The worker starts with the first one, and stops with the last. */
  readonly open: OpenPort = (receive) => {
    this.last += 1
    const document = this.last
    this.receivers.set(document, receive)
    // Once it has ended, a bitmap to open starts it again.
    if (!this.hasEnded) this.start()
    return {
      post: (message, transfer) => this.post(document, message, transfer),
      close: () => this.close(document),
    } satisfies MaskPort
  }

  private post(document: number, message: ToWorker, transfer: Array<Transferable>): void {
    // The worker has forgotten a document that was closed.
    if (!this.receivers.has(document)) return
    if (isRequest(message)) this.start()
    if (this.worker === undefined) return
    if (isRequest(message)) this.unanswered += 1
    this.watch()
    this.worker.postMessage({ document, message } satisfies OfDocument<ToWorker>, transfer)
  }

  private close(document: number): void {
    if (!this.receivers.delete(document)) return
    // Without a message, the worker forgets the document.
    this.worker?.postMessage({ document, message: undefined })
    if (this.receivers.size === 0) this.stop()
  }

  private start(): void {
    if (this.worker !== undefined) return
    try {
      const worker = this.make()
      worker.addEventListener("message", ({ data }: MessageEvent<OfDocument<FromWorker>>) => {
        if (worker === this.worker) this.receive(data)
      })
      const end = (reason: string) => {
        if (worker === this.worker) this.end(reason)
      }
      worker.addEventListener("messageerror", () => end("An answer cannot be read."))
      worker.addEventListener("error", ({ message }) => end(message || "The worker has failed."))
      this.worker = worker
    } catch (error) {
      // A page of another origin, or of a policy without workers.
      queueMicrotask(() => this.end(String(error)))
    }
  }

  private receive({ document, message }: OfDocument<FromWorker>): void {
    if (isAnswer(message)) this.unanswered -= 1
    this.stopTimer()
    this.watch()
    this.receivers.get(document)?.(message)
  }

  private watch(): void {
    if (this.unanswered === 0 || this.timer !== undefined) return
    this.timer = setTimeout(() => {
      this.timer = setTimeout(() => this.end("It does not answer."), patience)
    }, patience)
  }

  private stopTimer(): void {
    clearTimeout(this.timer)
    this.timer = undefined
  }

  private stop(): void {
    this.stopTimer()
    this.unanswered = 0
    this.worker?.terminate()
    this.worker = undefined
  }

  private end(reason: string): void {
    const isRepeated = this.hasEnded
    this.stop()
    this.hasEnded = true
    for (const receive of [...this.receivers.values()]) receive({ kind: "ended", reason, isRepeated })
  }
}

/** Makes the ports of one worker. */
export const makeWorkerPorts = (make: () => Worker = startWorker): OpenPort => new WorkerPorts(make).open
