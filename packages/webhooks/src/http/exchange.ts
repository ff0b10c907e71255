/**
 * Performs one request on one connection and reads the response within all limits. Ending it early destroys the
 * socket.
 */
import type { IncomingHttpHeaders } from "node:http"
import { maxHeaderBytes, type ResponseHeader, selectHeaders } from "@annotary/core/effect"
import type { Dispatcher } from "undici"
import type { Connection } from "./connection.ts"
import type { SendLimits } from "./limits.ts"
import { SendFailure, toSendFailure } from "./SendFailure.ts"
import type { Watch } from "./watch.ts"

export interface Exchange {
  readonly path: string
  /** Names and values in turn. The HTTP client keeps the array. */
  readonly headers: Array<string>
  readonly body: Uint8Array
}

export interface Answered {
  readonly status: number
  readonly retryAfter: string | ReadonlyArray<string> | undefined
  readonly headers: ReadonlyArray<ResponseHeader>
  readonly body: Uint8Array
  /** Whether the body was truncated or did not end. */
  readonly cut: boolean
  /** Whether the connection can be used for another request. */
  readonly reusable: boolean
}

/**
 * Calls `done` once, unless the returned function ended the exchange before. Uses callbacks instead of effects
 * because a worker does this thousands of times a second.
 */
export const performExchange = (
  connection: Connection,
  request: Exchange,
  { limits, watch }: { readonly limits: SendLimits; readonly watch: Watch },
  done: (came: Answered | SendFailure) => void,
): (() => void) => {
  // Reset when the request starts: the client may open a new socket first.
  const reading = new Reading(limits, connection.bytesRead())
  let ended = false
  const end = (came: Answered | SendFailure) => {
    if (ended) return
    ended = true
    unwatch()
    done(came)
  }
  /** Once a status came, it is the response, even if the body is late, torn off or unreadable. */
  const fail = (error: unknown) => {
    end(reading.getAnswer(false) ?? toSendFailure(error, reading.written))
    connection.destroy()
  }
  const unwatch = watch({
    untilMillis: limits.totalMillis,
    isTooMuch: () => connection.bytesRead() - reading.readBefore > limits.maxReadBytes,
    onLate: () => fail(new SendFailure(reading.written ? "timeout" : "unreachable")),
    onTooMuch: () => fail(new SendFailure("protocol")),
  })
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: (controller) => {
      // The exchange was ended before: write nothing.
      if (ended) return controller.abort(new Error("ended"))
      reading.written = true
      reading.readBefore = connection.bytesRead()
    },
    onResponseStart: (_, status, headers) => {
      if (status >= 200) reading.begin(status, headers)
      else if (reading.countInterim() > limits.maxInterim) fail(new SendFailure("protocol"))
    },
    onResponseData: (_, chunk) => {
      if (reading.add(chunk)) fail(new SendFailure("protocol"))
    },
    onResponseEnd: () => {
      reading.finished = true
      end(reading.getAnswer(connection.isFlushed()) ?? new SendFailure("protocol"))
    },
    onResponseError: (_, error) => fail(error),
    onRequestUpgrade: () => fail(new SendFailure("protocol")),
  }
  try {
    const { body, headers, path } = request
    connection.client.dispatch({ method: "POST", path, headers, body }, handler)
  } catch (error) {
    fail(error)
  }
  return () => {
    if (ended) return
    ended = true
    unwatch()
    connection.destroy()
  }
}

/** The response as read so far. */
class Reading {
  written = false
  /** Whether the body was read to its end. */
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
    this.head = { status, retryAfter: headers["retry-after"], headers: listHeaders(headers) }
  }

  countInterim(): number {
    this.interims += 1
    return this.interims
  }

  /** Adds a chunk. Returns whether the body exceeds the limit. */
  add(chunk: Uint8Array): boolean {
    const free = this.limits.maxBodyBytes - this.size
    // Copied: the chunk is a view of a larger buffer, which would be retained.
    if (free > 0) this.chunks.push(Uint8Array.from(chunk.subarray(0, free)))
    this.size += chunk.length
    return this.size > this.limits.maxBodyBytes
  }

  /** Returns undefined when no status came. */
  getAnswer(reusable: boolean): Answered | undefined {
    if (this.head === undefined) return undefined
    const cut = !this.finished || this.size > this.limits.maxBodyBytes
    const { headers, retryAfter, status } = this.head
    const body = this.chunks.length === 0 ? nothing : Buffer.concat(this.chunks)
    return { status, retryAfter, headers, body, cut, reusable }
  }
}

const nothing = new Uint8Array()

const listHeaders = (headers: IncomingHttpHeaders): ReadonlyArray<ResponseHeader> => {
  const all: Array<ResponseHeader> = []
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === "string") all.push({ name, value })
    else for (const item of value ?? []) all.push({ name, value: item })
  }
  return selectHeaders(all, maxHeaderBytes)
}
