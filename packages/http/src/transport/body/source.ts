/**
 * A request's body as it arrives, whatever the host: pushed into a sink, with a way to slow it down. Pushing, because a
 * small body then costs two calls and no iterator.
 */
import { Refused } from "../problem/problem.ts"
import { bodyTaken, brokenBody } from "../problem/refusals.ts"

export interface BodySink {
  readonly data: (chunk: Uint8Array) => void
  readonly end: () => void
  /** Nothing more will come. */
  readonly fail: (refusal: Refused) => void
}

export interface BodyFlow {
  readonly pause: () => void
  readonly resume: () => void
  /** The sink has had enough; it is called no more. */
  readonly stop: () => void
}

export interface BodySource {
  /** How many bytes were announced; undefined when the end is not known beforehand. */
  readonly length: number | undefined
  /** Begins to push, but not before it has returned. At most once. */
  readonly read: (sink: BodySink) => BodyFlow
}

/** The refusal of a body whose sender went away. */
export const cutShort = (): Refused => new Refused({ problem: brokenBody })

/** A body that somebody has read before us. */
export const taken: BodySource = {
  length: undefined,
  read: (sink) => {
    queueMicrotask(() => sink.fail(new Refused({ problem: bodyTaken })))
    return still
  },
}

const still: BodyFlow = { pause: () => {}, resume: () => {}, stop: () => {} }

/** No body at all. */
export const noBody: BodySource = {
  length: 0,
  read: (sink) => {
    queueMicrotask(sink.end)
    return still
  },
}

/** A body that has already arrived. */
export const arrived = (bytes: Uint8Array): BodySource => ({
  length: bytes.length,
  read: (sink) => {
    queueMicrotask(() => {
      sink.data(bytes)
      sink.end()
    })
    return still
  },
})

/** The same body, refused once it exceeds so many bytes. */
export const limited = (source: BodySource, most: number, refusal: () => Refused): BodySource => ({
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
