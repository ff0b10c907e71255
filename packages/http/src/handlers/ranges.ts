/** Replies with files: whole, or one requested range (RFC 9110, section 14). */
import type { Stream } from "effect"
import { formatProblem, problemType } from "../transport/problem/problem.ts"
import { makeRangeNotSatisfiable } from "../transport/problem/refusals.ts"
import { isGzipAccepted } from "../transport/reply/compression.ts"
import { isKnownTag } from "../transport/reply/entityTags.ts"
import { type Reply, replyContent } from "../transport/reply/reply.ts"

export interface ByteRange {
  readonly start: number
  readonly end: number
}

export interface FileReply {
  readonly type: string
  readonly size: number
  /** Without quotes. */
  readonly etag: string
  readonly stream: (range?: ByteRange) => Stream.Stream<Uint8Array>
  readonly headers?: Readonly<Record<string, string>>
  /** Whether the file may be compressed for clients that accept it and request no range. */
  readonly compressible: boolean
}

interface RangeRequest {
  readonly method: string
  readonly header: (name: string) => string | undefined
}

/** Builds the reply: 304 to a client that has the file. Ranges apply to GET only: HEAD describes the whole file. */
export const replyFile = ({ header, method }: RangeRequest, file: FileReply): Reply => {
  const { etag, headers, size, stream, type } = file
  const tags = file.compressible ? [`"${etag}-gzip"`, `"${etag}"`] : [`"${etag}"`]
  // The tag that the client has: a cache looks for its stored file by it.
  const clientTag = tags.find((tag) => isKnownTag(header("if-none-match"), tag))
  if (clientTag !== undefined)
    return { status: 304, headers: { ...headers, ETag: clientTag }, body: undefined }
  const sent = method === "GET" ? header("range") : undefined
  if (sent === undefined && file.compressible && isGzipAccepted(header("accept-encoding")))
    return replyContent(stream(), type, { etag: `${etag}-gzip`, headers: { ...headers } })
  const ranged = { ...headers, "Accept-Ranges": "bytes" }
  const current = header("if-range") === undefined || header("if-range") === `"${etag}"`
  const range = sent === undefined || !current ? undefined : parseRange(sent, size)
  if (range === undefined)
    return replyContent(stream(), type, { etag, headers: { ...ranged, "Content-Length": String(size) } })
  if (range === "unsatisfiable") return refuseRange(size)
  const { end, start } = range
  return replyContent(stream(range), type, {
    status: 206,
    etag,
    headers: {
      ...ranged,
      "Content-Range": `bytes ${start}-${end}/${size}`,
      "Content-Length": String(end - start + 1),
    },
  })
}

/** Parses a range. Undefined when the header requests several ranges or is malformed, and is therefore ignored. */
export const parseRange = (header: string, size: number): ByteRange | "unsatisfiable" | undefined => {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header.trim()) ?? []
  if (first === undefined || last === undefined || (first === "" && last === "")) return undefined
  if (first === "") {
    const length = Math.min(Number(last), size)
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== "" && Number(last) < start) return undefined
  return start >= size ? "unsatisfiable" : { start, end }
}

const refuseRange = (size: number): Reply => {
  const problem = makeRangeNotSatisfiable(size)
  return {
    status: problem.status,
    headers: { "Content-Type": problemType, ...problem.headers },
    body: formatProblem(problem),
  }
}
