/** One request on one lane, and its answer read within all limits. Ending it early destroys the socket. */
import type { IncomingHttpHeaders } from "node:http"
import { headersWithin, maxHeaderBytes, type ResponseHeader } from "@annotary/core/effect"
import type { Dispatcher } from "undici"
import type { SendLimits } from "./limits.ts"
import type { Lane } from "./openLane.ts"
import { failureOf, SendFailure } from "./SendFailure.ts"
import type { Watch } from "./watch.ts"

export interface Exchange {
  readonly path: string
  /** Name and value in turn. */
  readonly headers: ReadonlyArray<string>
  readonly body: Uint8Array
}

export interface Answered {
  readonly status: number
  readonly retryAfter: string | ReadonlyArray<string> | undefined
  readonly headers: ReadonlyArray<ResponseHeader>
  readonly body: Uint8Array
  /** Whether the body went on, or did not come to its end. */
  readonly cut: boolean
  /** Whether the connection can have another request. */
  readonly reusable: boolean
}

/**
 * Calls `done` once, unless it was ended before by the function that it answers. Callbacks, not effects: a worker does this
 * thousands of times a second.
 */
export const exchange = (
  lane: Lane,
  request: Exchange,
  { limits, watch }: { readonly limits: SendLimits; readonly watch: Watch },
  done: (came: Answered | SendFailure) => void,
): (() => void) => {
  // The connection of the request before may be gone, and what came on it is none of this one's.
  const reading = new Reading(limits, lane.bytesRead())
  let ended = false
  const end = (came: Answered | SendFailure) => {
    if (ended) return
    ended = true
    unwatch()
    done(came)
  }
  /** A status that came is the answer, however its body ends: late, torn off, or in a way that nobody can read. */
  const fail = (error: unknown) => {
    end(reading.answered(false) ?? failureOf(error, reading.written))
    lane.destroy()
  }
  const unwatch = watch({
    untilMillis: limits.totalMillis,
    isTooMuch: () => lane.bytesRead() - reading.readBefore > limits.maxReadBytes,
    onLate: () => fail(new SendFailure(reading.written ? "timeout" : "unreachable")),
    onTooMuch: () => fail(new SendFailure("protocol")),
  })
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: (controller) => {
      // Nobody waits for it any more: nothing is written.
      if (ended) return controller.abort(new Error("ended"))
      reading.written = true
      reading.readBefore = lane.bytesRead()
    },
    onResponseStart: (_, status, headers) => {
      if (status >= 200) reading.begin(status, headers)
      else if (reading.interim() > limits.maxInterim) fail(new SendFailure("protocol"))
    },
    onResponseData: (_, chunk) => {
      if (reading.add(chunk)) fail(new SendFailure("protocol"))
    },
    onResponseEnd: () => {
      reading.finished = true
      end(reading.answered(lane.isFlushed()) ?? new SendFailure("protocol"))
    },
    onResponseError: (_, error) => fail(error),
    onRequestUpgrade: () => fail(new SendFailure("protocol")),
  }
  try {
    const { body, headers, path } = request
    lane.client.dispatch({ method: "POST", path, headers: [...headers], body }, handler)
  } catch (error) {
    fail(error)
  }
  return () => {
    if (ended) return
    ended = true
    unwatch()
    lane.destroy()
  }
}

/** What came of the answer so far. */
class Reading {
  written = false
  /** Whether the body came to its end. */
  finished = false
  private interims = 0
  private head: Pick<Answered, "status" | "retryAfter" | "headers"> | undefined
  private readonly chunks: Array<Uint8Array> = []
  private size = 0

  constructor(
    private readonly limits: SendLimits,
    public readBefore: number,
  ) {}

  begin(status: number, headers: IncomingHttpHeaders): void {
    this.head = { status, retryAfter: headers["retry-after"], headers: listed(headers) }
  }

  interim(): number {
    this.interims += 1
    return this.interims
  }

  /** Whether there is more than is kept. */
  add(chunk: Uint8Array): boolean {
    const room = this.limits.maxBodyBytes - this.size
    // Copied: the chunk is a view of a larger buffer, which would be kept with it.
    if (room > 0) this.chunks.push(Uint8Array.from(chunk.subarray(0, room)))
    this.size += chunk.length
    return this.size > this.limits.maxBodyBytes
  }

  /** Undefined: no status came. */
  answered(reusable: boolean): Answered | undefined {
    if (this.head === undefined) return undefined
    const cut = !this.finished || this.size > this.limits.maxBodyBytes
    return { ...this.head, body: Buffer.concat(this.chunks), cut, reusable }
  }
}

const listed = (headers: IncomingHttpHeaders): ReadonlyArray<ResponseHeader> => {
  const all = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => ({ name, value: one })),
  )
  return headersWithin(all, maxHeaderBytes)
}
