/** A body as a stream, pulled at the reader's pace with a small buffer. */
import { Chunk, Effect, Option, Stream } from "effect"
import { Refused } from "../problem/problem.ts"
import { brokenBody } from "../problem/refusals.ts"
import type { BodyFlow, BodySource } from "./source.ts"

/** Above this many buffered bytes the sender is paused. */
const waitingBytes = 256 * 1024

/** The chunks of a body. Can be run once. */
export const streamBody = (source: BodySource): Stream.Stream<Uint8Array, Refused> => {
  let begun = false
  return Stream.unwrapScoped(
    Effect.suspend(() => {
      if (begun) return Effect.fail(new Refused({ problem: brokenBody }))
      begun = true
      return Effect.map(
        Effect.acquireRelease(
          Effect.sync(() => new Pulled(source)),
          (pulled) => Effect.sync(() => pulled.stop()),
        ),
        (pulled) => Stream.repeatEffectChunkOption(pulled.next),
      )
    }),
  )
}

class Pulled {
  private waiting: Array<Uint8Array> = []
  private bytes = 0
  private outcome: Option.Option<Refused> | undefined
  private notify: (() => void) | undefined
  private readonly flow: BodyFlow

  constructor(source: BodySource) {
    this.flow = source.read({
      data: (chunk) => {
        this.waiting.push(chunk)
        this.bytes += chunk.length
        if (this.bytes > waitingBytes) this.flow.pause()
        this.notify?.()
      },
      end: () => this.finish(Option.none()),
      fail: (refusal) => this.finish(Option.some(refusal)),
    })
  }

  /** Returns the buffered chunks, or waits for the next one; fails with none at the end. */
  readonly next: Effect.Effect<Chunk.Chunk<Uint8Array>, Option.Option<Refused>> = Effect.async((resume) => {
    const ready = this.takeReady()
    if (ready !== undefined) return resume(ready)
    this.notify = () => {
      this.notify = undefined
      const ready = this.takeReady()
      if (ready !== undefined) resume(ready)
    }
  })

  stop(): void {
    this.notify = undefined
    if (this.outcome === undefined) this.flow.stop()
  }

  private finish(outcome: Option.Option<Refused>): void {
    this.outcome ??= outcome
    this.notify?.()
  }

  private takeReady(): Effect.Effect<Chunk.Chunk<Uint8Array>, Option.Option<Refused>> | undefined {
    if (this.waiting.length > 0) {
      const chunk = Chunk.unsafeFromArray(this.waiting)
      if (this.bytes > waitingBytes) this.flow.resume()
      this.waiting = []
      this.bytes = 0
      return Effect.succeed(chunk)
    }
    return this.outcome === undefined ? undefined : Effect.fail(this.outcome)
  }
}
