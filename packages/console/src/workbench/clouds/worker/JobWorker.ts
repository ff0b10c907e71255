/** A worker as a function. It is started by the first job, and does one after the other. */

/** The messages between the page and a worker. */
export interface Protocol<Work, Answer, Value> {
  /** The transferables of a job. */
  readonly transferOf: (work: Work) => Array<ArrayBuffer>
  /** The value of an answer; throws where the job has failed. */
  readonly valueOf: (answer: Answer) => Value
}

interface Job<Work, Value> {
  readonly id: number
  readonly work: Work
  readonly signal: AbortSignal
  readonly resolve: (value: Value) => void
  readonly reject: (error: unknown) => void
}

export class JobWorker<Work extends object, Answer extends { readonly id: number }, Value> {
  private worker: Worker | undefined
  /** The job that is being done. */
  private current: Job<Work, Value> | undefined
  private waiting: ReadonlyArray<Job<Work, Value>> = []
  private next = 0

  constructor(
    private readonly make: () => Worker,
    private readonly protocol: Protocol<Work, Answer, Value>,
  ) {}

  /** A job that is given up while it waits is not worked on: those behind it are wanted now. Transferables are gone afterwards. */
  readonly run = (work: Work, signal: AbortSignal): Promise<Value> =>
    new Promise((resolve, reject) => {
      this.next += 1
      this.waiting = [...this.waiting, { id: this.next, work, signal, resolve, reject }]
      this.goOn()
    })

  /** Ends the worker. Jobs that are not done are given up. */
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
      const { id, work } = job
      this.worker.postMessage({ ...work, id }, this.protocol.transferOf(work))
    }
  }

  private start(): Worker {
    const worker = this.make()
    worker.addEventListener("message", ({ data }: MessageEvent<Answer>) => this.finishJob(data))
    // A worker that cannot be loaded, or that ran out of memory, answers nothing any more.
    worker.addEventListener("error", ({ message }) => {
      const failed = [...(this.current === undefined ? [] : [this.current]), ...this.waiting]
      this.stop()
      for (const { reject } of failed) reject(new Error(message || "The worker has failed."))
    })
    return worker
  }

  private finishJob(answer: Answer): void {
    const { current } = this
    if (current?.id !== answer.id) return
    this.current = undefined
    try {
      current.resolve(this.protocol.valueOf(answer))
    } catch (error) {
      current.reject(error)
    }
    this.goOn()
  }
}
