/** The page's end of the worker that paints: messages, questions with answers, and what it reports. */
import type { Answers, FromWorker, Question, ToWorker } from "./protocol.ts"

/** A worker, or what stands for one. */
export interface MaskPort {
  readonly post: (message: ToWorker, transfer: Array<Transferable>) => void
  readonly close: () => void
}

/** Opens a port. Messages of the other end go to `receive`. */
export type OpenPort = (receive: (message: FromWorker) => void) => MaskPort

/** Starts a worker. */
export const startWorker: OpenPort = (receive) => {
  const worker = new Worker(new URL("./mask.worker.ts", import.meta.url), { type: "module" })
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => receive(data)
  worker.onerror = ({ message }) => receive({ kind: "refused", reason: message })
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    close: () => worker.terminate(),
  }
}

type Report = Exclude<FromWorker, { kind: "answer" | "failed" }>

export class MaskChannel {
  private readonly waiting = new Map<
    number,
    { readonly resolve: (answer: never) => void; readonly reject: (error: Error) => void }
  >()
  private requests = 0
  private closing = false
  private readonly port: MaskPort

  constructor(open: OpenPort, report: (message: Report) => void) {
    this.port = open((message) => {
      if (message.kind !== "answer" && message.kind !== "failed") return report(message)
      const question = this.waiting.get(message.request)
      this.waiting.delete(message.request)
      // Cast: the answer has the type of its question, which the worker holds to.
      if (message.kind === "answer") question?.resolve(message.answer as never)
      else question?.reject(new Error(message.reason))
      this.closeWhenDone()
    })
  }

  send(message: ToWorker, transfer: Array<Transferable> = []): void {
    this.port.post(message, transfer)
  }

  request<Kind extends Question["kind"]>(
    question: Extract<Question, { kind: Kind }>,
  ): Promise<Answers[Kind]> {
    this.requests += 1
    const request = this.requests
    return new Promise((resolve, reject) => {
      this.waiting.set(request, { resolve, reject })
      this.send({ kind: "question", request, question })
    })
  }

  /** Ends the worker once it has answered what it was asked: a draft may still be on its way. */
  close(): void {
    this.closing = true
    this.closeWhenDone()
  }

  private closeWhenDone(): void {
    if (this.closing && this.waiting.size === 0) this.port.close()
  }
}
