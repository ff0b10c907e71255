/** Custom headers that an owner adds to every delivery of an endpoint, for example a token: which ones are allowed. */
import { Either, Schema } from "effect"

/** Values by name. */
export type CustomHeaders = { readonly [name: string]: string }

/** The custom headers are not allowed. */
export class HeadersRefused extends Schema.TaggedError<HeadersRefused>()("HeadersRefused", {
  /** The name of the refused header; null for all of them together. Never contains the value. */
  name: Schema.NullOr(Schema.String),
  reason: Schema.String,
}) {
  override get message() {
    return this.reason
  }
}

const maxBytes = 4096
const maxCount = 20

/** Returns the headers with lower-case names. */
export const checkHeaders = (headers: CustomHeaders): Either.Either<CustomHeaders, HeadersRefused> => {
  const entries = Object.entries(headers)
  if (entries.length > maxCount) return refuseHeaders(null, `must be at most ${maxCount} headers`)
  const checked: Record<string, string> = {}
  for (const [name, value] of entries) {
    const lower = name.toLowerCase()
    if (!/^[a-z0-9!#$%&'*+.^_`|~-]{1,100}$/.test(lower))
      return refuseHeaders(name, "must be the name of a header")
    // An assignment to it sets no property: the header would be lost silently.
    if (lower === "__proto__") return refuseHeaders(name, "must be the name of a header")
    if (isOurs(lower)) return refuseHeaders(name, "is set by the sender, or is not let through")
    if (Object.hasOwn(checked, lower)) return refuseHeaders(name, "must be there once")
    if (!/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value))
      return refuseHeaders(
        name,
        "must have a value of visible ASCII characters, with spaces only between them",
      )
    checked[lower] = value
  }
  const bytes = entries.reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  return bytes > maxBytes
    ? refuseHeaders(null, `must be of at most ${maxBytes} bytes together`)
    : Either.right(checked)
}

/** Whether the header frames the request, belongs to the sender, or makes a metadata server answer. */
const isOurs = (name: string): boolean =>
  denied.has(name) || deniedPrefixes.some((prefix) => name.startsWith(prefix))

const denied = new Set([
  "accept",
  "accept-encoding",
  "alt-svc",
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "cookie",
  "date",
  "expect",
  "forwarded",
  "host",
  "http2-settings",
  "keep-alive",
  "metadata",
  "metadata-flavor",
  "range",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent",
  "via",
  "x-aws-ec2-metadata-token",
  "x-aws-ec2-metadata-token-ttl-seconds",
  "x-google-metadata-request",
  "x-metadata-token",
])

const deniedPrefixes = ["webhook-", "svix-", "proxy-", "sec-", "x-forwarded-", ":"]

const refuseHeaders = (name: string | null, reason: string) =>
  Either.left(new HeadersRefused({ name, reason }))
