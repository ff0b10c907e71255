/** Adds signatures to the URLs of assets in replies of JSON, as they leave. Stored texts, and tags derived from them, stay as they are. */
import type { SignAssetUrl } from "@annotary/core/effect"
import { Effect, Stream } from "effect"
import { encodeText, isStreamBody, type Reply } from "../transport/reply/reply.ts"
import { makeHeldBack, toLatin1Bytes } from "./heldBack.ts"

/** The reply with signed URLs. Files and other types than JSON are not touched. */
export const withSignedUrls =
  (signer: Effect.Effect<SignAssetUrl | null>) =>
  <R>(reply: Reply<R>): Effect.Effect<Reply<R>> => {
    const { body, headers } = reply
    if (body === undefined || !jsonTypes.test(headers["Content-Type"] ?? "")) return Effect.succeed(reply)
    return Effect.map(signer, (sign) => (sign === null ? reply : signReply(reply, sign)))
  }

const jsonTypes = /^application\/(json|x-ndjson)\b/

const signReply = <R>(reply: Reply<R>, sign: SignAssetUrl): Reply<R> => {
  const { body } = reply
  if (typeof body === "string") return { ...reply, body: signText(body, sign) }
  if (body instanceof Uint8Array) return { ...reply, body: signPieces([body], sign) }
  if (Array.isArray(body)) return { ...reply, body: signPieces(body, sign) }
  if (body === undefined || !isStreamBody(body)) return reply
  const stream = Stream.suspend(() => {
    const rewrite = makeAssetUrlRewriter(sign)
    const end = Stream.suspend(() => Stream.fromIterable(rewrite.end()))
    return Stream.concat(
      Stream.mapConcat(body.stream, (chunk) => rewrite.push(encodeText(chunk))),
      end,
    )
  })
  return { ...reply, body: { ...body, stream } }
}

const signPieces = (pieces: ReadonlyArray<Uint8Array>, sign: SignAssetUrl): ReadonlyArray<Uint8Array> => {
  const rewrite = makeAssetUrlRewriter(sign)
  return [...pieces.flatMap(rewrite.push), ...rewrite.end()]
}

/**
 * `/assets/{uuid}/{token}.{extension}`, also with escaped slashes, and with the signature of an earlier answer that a client stored. A
 * path or a query that goes on is another URL.
 */
const pattern =
  /(assets\\?\/([0-9a-f-]{36})\\?\/([0-9a-f]{32})(?:\.[a-z0-9]{1,8})?)(?:\?expires=\d{1,12}(?:&|\\u0026)signature=[\w-]{1,64})?(?![\w?&/-]|\\\/|\.[a-z0-9])/g

/** More characters than any match has. */
const longest = 200

const signText = (text: string, sign: SignAssetUrl): string =>
  text.includes("assets")
    ? text.replace(pattern, (_, url: string, id: string, token: string) => {
        const { expires, signature } = sign(id, token)
        return `${url}?expires=${expires}&signature=${signature}`
      })
    : text

/** Rewrites bytes of JSON in parts, wherever they end. */
export const makeAssetUrlRewriter = (sign: SignAssetUrl) => {
  const held = makeHeldBack(findCompleteEnd)
  return {
    push: (bytes: Uint8Array): ReadonlyArray<Uint8Array> => toLatin1Bytes(signText(held.push(bytes), sign)),
    end: (): ReadonlyArray<Uint8Array> => toLatin1Bytes(signText(held.end(), sign)),
  }
}

/** The text without the signatures of answers: clients read a text, change it and send it back. */
export const removeSignatures = <Text extends string>(text: Text): Text =>
  text.includes("signature=")
    ? // Cast: a URL without its query is within the same JSON string.
      (text.replace(pattern, "$1") as Text)
    : text

/** The length of the text without a URL at its end that may go on. */
const findCompleteEnd = (text: string): number => {
  const from = Math.max(0, text.length - longest)
  const start = text.indexOf(word, from)
  for (let at = start; at >= 0; at = text.indexOf(word, at + 1)) if (!/["\s]/.test(text.slice(at))) return at
  for (let length = Math.min(word.length - 1, text.length); length > 0; length--)
    if (text.endsWith(word.slice(0, length))) return text.length - length
  return text.length
}

const word = "assets"
