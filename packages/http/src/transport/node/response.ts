/** Adapts a Node response to the transport: one `writeHead` and one `end` for ready bodies, backpressure for streams. */
import { ServerResponse } from "node:http"
import { Effect } from "effect"
import { type HeaderList, isInPieces, type Outlet, type Responder } from "../exchange/responder.ts"
import { joinVary } from "../reply/headers.ts"

export const makeResponder = (response: ServerResponse): Responder => ({
  send: (status, headers, body) => {
    if (response.headersSent) return
    writeHead(response, status, headers)
    if (!isInPieces(body)) return void response.end(body)
    for (const piece of body) response.write(piece)
    response.end()
  },
  open: (status, headers) => {
    if (response.headersSent) return nowhere
    writeHead(response, status, headers)
    response.flushHeaders()
    return {
      write: (chunk) =>
        Effect.suspend(() => (response.write(chunk) ? Effect.void : waitUntilDrained(response))),
      end: Effect.sync(() => response.end()),
      cut: () => response.destroy(),
    }
  },
})

/** For a response that the application has already sent itself. */
const nowhere: Outlet = { write: () => Effect.interrupt, end: Effect.void, cut: () => {} }

/**
 * Writes all headers at once when the response is exclusively ours. Otherwise the application's headers stay, and ours
 * are set individually, where middleware that waits for the head can read them.
 */
const writeHead = (response: ServerResponse, status: number, headers: HeaderList): void => {
  const alone = response.writeHead === ServerResponse.prototype.writeHead
  if (alone && response.getHeaderNames().length === 0) return void response.writeHead(status, headers)
  for (let i = 0; i + 1 < headers.length; i += 2) {
    const name = headers[i] ?? ""
    const value = headers[i + 1] ?? ""
    response.setHeader(
      name,
      name.toLowerCase() === "vary" ? mergeVary(response.getHeader(name), value) : value,
    )
  }
  response.writeHead(status)
}

/** Joins the application's `Vary` with ours. */
const mergeVary = (own: number | string | ReadonlyArray<string> | undefined, ours: string): string =>
  (own === undefined ? "" : String(own))
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "")
    .reduce(joinVary, ours)

/** Waits until the socket has taken what was written. A closed socket never drains: the fiber is interrupted then. */
const waitUntilDrained = (response: ServerResponse): Effect.Effect<void> =>
  Effect.async((resume) => {
    const complete = (): void => resume(Effect.void)
    response.once("drain", complete)
    return Effect.sync(() => response.off("drain", complete))
  })
