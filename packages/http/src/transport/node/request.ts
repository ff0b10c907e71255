/** A node request as the transport reads it. */
import type { IncomingMessage } from "node:http"
import { type BodySource, cutShort } from "../body/source.ts"
import type { Incoming } from "../exchange.ts"
import { Refused } from "../problem.ts"
import { slowBody } from "../refusals.ts"
import { bodyWorkers } from "./bodyWorkers.ts"

/** `onRead` is called when the body is first asked for: who expects "100 Continue" is told then. */
export const incomingOf = (request: IncomingMessage, onRead: () => void): Incoming => {
  const { headers } = request
  return {
    method: request.method ?? "GET",
    target: request.url ?? "/",
    header: (name) => {
      const value = headers[name]
      return Array.isArray(value) ? value.join(", ") : value
    },
    body: bodyOf(request, onRead),
    largeBodies: bodyWorkers,
  }
}

const bodyOf = (request: IncomingMessage, onRead: () => void): BodySource => ({
  length: lengthOf(request),
  read: (sink) => {
    onRead()
    const end = (): void => {
      forget()
      sink.end()
    }
    const broken = (): void => {
      forget()
      sink.fail(cutShort())
    }
    /** The socket was silent for too long; where we have paused it, that is our doing. */
    const silent = (): void => {
      if (request.isPaused()) return
      forget()
      sink.fail(new Refused({ problem: slowBody }))
    }
    const forget = (): void => {
      request.off("data", sink.data).off("end", end).off("error", broken).off("close", broken)
      request.off("timeout", silent)
    }
    // Gone already, or read by somebody before us.
    if (request.destroyed || request.readableEnded) queueMicrotask(broken)
    request.on("data", sink.data).on("end", end).on("error", broken).on("close", broken)
    request.on("timeout", silent)
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

const lengthOf = ({ headers }: IncomingMessage): number | undefined => {
  if (headers["transfer-encoding"] !== undefined) return undefined
  return headers["content-length"] === undefined ? 0 : Number(headers["content-length"])
}
