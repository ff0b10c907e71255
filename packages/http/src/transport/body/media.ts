/** What a Content-Type header says, as far as we ask: JSON, lines of JSON, nothing, or something else. */

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
