/** What the headers of a body say of it: its type and its encoding, as far as the transport needs them. */
import { Option } from "effect"

export type Media = "json" | "lines" | "absent" | "other"

export const mediaOf = (header: string | undefined): Media => {
  if (header === undefined || header === "application/json") return header === undefined ? "absent" : "json"
  const [type = "", ...parameters] = header
    .toLowerCase()
    .split(";")
    .map((part) => part.trim())
  if (type === "") return "absent"
  if (!parameters.every(isUtf8)) return "other"
  if (type === "application/x-ndjson") return "lines"
  return type === "application/json" || /^[^/\s]+\/[^/\s]+\+json$/.test(type) ? "json" : "other"
}

/** A charset other than UTF-8 is another format; all other parameters are the sender's business. */
const isUtf8 = (parameter: string): boolean =>
  !parameter.startsWith("charset=") || /^charset="?utf-?8"?$/.test(parameter)

export type ContentEncoding = "identity" | "gzip" | "deflate" | "br"

/** Reads a Content-Encoding header; none for what we cannot undo, two encodings in a row included. */
export const contentEncoding = (header: string | undefined): Option.Option<ContentEncoding> => {
  switch (header?.trim().toLowerCase() ?? "") {
    case "":
    case "identity":
      return Option.some("identity")
    case "gzip":
    case "x-gzip":
      return Option.some("gzip")
    case "deflate":
      return Option.some("deflate")
    case "br":
      return Option.some("br")
    default:
      return Option.none()
  }
}
