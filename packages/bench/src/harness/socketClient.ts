/**
 * Keeps a number of connections busy: each sends its next request after the previous response. It uses bare sockets,
 * because a client as expensive as the server would distort the result.
 */
import { connect, type Socket } from "node:net"
import { serialMark } from "./labels.ts"
import type { Answers, Load } from "./load.ts"

/** Random start, so that a restarted client does not repeat numbers. Module state, because a client runs in a separate process. */
let serial = Math.floor(Math.random() * 40_000_000)

export const run = async (load: Load): Promise<Answers> => {
  serial = load.firstSerial ?? serial
  const begun = performance.now()
  const until = begun + load.millis
  const results = await Promise.all(
    Array.from({ length: load.connections }, () => runConversation(load, until)),
  )
  const seconds = (performance.now() - begun) / 1000
  const count = results.reduce((sum, { answers }) => sum + answers, 0)
  return {
    count,
    perSecond: count / seconds,
    wrong: results.find(({ wrong }) => wrong !== undefined)?.wrong,
  }
}

interface Conversation {
  readonly answers: number
  readonly wrong: string | undefined
}

const runConversation = ({ port, request, status }: Load, until: number): Promise<Conversation> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true })
    const next = makeNumbered(Buffer.from(request))
    const answer = new Answer()
    let answers = 0
    const end = (wrong: string | undefined) => {
      socket.destroy()
      resolve({ answers, wrong })
    }
    socket.on("connect", () => socket.write(next()))
    socket.on("error", (error) => end(error.message))
    socket.on("close", () => end("The server closed a connection."))
    socket.on("data", (chunk) => {
      if (!answer.take(chunk)) return
      if (answer.status !== status) return end(answer.head)
      answers += 1
      if (performance.now() >= until) end(undefined)
      else send(socket, next())
    })
  })

const send = (socket: Socket, bytes: Uint8Array): void => void socket.write(bytes)

/** Writes a new number over each mark of the request. Its bytes can be reused, because the previous request was answered. */
const makeNumbered = (bytes: Buffer): (() => Uint8Array) => {
  const places: Array<number> = []
  for (let at = bytes.indexOf(serialMark); at >= 0; at = bytes.indexOf(serialMark, at + 1)) places.push(at)
  if (places.length === 0) return () => bytes
  return () => {
    const text = String(serial++).padStart(serialMark.length, "0")
    for (const place of places) bytes.write(text, place, "latin1")
    return bytes
  }
}

/** Parses one response after the other, each with a Content-Length or in chunks. */
class Answer {
  status = 0
  head = ""
  private open: Buffer = Buffer.alloc(0)
  /** Remaining bytes of the body; negative while the head or chunks are read. */
  private left = -1

  /** Returns true when the response is complete with these bytes. */
  take(received: Buffer): boolean {
    if (this.left >= 0) this.left -= received.length
    else if (!this.begin(received)) return false
    if (this.left > 0) return false
    this.left = -1
    this.open = Buffer.alloc(0)
    return true
  }

  /** Returns false when more bytes are needed to know the length. */
  private begin(received: Buffer): boolean {
    const bytes = this.open.length === 0 ? received : Buffer.concat([this.open, received])
    this.open = bytes
    const end = bytes.indexOf("\r\n\r\n")
    if (end < 0) return false
    this.head = bytes.toString("latin1", 0, end)
    this.status = Number(this.head.slice(9, 12))
    const length = /\r\ncontent-length: *(\d+)/i.exec(this.head)?.[1]
    const body = end + 4
    if (length !== undefined) this.left = Number(length) - (bytes.length - body)
    else if (/\r\ntransfer-encoding: *chunked/i.test(this.head))
      this.left = isCompleteAt(bytes, body) ? 0 : -1
    else throw new Error(`An answer without a length: ${this.head}`)
    return this.left >= 0
  }
}

/** Whether the chunks that begin here are complete: the last one is empty. */
const isCompleteAt = (bytes: Buffer, from: number): boolean => {
  for (let at = from; ; ) {
    const line = bytes.indexOf("\r\n", at)
    if (line < 0) return false
    const size = Number.parseInt(bytes.toString("latin1", at, line), 16)
    at = line + 2 + size + 2
    if (at > bytes.length) return false
    if (size === 0) return true
  }
}
