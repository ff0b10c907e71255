/** What a client is told whose bytes are no HTTP request, or not in time: the same kind of problem as everybody else. */
import { STATUS_CODES } from "node:http"
import type { Duplex } from "node:stream"
import type { Responder } from "../exchange.ts"
import type { HttpHandler } from "../handler.ts"
import type { Problem } from "../problem.ts"
import { largeHeaders, notHttp, slowRequest } from "../refusals.ts"

/** `answering`: an answer has begun on this socket, which words of ours would only spoil. */
export const rejectClient = (
  handler: HttpHandler,
  error: Error & { readonly code?: string },
  socket: Duplex,
  answering: boolean,
): void => {
  if (error.code === "ECONNRESET" || answering || !socket.writable) return void socket.destroy()
  handler.refuse(reasonOf(error.code), bare(socket))
}

const reasonOf = (code: string | undefined): Problem => {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return slowRequest
  return code === "HPE_HEADER_OVERFLOW" ? largeHeaders : notHttp
}

/** An answer without node's help: there is no request that node could answer. */
const bare = (socket: Duplex): Pick<Responder, "send"> => ({
  send: (status, headers, body = "") => {
    const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`, "Connection: close"]
    for (let i = 0; i + 1 < headers.length; i += 2) lines.push(`${headers[i]}: ${headers[i + 1]}`)
    socket.write(`${lines.join("\r\n")}\r\n\r\n`)
    socket.end(body)
  },
})
