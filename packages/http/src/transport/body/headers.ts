/** Parses the headers that describe a body: content type and encoding. */
import { Option } from "effect"

export type Media = "json" | "lines" | "absent" | "other"

export const parseMedia = (header: string | undefined): Media => {
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

/** A charset other than UTF-8 is another format; other parameters are ignored. */
const isUtf8 = (parameter: string): boolean =>
  !parameter.startsWith("charset=") || /^charset="?utf-?8"?$/.test(parameter)

export type ContentEncoding = "identity" | "gzip" | "deflate" | "br"

/** Parses a Content-Encoding header. Returns none for unsupported encodings, including several in a row. */
export const parseContentEncoding = (header: string | undefined): Option.Option<ContentEncoding> => {
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
