/** The page's end of the worker that paints: messages, questions with answers, and what it reports. */
import { type MaskPort, type OpenPort, type PortMessage, WorkerEnded } from "./MaskPort.ts"
import type { Answers, Question, ToWorker } from "./protocol.ts"

export type Report = Exclude<PortMessage, { kind: "answer" | "failed" }>

export class MaskChannel {
  private readonly waiting = new Map<
    number,
    { readonly resolve: (answer: never) => void; readonly reject: (error: Error) => void }
  >()
  private requests = 0
  private closing = false
  /** Why the worker has ended; undefined while one runs. */
  private ended: WorkerEnded | undefined
  private readonly port: MaskPort

  constructor(
    open: OpenPort,
    private readonly frame: number,
    report: (message: Report) => void,
  ) {
    this.port = open((message) => {
      if (message.kind === "ended") return this.end(message, report)
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
    // It starts the worker again.
    if (message.kind === "open") this.ended = undefined
    this.port.post(message, transfer)
  }

  request<Kind extends Question["kind"]>(
    question: Extract<Question, { kind: Kind }>,
  ): Promise<Answers[Kind]> {
    if (this.ended !== undefined) return Promise.reject(this.ended)
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

  private end(message: Extract<Report, { kind: "ended" }>, report: (message: Report) => void): void {
    const ended = new WorkerEnded(message.reason, this.frame)
    this.ended = ended
    const unanswered = [...this.waiting.values()]
    this.waiting.clear()
    for (const { reject } of unanswered) reject(ended)
    if (this.closing) this.port.close()
    else report(message)
  }

  private closeWhenDone(): void {
    if (this.closing && this.waiting.size === 0) this.port.close()
  }
}
