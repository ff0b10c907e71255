/** The handler as a Node request listener, also for Express and Connect. With a `next`, other addresses go to it. */
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Effect } from "effect"
import { getPath, normalizeBasePath, stripBase } from "../address/target.ts"
import type { HttpHandler } from "../handler.ts"
import { notFound } from "../problem/refusals.ts"
import { runInTurn } from "./connection.ts"
import { type Placed, toIncoming } from "./request.ts"
import { makeResponder } from "./response.ts"

/** A listener for `node:http` and Connect. With a `next`, other addresses go to it. */
export type NodeListener = (request: IncomingMessage, response: ServerResponse, next?: () => void) => void

/** The mount point of the API in a Node host. */
export interface NodeOptions {
  /** The mount path, for example `/annotary`. By default the root. */
  readonly basePath?: string | undefined
  /** Completes when the host begins to stop: requests that wait for an event then answer without one. */
  readonly stopping?: Effect.Effect<void> | undefined
}

/** The part of an unwanted body that is read after the response, so that its sender can read the response. */
const lingering = { bytes: 4 * 1024 * 1024, millis: 2_000 }

/** Returns the handler as a listener for `node:http`, Express and Connect. */
export const toNode = (handler: HttpHandler, options: NodeOptions = {}): NodeListener =>
  makeListener(handler, options, false)

/** For `checkContinue`: sends "100 Continue" only when the body is wanted. */
export const toNodeContinuing = (handler: HttpHandler, options: NodeOptions = {}): NodeListener =>
  makeListener(handler, options, true)

const makeListener = (
  handler: HttpHandler,
  { basePath, stopping }: NodeOptions,
  expectsContinue: boolean,
): NodeListener => {
  const base = normalizeBasePath(basePath)
  return (request, response, next) => {
    const target = stripBase(base, request.url ?? "/")
    if (next !== undefined && (target === undefined || !handler.knows(getPath(target)))) return next()
    if (isOver(response)) return
    if (target === undefined) return handler.refuse(notFound, makeResponder(response))
    handleRequest(handler, request, response, { target, base, source: request, stopping }, expectsContinue)
  }
}

/** Handles a request of the API, after the earlier requests of its connection. */
export const handleRequest = (
  handler: HttpHandler,
  request: IncomingMessage,
  response: ServerResponse,
  placed: Placed,
  expectsContinue = false,
): void => runInTurn(request, response, () => begin(handler, request, response, placed, expectsContinue))

const begin = (
  handler: HttpHandler,
  request: IncomingMessage,
  response: ServerResponse,
  placed: Placed,
  expectsContinue: boolean,
): void => {
  if (isOver(response)) return
  const sendContinue = () => {
    if (expectsContinue) response.writeContinue()
  }
  // A write to a socket that has just closed: the listener below handles that.
  response.on("error", () => {})
  response.on("close", () => {
    if (!response.writableFinished) cancel()
    else if (!request.complete) drainBody(request)
  })
  const cancel = handler.handle(toIncoming(request, sendContinue, placed), makeResponder(response))
}

/** Whether the application has responded, or the client left before the handler started. */
const isOver = (response: ServerResponse): boolean => response.headersSent || response.destroyed

/** Reads on for a moment. Closing a socket with unread bytes would discard the response. */
const drainBody = (request: IncomingMessage): void => {
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
