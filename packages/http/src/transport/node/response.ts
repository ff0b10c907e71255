/** A node response as the transport writes it: one `writeHead` and one `end` for what is ready, else at its pace. */
import { ServerResponse } from "node:http"
import { Effect } from "effect"
import type { HeaderList, Outlet, Responder } from "../exchange/responder.ts"
import { joined } from "../reply/headers.ts"

export const responderOf = (response: ServerResponse): Responder => ({
  send: (status, headers, body) => {
    if (response.headersSent) return
    writeHead(response, status, headers)
    response.end(body)
  },
  open: (status, headers) => {
    if (response.headersSent) return nowhere
    writeHead(response, status, headers)
    response.flushHeaders()
    return {
      write: (chunk) => Effect.suspend(() => (response.write(chunk) ? Effect.void : drained(response))),
      end: Effect.sync(() => response.end()),
      cut: () => response.destroy(),
    }
  },
})

/** Of an answer that the application has given itself while we were at work. */
const nowhere: Outlet = { write: () => Effect.interrupt, end: Effect.void, cut: () => {} }

/**
 * All headers at once, where nobody else has a say in them. An application's own headers stay, and middleware that waits for the
 * head to be written finds ours where it looks for them: not all of it can read a list.
 */
const writeHead = (response: ServerResponse, status: number, headers: HeaderList): void => {
  const alone = response.writeHead === ServerResponse.prototype.writeHead
  if (alone && response.getHeaderNames().length === 0) return void response.writeHead(status, headers)
  for (let i = 0; i + 1 < headers.length; i += 2) {
    const name = headers[i] ?? ""
    const value = headers[i + 1] ?? ""
    response.setHeader(name, name.toLowerCase() === "vary" ? varyOf(response.getHeader(name), value) : value)
  }
  response.writeHead(status)
}

/** What the application's part of the answer depends on, and what ours does. */
const varyOf = (own: number | string | ReadonlyArray<string> | undefined, ours: string): string =>
  (own === undefined ? "" : String(own))
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "")
    .reduce(joined, ours)

/** Waits until the socket has taken what was written. Who is gone never drains: then the fiber is interrupted. */
const drained = (response: ServerResponse): Effect.Effect<void> =>
  Effect.async((resume) => {
    const done = (): void => resume(Effect.void)
    response.once("drain", done)
    return Effect.sync(() => response.off("drain", done))
  })
