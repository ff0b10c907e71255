/**
 * A request body as it arrives, from any host. It is pushed into a sink with backpressure: for a small body, pushing
 * costs two calls and no iterator.
 */
import { Refused } from "../problem/problem.ts"
import { bodyTaken, brokenBody } from "../problem/refusals.ts"

export interface BodySink {
  readonly data: (chunk: Uint8Array) => void
  readonly end: () => void
  /** Ends the body with a refusal. */
  readonly fail: (refusal: Refused) => void
}

export interface BodyFlow {
  readonly pause: () => void
  readonly resume: () => void
  /** The sink wants no more and is not called again. */
  readonly stop: () => void
}

export interface BodySource {
  /** The announced number of bytes; undefined when the length is unknown. */
  readonly length: number | undefined
  /** Starts pushing, asynchronously. At most once. */
  readonly read: (sink: BodySink) => BodyFlow
}

/** The refusal of a body whose sender disconnected. */
export const cutShort = (): Refused => new Refused({ problem: brokenBody })

/** A body that was already consumed by the host. */
export const taken: BodySource = {
  length: undefined,
  read: (sink) => {
    queueMicrotask(() => sink.fail(new Refused({ problem: bodyTaken })))
    return still
  },
}

const still: BodyFlow = { pause: () => {}, resume: () => {}, stop: () => {} }

/** An absent body. */
export const noBody: BodySource = {
  length: 0,
  read: (sink) => {
    queueMicrotask(sink.end)
    return still
  },
}

/** A body that has already arrived. */
export const makeArrivedBody = (bytes: Uint8Array): BodySource => ({
  length: bytes.length,
  read: (sink) => {
    queueMicrotask(() => {
      sink.data(bytes)
      sink.end()
    })
    return still
  },
})

/** The same body, refused beyond this many bytes. */
export const limitBody = (source: BodySource, most: number, refusal: () => Refused): BodySource => ({
  length: source.length,
  read: (sink) => {
    let seen = 0
    const flow = source.read({
      ...sink,
      data: (chunk) => {
        seen += chunk.length
        if (seen <= most) return sink.data(chunk)
        if (seen - chunk.length > most) return
        flow.stop()
        sink.fail(refusal())
      },
    })
    return flow
  },
})
