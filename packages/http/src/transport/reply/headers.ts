/** The headers of every response, and those of CORS. */
import type { Exchange } from "../exchange/exchange.ts"
import type { TransportSettings } from "../settings.ts"

/** All headers of a response: its own, and defaults for the others. */
export const makeAnswerHeaders = (
  exchange: Exchange,
  settings: TransportSettings,
  own: Readonly<Record<string, string>>,
  compressible: boolean,
): Array<string> => {
  const list: Array<string> = []
  let vary = "Authorization"
  let cached = false
  for (const name of Object.keys(own)) {
    const value = own[name] ?? ""
    if (name.length === 4 && name.toLowerCase() === "vary") {
      vary = joinVary(vary, value)
      continue
    }
    if (name.length === 13 && name.toLowerCase() === "cache-control") cached = true
    list.push(name, value)
  }
  for (const name of Object.keys(exchange.extra)) list.push(name, exchange.extra[name] ?? "")
  if (!cached) list.push("Cache-Control", "private, no-store")
  if (compressible) vary = joinVary(vary, "Accept-Encoding")
  if (settings.corsOrigins.length > 0) {
    vary = joinVary(vary, "Origin")
    const origin = exchange.incoming.header("origin")
    const open = list.some((name) => name.toLowerCase() === "access-control-allow-origin")
    if (origin !== undefined && !open && settings.corsOrigins.includes(origin))
      list.push(...makeOriginHeaders(origin))
  }
  list.push("Vary", vary, "annotary-version", settings.version, "X-Request-Id", exchange.requestId)
  list.push("X-Content-Type-Options", "nosniff")
  return list
}

/** Adds a name to a Vary header, unless it is there. */
export const joinVary = (vary: string, more: string): string =>
  vary.toLowerCase().split(", ").includes(more.toLowerCase()) ? vary : `${vary}, ${more}`

const exposed =
  "ETag, Link, Location, Retry-After, Content-Range, X-Request-Id, X-Total-Count, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, annotary-paging, annotary-position, annotary-version"
const accepted =
  "Authorization, Content-Type, Content-Encoding, If-Match, If-None-Match, Idempotency-Key, Range, X-Request-Id, annotary-lines, annotary-version, MCP-Protocol-Version, Mcp-Method, Mcp-Name"

const makeOriginHeaders = (origin: string): ReadonlyArray<string> => [
  "Access-Control-Allow-Origin",
  origin,
  "Access-Control-Expose-Headers",
  exposed,
]

export const makePreflightHeaders = (allow: string): Readonly<Record<string, string>> => ({
  "Access-Control-Allow-Methods": allow,
  "Access-Control-Allow-Headers": accepted,
  "Access-Control-Max-Age": "600",
})
