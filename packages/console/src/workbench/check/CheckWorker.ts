/** The page's end of the worker that checks labels. It starts with the first label. */
import type { CheckAnswer, CheckQuestion, CheckReply, LabelToCheck } from "./messages.ts"

interface Waiting {
  readonly id: number
  readonly resolve: (answer: CheckAnswer) => void
  readonly timer: ReturnType<typeof setTimeout>
}

/** A worker that ran out of memory may say nothing any more. No label below the limits takes so long. */
const patience = 60_000

export class CheckWorker {
  private worker: Worker | undefined
  private waiting: Waiting | undefined
  private last = 0

  constructor(
    private readonly make = () =>
      new Worker(new URL("./check.worker.ts", import.meta.url), { type: "module" }),
  ) {}

  /** Checks a label. The one before it is given up if it is not checked yet, and is not answered. */
  readonly check = (label: LabelToCheck): Promise<CheckAnswer> =>
    new Promise((resolve) => {
      if (this.waiting !== undefined) this.close()
      this.last += 1
      const id = this.last
      this.waiting = { id, resolve, timer: setTimeout(() => this.fail("No answer."), patience) }
      try {
        this.worker ??= this.start()
        this.worker.postMessage({ ...label, id } satisfies CheckQuestion)
      } catch (error) {
        // The page of another origin, or of a policy without workers.
        this.fail(String(error))
      }
    })

  /** Ends the worker. What it checks is not answered. The next label starts it again. */
  close(): void {
    clearTimeout(this.waiting?.timer)
    this.waiting = undefined
    this.worker?.terminate()
    this.worker = undefined
  }

  private start(): Worker {
    const worker = this.make()
    worker.addEventListener("message", ({ data }: MessageEvent<CheckReply>) => this.settle(data))
    worker.addEventListener("messageerror", () => this.fail("No answer that can be read."))
    // It cannot be loaded, or has failed.
    worker.addEventListener("error", ({ message }) => this.fail(message))
    return worker
  }

  private settle({ id, ...answer }: CheckReply): void {
    const { waiting } = this
    if (waiting?.id !== id) return
    clearTimeout(waiting.timer)
    this.waiting = undefined
    waiting.resolve(answer)
  }

  private fail(message: string): void {
    const { waiting } = this
    this.close()
    waiting?.resolve({ kind: "failed", message })
  }
}
