/** What a client is told whose bytes are no HTTP request: the same kind of problem as everybody else. */
import type { Duplex } from "node:stream"
import { type Problem, problemText, problemType } from "../problem.ts"

const problem = (status: number, code: string, detail: string): Problem => ({ status, code, detail })

const slowHeaders = problem(408, "slow_request", "The request took too long to arrive.")
const largeHeaders = problem(
  431,
  "headers_too_large",
  "The request's headers are larger than this server accepts.",
)
const notHttp = problem(400, "bad_request", "The request is not valid HTTP.")

export const rejectClient = (error: Error & { readonly code?: string }, socket: Duplex): void => {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy()
  const { status, text } = rendered(reasonOf(error.code))
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: ${problemType}\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
  )
}

const reasonOf = (code: string | undefined): Problem => {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return slowHeaders
  return code === "HPE_HEADER_OVERFLOW" ? largeHeaders : notHttp
}

const rendered = (one: Problem): { readonly status: string; readonly text: string } => ({
  status: `${one.status} ${one.status === 408 ? "Request Timeout" : one.status === 431 ? "Request Header Fields Too Large" : "Bad Request"}`,
  text: problemText(one),
})
