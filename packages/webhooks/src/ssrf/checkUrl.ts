/**
 * The check of an endpoint's URL: when it is created, when it is changed, and before every attempt. It is
 * parsed once and the parsed form is connected to, because another parser would read another host in
 * `good.com\@127.0.0.1`.
 */
import { longest } from "@annotary/core/effect"
import { Either } from "effect"
import type { AddressPolicy } from "./AddressPolicy.ts"
import { decideName, isHostName } from "./hostNames.ts"
import { type IpAddress, readAddress } from "./IpAddress.ts"
import { type UrlRefusal, UrlRefused } from "./UrlRefused.ts"

/** A URL that passed the check, in its parsed form. */
export interface CheckedUrl {
  /** Normalized, without a fragment: the stored form. */
  readonly text: string
  readonly secure: boolean
  /** Such as `https://example.com:8443`. */
  readonly origin: string
  readonly path: string
  readonly port: number
  readonly host: CheckedHost
}

/**
 * The host of a checked URL. `openedOnly`: only addresses allowed by the settings will do, because the URL is
 * `http://` or the name belongs to a private network.
 */
export type CheckedHost =
  | { readonly _tag: "Address"; readonly address: IpAddress }
  | { readonly _tag: "Name"; readonly name: string; readonly openedOnly: boolean }

/** Checks the URL of an endpoint: scheme, port, host and, for literal addresses, the address. */
export const checkUrl = (text: string, policy: AddressPolicy): Either.Either<CheckedUrl, UrlRefused> => {
  if (text.length > longest.url) return refuseUrl("too_long")
  // The parser silently removes some of them, so that another URL would be called than was written.
  if (/\p{Cc}/u.test(text)) return refuseUrl("control")
  // `URL.canParse` of Node.js 20 and 22 denies names such as bücher.example once it was called some thousand times.
  const parsed = Either.try(() => new URL(text))
  if (Either.isLeft(parsed)) return refuseUrl("malformed")
  const url = parsed.right
  url.hash = ""
  const secure = url.protocol === "https:"
  if (!secure && url.protocol !== "http:") return refuseUrl("scheme")
  if (url.username !== "" || url.password !== "") return refuseUrl("user")
  if (url.href.length > longest.url) return refuseUrl("too_long")
  const port = url.port === "" ? (secure ? 443 : 80) : Number(url.port)
  if (!isPortAllowed(port)) return refuseUrl("port")
  return Either.map(checkHost(url.hostname, secure, policy), (host) => ({
    text: url.href,
    secure,
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    port,
    host,
  }))
}

const checkHost = (
  hostname: string,
  secure: boolean,
  policy: AddressPolicy,
): Either.Either<CheckedHost, UrlRefused> => {
  const address = readAddress(hostname.replace(/^\[(.*)\]$/, "$1"))
  if (address !== undefined) {
    const decision = policy.decide(address)
    if (decision._tag === "Blocked") return refuseUrl("address")
    return secure || decision._tag === "Opened"
      ? Either.right({ _tag: "Address", address })
      : refuseUrl("http")
  }
  if (!isHostName(hostname)) return refuseUrl("host")
  const name = decideName(hostname)
  if (name === "never" || (name === "private" && !policy.opensAny)) return refuseUrl("name")
  if (!secure && !policy.opensAny) return refuseUrl("http")
  return Either.right({ _tag: "Name", name: hostname, openedOnly: !secure || name === "private" })
}

const refuseUrl = (reason: UrlRefusal) => Either.left(new UrlRefused({ reason }))

const web = [80, 443]
const firstUnprivileged = 1024

/** Well-known databases and control planes. */
const denied = new Set([
  1433, 1521, 2049, 2375, 2376, 2379, 2380, 3306, 3389, 4243, 5432, 5433, 5672, 5900, 5984, 6000, 6379, 6443,
  6667, 7000, 7001, 8086, 8200, 8300, 8301, 8500, 8600, 9042, 9092, 9200, 9300, 10250, 10255, 10257, 10259,
  11211, 15672, 27017, 27018,
])

const isPortAllowed = (port: number): boolean =>
  web.includes(port) || (port >= firstUnprivileged && port <= 65_535 && !denied.has(port))
