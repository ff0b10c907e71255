/**
 * Puts the public URL before the paths of assets in replies of JSON, as they leave. A server may change its address: stored texts, and
 * tags derived from them, stay as they are. Bytes without such a path pass as they are.
 */
import { assetPathLength, assetPathStart, resolveAssetPaths } from "@annotary/core/effect"
import { Stream } from "effect"
import { encodeText, isStreamBody, type Reply } from "../transport/reply/reply.ts"
import { toLatin1Bytes, toLatin1Text } from "./heldBack.ts"

const jsonTypes = /^application\/(json|x-ndjson)\b/

/** The reply with absolute URLs of assets. Other types than JSON are not touched. */
export const withAssetBase =
  (publicUrl: () => string) =>
  <R>(reply: Reply<R>): Reply<R> => {
    const { body, headers } = reply
    if (body === undefined || !jsonTypes.test(headers["Content-Type"] ?? "")) return reply
    if (typeof body === "string") {
      const text = resolveAssetPaths(body, publicUrl())
      return text === body ? reply : { ...reply, body: text }
    }
    if (body instanceof Uint8Array) return { ...reply, body: resolvePieces([body], publicUrl()) }
    if (Array.isArray(body)) return { ...reply, body: resolvePieces(body, publicUrl()) }
    if (!isStreamBody(body)) return reply
    const stream = Stream.suspend(() => {
      const resolver = makeResolver(publicUrl())
      return Stream.concat(
        Stream.mapConcat(body.stream, (chunk) => resolver.push(encodeText(chunk))),
        Stream.suspend(() => Stream.fromIterable(resolver.end())),
      )
    })
    return { ...reply, body: { ...body, stream } }
  }

const resolvePieces = (pieces: ReadonlyArray<Uint8Array>, publicUrl: string): ReadonlyArray<Uint8Array> => {
  const { end, push } = makeResolver(publicUrl)
  return [...pieces.flatMap(push), ...end()]
}

/** Resolves the paths in bytes of JSON in parts, wherever they end. */
export const makeResolver = (publicUrl: string) => {
  let rest = ""
  return {
    push: (bytes: Uint8Array): ReadonlyArray<Uint8Array> => {
      if (rest === "" && !canHavePath(bytes)) return [bytes]
      const text = rest + toLatin1Text(bytes)
      const end = findOpenEnd(text)
      rest = text.slice(end)
      return toLatin1Bytes(resolveAssetPaths(text.slice(0, end), publicUrl))
    },
    end: (): ReadonlyArray<Uint8Array> => toLatin1Bytes(resolveAssetPaths(rest, publicUrl)),
  }
}

/** Bytes that are sent again, such as those of the same warnings. */
const bytesWithoutPath = new WeakSet<Uint8Array>()
/** Shorter ones are searched as fast as they are looked up. */
const minRemembered = 64 * 1024

const canHavePath = (bytes: Uint8Array): boolean => {
  if (bytes.length < minRemembered) return searchPath(bytes)
  if (bytesWithoutPath.has(bytes)) return false
  const canHave = searchPath(bytes)
  if (!canHave) bytesWithoutPath.add(bytes)
  return canHave
}

/** Without the quote, of which JSON is full: a search for it would stop at each. */
const path = assetPathStart.slice(1)
const quote = assetPathStart.charCodeAt(0)

const searchPath = (bytes: Uint8Array): boolean => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = buffer.indexOf(path); at >= 0; at = buffer.indexOf(path, at + 1))
    if (buffer[at - 1] === quote) return true
  const tail = toLatin1Text(bytes.subarray(-assetPathStart.length))
  return findOpenEnd(tail) < tail.length
}

/** The length of a text without an end that the next bytes may make a path, or an escaped quote. A path is not cut. */
const findOpenEnd = (text: string): number => {
  const start = text.lastIndexOf(assetPathStart)
  const end = findOpenStart(text)
  return start >= 0 && end - start < assetPathLength ? Math.max(0, start - 1) : end
}

const findOpenStart = (text: string): number => {
  for (let length = Math.min(assetPathStart.length - 1, text.length); length > 0; length--)
    if (text.endsWith(assetPathStart.slice(0, length))) return Math.max(0, text.length - length - 1)
  return text.endsWith("\\") ? text.length - 1 : text.length
}
