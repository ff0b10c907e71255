/** A request of which a test sends the body and reads the response step by step, over HTTP/1.1 or HTTP/2. */
import { readFileSync } from "node:fs"
import { connect } from "node:http2"
import { request } from "node:https"
import type { Readable, Writable } from "node:stream"
import type { RunningProxy } from "./RunningProxy.ts"

export type HttpVersion = "HTTP/1.1" | "HTTP/2"

export interface Conversation {
  readonly send: (text: string) => void
  readonly endBody: () => void
  /** The text of the response so far. */
  readonly text: () => string
  readonly hasEnded: () => boolean
  /** Why it broke off. */
  readonly failure: () => Error | undefined
  /** Stops reading until `resume`. */
  readonly pause: () => void
  readonly resume: () => void
}

export const converse = (proxy: RunningProxy, version: HttpVersion, path: string): Conversation => {
  let text = ""
  let ended = false
  let failure: Error | undefined
  let incoming: Readable | undefined
  const fail = (error: Error) => {
    failure = error
  }
  const read = (stream: Readable) => {
    incoming = stream
    stream
      .setEncoding("latin1")
      .on("data", (chunk: string) => {
        text += chunk
      })
      .on("end", () => {
        ended = true
      })
      .on("error", fail)
  }
  const out = version === "HTTP/2" ? overHttp2(proxy, path, read, fail) : overHttp1(proxy, path, read, fail)
  return {
    send: (more) => void out.write(more),
    endBody: () => void out.end(),
    text: () => text,
    hasEnded: () => ended,
    failure: () => failure,
    pause: () => void incoming?.pause(),
    resume: () => void incoming?.resume(),
  }
}

type Read = (stream: Readable) => void
type Fail = (error: Error) => void

const overHttp1 = ({ authority, url }: RunningProxy, path: string, read: Read, fail: Fail): Writable => {
  const out = request(`${url}${path}`, { method: "POST", ca: readFileSync(authority), agent: false })
  out.on("response", read).on("error", fail)
  out.flushHeaders()
  return out
}

const overHttp2 = ({ authority, url }: RunningProxy, path: string, read: Read, fail: Fail): Writable => {
  const session = connect(url, { ca: readFileSync(authority) })
  session.on("error", fail)
  const stream = session.request({ ":method": "POST", ":path": path }, { endStream: false })
  read(stream)
  stream.on("close", () => session.close())
  return stream
}
