/** Collects a whole body in memory: within the limits as sent and inflated, the process's budget, and a timeout. */
import { Effect, Either, Option } from "effect"
import { Refused } from "../problem/problem.ts"
import { busy, slowBody, tooLarge } from "../problem/refusals.ts"
import type { Lease } from "./budget.ts"
import type { EarlyBody } from "./early.ts"
import type { ContentEncoding } from "./headers.ts"
import { inflateBody, inflateNow } from "./inflate.ts"
import { type BodySource, limitBody, makeArrivedBody } from "./source.ts"

export interface BodyLimits {
  /** Maximum bytes of a body as sent. */
  readonly sentBytes: number
  /** Maximum bytes of an inflated JSON body; inflating stops there. */
  readonly inflatedBytes: number
  /** Timeout for a whole body to arrive. */
  readonly millis: number
}

/** Compressed bodies up to this size are inflated synchronously, if the result is small as well. */
const small = { sent: 64 * 1024, inflated: 1024 * 1024 }

/** Collects the decoded bytes of a body. The lease grows as they arrive. */
export const collect = (
  source: BodySource,
  encoding: ContentEncoding,
  limits: BodyLimits,
  lease: Lease,
): Effect.Effect<Uint8Array, Refused> => {
  if (source.length === 0) return Effect.succeed(nothing)
  if (source.length !== undefined && source.length > limits.sentBytes) return Effect.fail(refused.tooLarge())
  const sent = limitBody(source, limits.sentBytes, refused.tooLarge)
  if (encoding === "identity") return gather(sent, limits, lease)
  if (source.length === undefined || source.length > small.sent)
    return gather(inflateBody(sent, encoding), limits, lease)
  return Effect.flatMap(gather(sent, limits, lease), (bytes) => inflateWhole(bytes, encoding, limits, lease))
}

/** Collects a small body that has already arrived. */
export const collectEarly = (
  body: EarlyBody,
  encoding: ContentEncoding,
  limits: BodyLimits,
  lease: Lease,
): Effect.Effect<Uint8Array, Refused> => {
  if (Either.isLeft(body)) return Effect.fail(body.left)
  if (!lease.take(body.right.length)) return Effect.fail(refused.busy())
  return encoding === "identity"
    ? Effect.succeed(body.right)
    : inflateWhole(body.right, encoding, limits, lease)
}

const inflateWhole = (
  bytes: Uint8Array,
  encoding: Exclude<ContentEncoding, "identity">,
  limits: BodyLimits,
  lease: Lease,
): Effect.Effect<Uint8Array, Refused> => {
  const result = inflateNow(bytes, encoding, Math.min(small.inflated, limits.inflatedBytes))
  if (Either.isLeft(result)) return Effect.fail(result.left)
  if (Option.isNone(result.right)) return gather(inflateBody(makeArrivedBody(bytes), encoding), limits, lease)
  const { value } = result.right
  return lease.take(value.length) ? Effect.succeed(value) : Effect.fail(refused.busy())
}

const nothing = new Uint8Array(0)

const gather = (source: BodySource, limits: BodyLimits, lease: Lease): Effect.Effect<Uint8Array, Refused> =>
  Effect.async((resume) => {
    const gathered = new Gathered(lease, source.length)
    let done = false
    const finish = (result: Effect.Effect<Uint8Array, Refused>): void => {
      if (done) return
      done = true
      clearTimeout(deadline)
      resume(result)
    }
    const refuse = (refusal: Refused): void => {
      finish(Effect.fail(refusal))
      flow.stop()
    }
    const deadline = setTimeout(() => refuse(refused.slow()), limits.millis)
    const flow = source.read({
      data: (chunk) => {
        if (done) return
        if (gathered.length + chunk.length > limits.inflatedBytes) return refuse(refused.tooLarge())
        if (!gathered.push(chunk)) return refuse(refused.busy())
      },
      end: () => finish(Effect.succeed(gathered.joinBytes())),
      fail: (refusal) => finish(Effect.fail(refusal)),
    })
    if (done) return
    return Effect.sync(() => {
      done = true
      clearTimeout(deadline)
      flow.stop()
    })
  })

const refused = {
  tooLarge: () => new Refused({ problem: tooLarge }),
  busy: () => new Refused({ problem: busy }),
  slow: () => new Refused({ problem: slowBody }),
}

/** Memory for announced bodies of this size and above is allocated at once. */
const largeBytes = 1024 * 1024

export class Gathered {
  private readonly whole: Uint8Array | undefined
  /** Bytes beyond the allocated memory, or all bytes without it. */
  private readonly chunks: Array<Uint8Array> = []
  private at = 0
  private beyond = 0

  /** `announced`: the expected number of bytes, if known. */
  constructor(
    private readonly lease: Lease,
    announced: number | undefined,
  ) {
    if (announced !== undefined && announced >= largeBytes && lease.take(announced))
      this.whole = Buffer.allocUnsafeSlow(announced)
  }

  get length(): number {
    return this.at + this.beyond
  }

  /** Returns false when the process's budget is exhausted. */
  push(chunk: Uint8Array): boolean {
    if (this.whole !== undefined && this.beyond === 0 && this.at + chunk.length <= this.whole.length) {
      this.whole.set(chunk, this.at)
      this.at += chunk.length
      return true
    }
    this.beyond += chunk.length
    this.chunks.push(chunk)
    return this.lease.take(chunk.length)
  }

  /** All bytes; in their own memory unless they are few. */
  joinBytes(): Uint8Array {
    const begun = this.whole?.subarray(0, this.at)
    if (begun !== undefined && this.beyond === 0) return begun
    const [first, ...others] = this.chunks
    if (begun === undefined && first !== undefined && others.length === 0 && first.length < largeBytes)
      return first
    return Buffer.concat(begun === undefined ? this.chunks : [begun, ...this.chunks], this.length)
  }
}
