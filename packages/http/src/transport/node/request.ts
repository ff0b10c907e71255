/** Adapts a Node request to the transport. */
import type { IncomingMessage } from "node:http"
import { type BodySource, cutShort, makeArrivedBody, taken } from "../body/source.ts"
import type { Incoming } from "../exchange/incoming.ts"
import { Refused } from "../problem/problem.ts"
import { slowBody } from "../problem/refusals.ts"
import { bodyWorkers } from "./threads/workers.ts"

/** The mount path of the API, and the host's own request object. */
export type Placed = Pick<Incoming, "target" | "base" | "source" | "stopping">

/** Adapts a request. `onRead` is called when the body is first read, to send "100 Continue" to clients that expect it. */
export const toIncoming = (
  request: IncomingMessage,
  onRead: () => void,
  placed: Placed = { target: request.url ?? "/" },
): Incoming => {
  const { headers } = request
  const parsedBody = findParsedBody(request)
  const encoding = headers["content-encoding"]
  const inflated = parsedBody instanceof Uint8Array && !isStillEncoded(parsedBody, encoding)
  return {
    source: request,
    ...placed,
    method: request.method ?? "GET",
    header: (name) => {
      if (inflated && name === "content-encoding") return undefined
      const value = headers[name] ?? (name === "host" ? headers[":authority"] : undefined)
      return Array.isArray(value) ? value.join(", ") : value
    },
    body: makeBody(request, parsedBody, inflated, onRead),
    address: request.socket.remoteAddress,
    largeBodies: bodyWorkers,
  }
}

const makeBody = (
  request: IncomingMessage,
  kept: Uint8Array | null | undefined,
  inflated: boolean,
  onRead: () => void,
): BodySource => {
  const announced = getLength(request)
  if (kept === undefined || announced === 0) return makeUnreadBody(request, onRead)
  if (kept === null) return taken
  // A parser may keep fewer bytes than were announced, but only the length of inflated ones is unknown.
  const isInflated = inflated && request.headers["content-encoding"] !== undefined
  return { ...makeArrivedBody(kept), length: isInflated ? kept.length : (announced ?? kept.length) }
}

const makeUnreadBody = (request: IncomingMessage, onRead: () => void): BodySource => ({
  length: getLength(request),
  read: (sink) => {
    onRead()
    const end = (): void => {
      forget()
      sink.end()
    }
    const handleClose = (): void => {
      forget()
      sink.fail(cutShort())
    }
    /** The socket was idle for too long, unless this process has paused it. */
    const handleTimeout = (): void => {
      if (request.isPaused()) return
      forget()
      sink.fail(new Refused({ problem: slowBody }))
    }
    const forget = (): void => {
      request.off("data", sink.data).off("end", end).off("error", handleClose).off("close", handleClose)
      request.off("timeout", handleTimeout)
    }
    // Destroyed, or consumed by the host.
    if (request.destroyed || request.readableEnded) queueMicrotask(handleClose)
    request.on("data", sink.data).on("end", end).on("error", handleClose).on("close", handleClose)
    request.on("timeout", handleTimeout)
    return {
      pause: () => request.pause(),
      resume: () => request.resume(),
      stop: () => {
        forget()
        request.pause()
      },
    }
  },
})

const getLength = ({ headers, httpVersionMajor }: IncomingMessage): number | undefined => {
  if (headers["transfer-encoding"] !== undefined) return undefined
  if (headers["content-length"] !== undefined) return Number(headers["content-length"])
  // HTTP/2 bodies need no announced length.
  return httpVersionMajor < 2 ? 0 : undefined
}

/** A request after the body parsers of Express, Connect and others, which add members that Node's type lacks. */
type Parsed = IncomingMessage & { readonly rawBody?: unknown; readonly body?: unknown }

/** Undefined when nobody has read the body; null when it was read and its bytes are gone. */
const findParsedBody = (request: IncomingMessage): Uint8Array | null | undefined => {
  if (!request.readableDidRead && !request.readableEnded) return undefined
  const { body, rawBody } = request as Parsed
  return toBytes(rawBody) ?? toBytes(body) ?? null
}

/** Whether kept bytes are still encoded: some parsers inflate what they keep. */
const isStillEncoded = (kept: Uint8Array, encoding: string | undefined): boolean =>
  encoding?.toLowerCase() === "gzip" && kept[0] === 0x1f && kept[1] === 0x8b

const toBytes = (value: unknown): Uint8Array | undefined =>
  value instanceof Uint8Array
    ? value
    : typeof value === "string"
      ? new TextEncoder().encode(value)
      : undefined
