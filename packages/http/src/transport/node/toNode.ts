/** The handler as a Node request listener, also for Express and Connect. With a `next`, other addresses go to it. */
import type { IncomingMessage, ServerResponse } from "node:http"
import { basePathOf, below, pathOf } from "../address/target.ts"
import type { HttpHandler } from "../handler.ts"
import { notFound } from "../problem/refusals.ts"
import { inTurn } from "./connection.ts"
import { incomingOf, type Placed } from "./request.ts"
import { responderOf } from "./response.ts"

/** A listener for `node:http` and Connect. With a `next`, other addresses go to it. */
export type NodeListener = (request: IncomingMessage, response: ServerResponse, next?: () => void) => void

/** Where a Node host mounts the API. */
export interface NodeOptions {
  /** The mount path, for example `/annotary`. By default the root. */
  readonly basePath?: string | undefined
}

/** How much of an unwanted body is read after the response, so that its sender can read the response. */
const lingering = { bytes: 4 * 1024 * 1024, millis: 2_000 }

/** Returns the handler as a listener for `node:http`, Express and Connect. */
export const toNode = (handler: HttpHandler, options: NodeOptions = {}): NodeListener =>
  listener(handler, options, false)

/** For `checkContinue`: sends "100 Continue" only when the body is wanted. */
export const toNodeContinuing = (handler: HttpHandler, options: NodeOptions = {}): NodeListener =>
  listener(handler, options, true)

const listener = (
  handler: HttpHandler,
  { basePath }: NodeOptions,
  expectsContinue: boolean,
): NodeListener => {
  const base = basePathOf(basePath)
  return (request, response, next) => {
    const target = below(base, request.url ?? "/")
    if (next !== undefined && (target === undefined || !handler.knows(pathOf(target)))) return next()
    if (isOver(response)) return
    if (target === undefined) return handler.refuse(notFound, responderOf(response))
    answer(handler, request, response, { target, base, source: request }, expectsContinue)
  }
}

/** Handles a request of the API, after the earlier requests of its connection. */
export const answer = (
  handler: HttpHandler,
  request: IncomingMessage,
  response: ServerResponse,
  placed: Placed,
  expectsContinue = false,
): void => inTurn(request, response, () => begin(handler, request, response, placed, expectsContinue))

const begin = (
  handler: HttpHandler,
  request: IncomingMessage,
  response: ServerResponse,
  placed: Placed,
  expectsContinue: boolean,
): void => {
  if (isOver(response)) return
  const onRead = () => {
    if (expectsContinue) response.writeContinue()
  }
  // A write to a socket that has just closed: the listener below handles that.
  response.on("error", () => {})
  response.on("close", () => {
    if (!response.writableFinished) cancel()
    else if (!request.complete) linger(request)
  })
  const cancel = handler.handle(incomingOf(request, onRead, placed), responderOf(response))
}

/** Whether the application has responded, or the client left before the handler started. */
const isOver = (response: ServerResponse): boolean => response.headersSent || response.destroyed

/** Reads on for a moment. Closing a socket with unread bytes would discard the response. */
const linger = (request: IncomingMessage): void => {
  let bytes = 0
  // With HTTP/2 other requests share the socket.
  const give = (): void => void (request.httpVersionMajor < 2 ? request.socket : request).destroy()
  const timer = setTimeout(give, lingering.millis)
  request.on("close", () => clearTimeout(timer))
  request.on("end", () => clearTimeout(timer))
  request.on("data", (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > lingering.bytes) give()
  })
  request.resume()
}
