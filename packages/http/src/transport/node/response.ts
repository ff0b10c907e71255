/** A node response as the transport writes it: one `writeHead` and one `end` for what is ready, else at its pace. */
import type { ServerResponse } from "node:http"
import { Effect } from "effect"
import type { Responder } from "../exchange.ts"

export const responderOf = (response: ServerResponse): Responder => ({
  send: (status, headers, body) => {
    response.writeHead(status, headers)
    response.end(body)
  },
  open: (status, headers) => {
    response.writeHead(status, headers)
    response.flushHeaders()
    return {
      write: (chunk) => Effect.suspend(() => (response.write(chunk) ? Effect.void : drained(response))),
      end: Effect.sync(() => response.end()),
      cut: () => response.destroy(),
    }
  },
})

/** Waits until the socket has taken what was written. Who is gone never drains: then the fiber is interrupted. */
const drained = (response: ServerResponse): Effect.Effect<void> =>
  Effect.async((resume) => {
    const done = (): void => resume(Effect.void)
    response.once("drain", done)
    return Effect.sync(() => response.off("drain", done))
  })
