/** The page's end of the worker that paints: messages, questions with answers, and what it reports. */
import type { Answers, FromWorker, OfDocument, Question, ToWorker } from "./protocol.ts"

/** A worker, or what stands for one. */
export interface MaskPort {
  readonly post: (message: ToWorker, transfer: Array<Transferable>) => void
  readonly close: () => void
}

/** Opens a port. Messages of the other end go to `receive`. */
export type OpenPort = (receive: (message: FromWorker) => void) => MaskPort

/** Ports of one worker for all frames of a label. It starts with the first port, and ends with the last. */
export const makeWorkerPorts = (): OpenPort => {
  const receivers = new Map<number, (message: FromWorker) => void>()
  let worker: Worker | undefined
  let last = 0
  const start = () => {
    const started = new Worker(new URL("./mask.worker.ts", import.meta.url), { type: "module" })
    started.onmessage = ({ data }: MessageEvent<OfDocument<FromWorker>>) =>
      receivers.get(data.document)?.(data.message)
    started.onerror = ({ message }) => {
      for (const receive of receivers.values()) receive({ kind: "refused", reason: message })
    }
    return started
  }
  return (receive) => {
    worker ??= start()
    const used = worker
    last += 1
    const document = last
    receivers.set(document, receive)
    const send = (message: ToWorker | undefined, transfer: Array<Transferable> = []) => {
      // The worker has forgotten a document that was closed.
      if (receivers.has(document))
        used.postMessage({ document, message } satisfies OfDocument<ToWorker | undefined>, transfer)
    }
    return {
      post: send,
      close: () => {
        // Without a message, the worker forgets the document.
        send(undefined)
        if (!receivers.delete(document) || receivers.size > 0) return
        used.terminate()
        worker = undefined
      },
    }
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
