/** Builds replies from domain values: JSON text, and lists that are written while they are read. */
import {
  getReadyItems,
  hasLongText,
  type JsonPiece,
  type JsonTree,
  LongText,
  sliceTexts,
  splitJson,
  writeJson,
} from "@annotary/core/effect"
import { Chunk, Stream } from "effect"
import {
  encodeBody,
  type Reply,
  type ReplyOptions,
  replyBytes,
  replyText,
  streamJson,
} from "../transport/reply/reply.ts"

/** A reply with the JSON of a value. Long texts are neither joined with the rest nor, as bytes, decoded. */
export const replyJson = (value: JsonTree, options?: ReplyOptions): Reply => {
  const pieces = splitJson(value)
  const ready = pieces.filter((piece): piece is string | Uint8Array => !(piece instanceof LongText))
  const length = ready.reduce((sum, piece) => sum + (typeof piece === "string" ? piece.length : 0), 0)
  if (ready.length < pieces.length || length >= longText) return streamJson(streamPieces(pieces), options)
  const [only] = ready
  return typeof only === "string" && ready.length === 1
    ? replyText(only, options)
    : replyBytes(ready.map(encodeBody), options)
}

/** Longer responses are encoded in slices: encoding them at once would block other requests. */
const longText = 1024 * 1024

export const replyCreated = (value: JsonTree, options?: ReplyOptions): Reply =>
  replyJson(value, { ...options, status: 201 })

/** A reply with a list that is in memory. */
export const replyList = <A>(items: ReadonlyArray<A>, show: (item: A) => JsonTree): Reply =>
  replyJson(items.map(show))

/** One page of a list in descending order. A full page has a link to the rows before its last one. */
export const replyPageBefore = <A>(
  rows: ReadonlyArray<A>,
  show: (row: A) => JsonTree,
  {
    id,
    limit,
    pathname,
  }: { readonly id: (row: A) => string; readonly limit: number; readonly pathname: string },
): Reply => {
  const last = rows.at(-1)
  const query =
    last === undefined || rows.length < limit ? null : { before: id(last), per_page: String(limit) }
  return replyJson(rows.map(show), { headers: makeNextLink(pathname, query) })
}

/** The address of a request. */
export interface Address {
  readonly pathname: string
  readonly search: string
}

/** The `Link` header to the page after the last row of this one, with the filters of its address; none on the last page. */
export const makeNextPageLink = (
  { pathname, search }: Address,
  parameter: "after" | "before",
  last: string | undefined,
): Readonly<Record<string, string>> => {
  if (last === undefined) return {}
  const query = new URLSearchParams(search)
  query.set(parameter, last)
  return makeNextLink(pathname, query)
}

/** The `Link` header to the next page; none on the last page. */
export const makeNextLink = (
  pathname: string,
  query: URLSearchParams | Readonly<Record<string, string>> | null,
): Readonly<Record<string, string>> =>
  query === null ? {} : { Link: `<${pathname}?${new URLSearchParams(query)}>; rel="next"` }

/**
 * A reply with a list that is written while it is read. A chunk of the stream becomes one piece of text, or several when
 * it is long.
 */
export const replyStream = <E, R>(items: Stream.Stream<JsonTree, E, R>, options?: ReplyOptions): Reply<R> => {
  const ready = getReadyItems(items)
  return ready === undefined ? streamJson(streamArray(items), options) : replyJson(ready, options)
}

/** The JSON text of an array, in pieces. */
export const streamArray = <E, R>(
  items: Stream.Stream<JsonTree, E, R>,
): Stream.Stream<string | Uint8Array, E, R> =>
  Stream.suspend(() => {
    let any = false
    return Stream.chunks(items).pipe(
      Stream.flatMap((chunk) => {
        if (Chunk.isEmpty(chunk)) return Stream.empty
        const before = any ? "," : "["
        any = true
        const pieces = toJsonPieces(Chunk.toReadonlyArray(chunk), before)
        return typeof pieces === "string" ? Stream.succeed(pieces) : streamPieces(pieces)
      }),
      Stream.concat(Stream.sync(() => (any ? "]" : "[]"))),
    )
  })

/** One text, or pieces when it is long, so that it is neither joined nor encoded at once. */
const toJsonPieces = (items: ReadonlyArray<JsonTree>, before: string): string | ReadonlyArray<JsonPiece> => {
  if (!items.some(hasLongText)) {
    const texts = items.map(writeJson)
    const length = texts.reduce((sum, text) => sum + text.length, 0)
    if (length < longText) return before + texts.join(",")
  }
  return items.flatMap((item, index) => [index === 0 ? before : ",", ...splitJson(item)])
}

/** The texts in order. Nothing is copied: a slice of a string is a view of it. */
export const streamSlices = (texts: ReadonlyArray<string>): Stream.Stream<string> =>
  Stream.fromIterable({ [Symbol.iterator]: () => sliceTexts(texts) })

/** The pieces in order. Pieces of a long text are read when they are written. */
const streamPieces = (pieces: ReadonlyArray<JsonPiece>): Stream.Stream<string | Uint8Array> =>
  Stream.flatMap(
    Stream.fromIterable(pieces),
    (piece): Stream.Stream<string | Uint8Array> =>
      piece instanceof LongText ? Stream.flatMap(piece.pieces, streamPiece) : streamPiece(piece),
  )

const streamPiece = (piece: string | Uint8Array): Stream.Stream<string | Uint8Array> =>
  typeof piece === "string" ? streamSlices([piece]) : Stream.succeed(piece)
