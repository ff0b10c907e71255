/** The handler as a node request listener, also for Express and Connect: with a `next` it leaves other addresses alone. */
import type { IncomingMessage, ServerResponse } from "node:http"
import type { HttpHandler } from "../handler.ts"
import { incomingOf } from "./request.ts"
import { responderOf } from "./response.ts"

export type NodeListener = (request: IncomingMessage, response: ServerResponse, next?: () => void) => void

/** How much of a body that nobody wants is read after the answer, so that its sender gets to see the answer. */
const lingering = { bytes: 4 * 1024 * 1024, millis: 2_000 }

export const toNode = (handler: HttpHandler): NodeListener => listener(handler, false)

/** For `checkContinue`: says "100 Continue" when the body is wanted, and not before. */
export const toNodeContinuing = (handler: HttpHandler): NodeListener => listener(handler, true)

const listener =
  (handler: HttpHandler, expectsContinue: boolean): NodeListener =>
  (request, response, next) => {
    if (next !== undefined && !handler.knows(pathOf(request.url ?? "/"))) return next()
    const incoming = incomingOf(request, () => {
      if (expectsContinue) response.writeContinue()
    })
    // A write to a socket that has just gone is no news: the close below tells it.
    response.on("error", () => {})
    response.on("close", () => {
      if (!response.writableFinished) cancel()
      else if (!request.complete) linger(request)
    })
    const cancel = handler.handle(incoming, responderOf(response))
  }

const pathOf = (url: string): string => {
  const query = url.indexOf("?")
  return query < 0 ? url : url.slice(0, query)
}

/** Reads on for a moment. Closing a socket with unread bytes in it would take the answer away from its reader. */
const linger = (request: IncomingMessage): void => {
  let bytes = 0
  const give = (): void => void request.socket.destroy()
  const timer = setTimeout(give, lingering.millis)
  request.on("close", () => clearTimeout(timer))
  request.on("end", () => clearTimeout(timer))
  request.on("data", (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > lingering.bytes) give()
  })
  request.resume()
}
