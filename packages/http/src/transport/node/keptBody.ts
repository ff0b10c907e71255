/**
 * What is left of a body that a parser has read before us: the bytes, where it kept them. A body that it has parsed is lost
 * to us, as parsing drops digits that the sender is promised to get back.
 */
import type { IncomingMessage } from "node:http"

/** As the parsers of Express, Connect and their kin leave a request. */
type Parsed = IncomingMessage & { readonly rawBody?: unknown; readonly body?: unknown }

/** Undefined: nobody has read the body. Null: it was read, and its bytes are gone. */
export const keptBody = (request: IncomingMessage): Uint8Array | null | undefined => {
  if (!request.readableDidRead && !request.readableEnded) return undefined
  const { body, rawBody } = request as Parsed
  return bytesOf(rawBody) ?? bytesOf(body) ?? null
}

/** Whether kept bytes still are as the Content-Encoding says; parsers inflate what they keep. */
export const stillEncoded = (kept: Uint8Array, encoding: string | undefined): boolean =>
  encoding?.toLowerCase() === "gzip" && kept[0] === 0x1f && kept[1] === 0x8b

const bytesOf = (value: unknown): Uint8Array | undefined =>
  value instanceof Uint8Array
    ? value
    : typeof value === "string"
      ? new TextEncoder().encode(value)
      : undefined
