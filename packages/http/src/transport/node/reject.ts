/** Responds to bytes that are not an HTTP request or arrive too late, with a problem. */
import { STATUS_CODES } from "node:http"
import { Socket } from "node:net"
import type { Duplex } from "node:stream"
import { makeUnreadRequest } from "../exchange/incoming.ts"
import { joinBody, type Responder } from "../exchange/responder.ts"
import type { HttpHandler } from "../handler.ts"
import type { Problem } from "../problem/problem.ts"
import { largeHeaders, notHttp, slowRequest } from "../problem/refusals.ts"

export const rejectClient = (
  handler: HttpHandler,
  error: Error & { readonly code?: string },
  socket: Duplex,
): void => {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy()
  const address = socket instanceof Socket ? socket.remoteAddress : undefined
  handler.refuse(toClientProblem(error.code), makeBareResponder(socket), makeUnreadRequest(address))
}

const toClientProblem = (code: string | undefined): Problem => {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return slowRequest
  return code === "HPE_HEADER_OVERFLOW" ? largeHeaders : notHttp
}

/** Writes a response without Node: there is no request that it could respond to. */
const makeBareResponder = (socket: Duplex): Pick<Responder, "send"> => ({
  send: (status, headers, body = "") => {
    const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`, "Connection: close"]
    for (let i = 0; i + 1 < headers.length; i += 2) lines.push(`${headers[i]}: ${headers[i + 1]}`)
    socket.write(`${lines.join("\r\n")}\r\n\r\n`)
    socket.end(joinBody(body))
  },
})
