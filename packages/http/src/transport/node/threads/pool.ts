/** The threads and the work that waits for one, large bodies and large labels alike: each free thread takes what has waited longest. */
import { type Judged, type JudgeQuestion, LabelTooLarge, Raw, trustedJson } from "@annotary/core/effect"
import { Effect, Either } from "effect"
import { replaceRaw } from "../../codec/extract.ts"
import type { CutAsk, CutBody } from "../../codec/largeBodies.ts"
import { Refused } from "../../problem/problem.ts"
import { tooLarge, unavailable } from "../../problem/refusals.ts"
import {
  type BodyAnswer,
  type LabelAnswer,
  receivedText,
  type SentText,
  type ThreadAnswer,
  type ThreadQuestion,
} from "./message.ts"
import { BodyThread, type ThreadEnd } from "./thread.ts"

export interface BodyPoolOptions {
  readonly threads: number
  /** How long a thread is kept that has nothing to do. */
  readonly idleMillis: number
  /** What a thread may hold as values; the bodies themselves and their long texts do not count. */
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

  /** Starts the first thread; false where the host does not allow any. */
  begin(): boolean {
    try {
      this.keep(this.started())
      return true
    } catch {
      return false
    }
  }

  get alive(): number {
    return this.free.length + this.busy.size
  }

  cut(bytes: Uint8Array, ask: CutAsk): Effect.Effect<CutBody, Refused> {
    return Effect.flatMap(this.ask({ bytes, plan: ask.plan, sha256: ask.sha256 }), (result) =>
      Either.isRight(result)
        ? Effect.succeed(received(result.right as BodyAnswer, ask))
        : refused(result.left),
    )
  }

  /** A thread whose memory a label fills says that the label is too large. */
  judge(question: JudgeQuestion): Effect.Effect<Judged, LabelTooLarge> {
    return Effect.flatMap(this.ask({ judge: question }), (result) => {
      if (Either.isRight(result)) return judgedOf(result.right as LabelAnswer)
      const { cause, outOfMemory } = result.left
      return outOfMemory
        ? new LabelTooLarge({ what: "memory", limit: this.options.heapMegabytes })
        : Effect.die(cause)
    })
  }

  private ask(question: ThreadQuestion): Effect.Effect<Either.Either<ThreadAnswer, ThreadEnd>> {
    return Effect.async((resume) => {
      const job: Job = { question, thread: undefined, done: (result) => resume(Effect.succeed(result)) }
      this.waiting.push(job)
      this.next()
      return Effect.promise(() => this.drop(job))
    })
  }

  async rest(): Promise<void> {
    await Promise.all(this.free.splice(0).map((thread) => thread.end()))
  }

  private next(): void {
    const job = this.waiting[0]
    if (job === undefined) return
    const thread = this.free.pop() ?? (this.busy.size < this.options.threads ? this.started() : undefined)
    if (thread === undefined) return
    this.waiting.shift()
    this.busy.add(thread)
    job.thread = thread
    thread.work(job.question, (result) => {
      this.busy.delete(thread)
      if (Either.isRight(result)) this.keep(thread)
      job.done(result)
      this.next()
    })
  }

  private started(): BodyThread {
    return new BodyThread(this.program, this.options.heapMegabytes)
  }

  private keep(thread: BodyThread): void {
    this.free.push(thread)
    thread.idle(this.options.idleMillis, () => {
      const at = this.free.indexOf(thread)
      if (at >= 0) this.free.splice(at, 1)
    })
  }

  /** A body that nobody waits for is not read on: what its thread holds goes with it. */
  private async drop(job: Job): Promise<void> {
    const at = this.waiting.indexOf(job)
    if (at >= 0) this.waiting.splice(at, 1)
    if (job.thread === undefined || !this.busy.delete(job.thread)) return
    const ended = job.thread.end()
    this.next()
    await ended
  }
}

interface Job {
  readonly question: ThreadQuestion
  readonly done: (result: Either.Either<ThreadAnswer, ThreadEnd>) => void
  thread: BodyThread | undefined
}

const judgedOf = (answer: LabelAnswer): Effect.Effect<Judged, LabelTooLarge> =>
  answer._tag === "Judged"
    ? Effect.succeed(answer.judged)
    : new LabelTooLarge({ what: answer.what, limit: answer.limit })

const received = ({ sha256, value }: BodyAnswer, { plan }: CutAsk): CutBody => {
  if (value._tag !== "Cut") return { value: Either.left(value), sha256 }
  replaceRaw(value.value, plan.shape, (sent) => new Raw(trustedJson(receivedText(sent as SentText))))
  return { value: Either.right(value.value), sha256 }
}

/** Who sent more than a thread can hold need not try again. */
const refused = ({ cause, outOfMemory }: ThreadEnd): Effect.Effect<never, Refused> =>
  Effect.zipRight(
    Effect.logWarning("A worker thread ended while it read a large body", cause),
    Effect.fail(new Refused({ problem: outOfMemory ? tooLarge : unavailable })),
  )
