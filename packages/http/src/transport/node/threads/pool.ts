/** The worker threads and their queue of large bodies and large labels. Each free thread takes the oldest job. */
import {
  type CheckRequest,
  castToJsonText,
  LabelTooLarge,
  Raw,
  type TextCheckResult,
  unwrapResult,
} from "@annotary/core/effect"
import { Effect, Either } from "effect"
import { replaceRaw } from "../../codec/extract.ts"
import type { ExtractedBody, ExtractRequest } from "../../codec/largeBodies.ts"
import { Refused } from "../../problem/problem.ts"
import { tooLarge, unavailable } from "../../problem/refusals.ts"
import {
  type BodyAnswer,
  fromSentText,
  type LabelAnswer,
  type SentText,
  type ThreadAnswer,
  type ThreadQuestion,
} from "./message.ts"
import { BodyThread, type ThreadEnd } from "./thread.ts"

export interface BodyPoolOptions {
  readonly threads: number
  /** An idle thread is ended after this time. */
  readonly idleMillis: number
  /** The heap limit of a thread. Bodies and their long texts are not on the heap. */
  readonly heapMegabytes: number
}

export class BodyPool {
  private readonly free: Array<BodyThread> = []
  private readonly busy = new Set<BodyThread>()
  private readonly waiting: Array<Job> = []

  constructor(
    private readonly program: URL,
    private readonly options: BodyPoolOptions,
  ) {}

  /** Starts the first thread. Returns false when the host does not allow threads. */
  begin(): boolean {
    try {
      this.keep(this.startThread())
      return true
    } catch {
      return false
    }
  }

  get alive(): number {
    return this.free.length + this.busy.size
  }

  extract(bytes: Uint8Array, request: ExtractRequest): Effect.Effect<ExtractedBody, Refused> {
    return Effect.flatMap(this.submit({ bytes, plan: request.plan, sha256: request.sha256 }), (result) =>
      Either.isRight(result)
        ? // Cast: messages between threads are untyped; a thread responds to a body with a body.
          Effect.succeed(toExtractedBody(result.right as BodyAnswer, request))
        : refuseBody(result.left),
    )
  }

  /** Checks a label. Fails with `LabelTooLarge` when the label fills the memory of a thread. */
  check(question: CheckRequest): Effect.Effect<TextCheckResult, LabelTooLarge> {
    const { heapMegabytes } = this.options
    return Effect.flatMap(this.submit({ check: question, heapMegabytes }), (result) => {
      // Cast: as above, a label with a label.
      if (Either.isRight(result)) return unwrapResult(result.right as LabelAnswer)
      const { cause, outOfMemory } = result.left
      return outOfMemory ? new LabelTooLarge({ what: "memory", limit: heapMegabytes }) : Effect.die(cause)
    })
  }

  private submit(question: ThreadQuestion): Effect.Effect<Either.Either<ThreadAnswer, ThreadEnd>> {
    return Effect.async((resume) => {
      const job: Job = { question, thread: undefined, done: (result) => resume(Effect.succeed(result)) }
      this.waiting.push(job)
      this.startNext()
      return Effect.promise(() => this.drop(job))
    })
  }

  async endIdle(): Promise<void> {
    await Promise.all(this.free.splice(0).map((thread) => thread.end()))
  }

  private startNext(): void {
    const job = this.waiting[0]
    if (job === undefined) return
    const thread = this.free.pop() ?? (this.busy.size < this.options.threads ? this.startThread() : undefined)
    if (thread === undefined) return
    this.waiting.shift()
    this.busy.add(thread)
    job.thread = thread
    thread.run(job.question, (result) => {
      this.busy.delete(thread)
      if (Either.isRight(result)) this.keep(thread)
      job.done(result)
      this.startNext()
    })
  }

  private startThread(): BodyThread {
    return new BodyThread(this.program, this.options.heapMegabytes)
  }

  private keep(thread: BodyThread): void {
    this.free.push(thread)
    thread.waitIdle(this.options.idleMillis, () => {
      const at = this.free.indexOf(thread)
      if (at >= 0) this.free.splice(at, 1)
    })
  }

  /** Drops a job whose caller is gone, and ends the thread that works on it. */
  private async drop(job: Job): Promise<void> {
    const at = this.waiting.indexOf(job)
    if (at >= 0) this.waiting.splice(at, 1)
    if (job.thread === undefined || !this.busy.delete(job.thread)) return
    const ended = job.thread.end()
    this.startNext()
    await ended
  }
}

interface Job {
  readonly question: ThreadQuestion
  readonly done: (result: Either.Either<ThreadAnswer, ThreadEnd>) => void
  thread: BodyThread | undefined
}

const toExtractedBody = ({ sha256, value }: BodyAnswer, { plan }: ExtractRequest): ExtractedBody => {
  if (value._tag !== "Extracted") return { value: Either.left(value), sha256 }
  // Cast: the worker has put a SentText into every raw field.
  replaceRaw(value.value, plan.shape, (sent) => new Raw(castToJsonText(fromSentText(sent as SentText))))
  return { value: Either.right(value.value), sha256 }
}

/** A body beyond a thread's memory is a 413: sending it again cannot help. */
const refuseBody = ({ cause, outOfMemory }: ThreadEnd): Effect.Effect<never, Refused> =>
  Effect.zipRight(
    Effect.logWarning("A worker thread ended while reading a large body.", cause),
    Effect.fail(new Refused({ problem: outOfMemory ? tooLarge : unavailable })),
  )
