/**
 * The check of an endpoint's URL: when it is made, when it is changed, and before every attempt. Parsed once, and what was
 * parsed is what is connected to; another parser would read another host in `good.com\@127.0.0.1`.
 */
import { Either } from "effect"
import type { AddressPolicy } from "./AddressPolicy.ts"
import { decideName, isHostName } from "./hostNames.ts"
import { type IpAddress, readAddress } from "./IpAddress.ts"
import { isPortAllowed } from "./ports.ts"
import { type UrlRefusal, UrlRefused } from "./UrlRefused.ts"

export interface CheckedUrl {
  /** Normalised, without a fragment: what is stored. */
  readonly text: string
  readonly secure: boolean
  /** `https://example.com:8443` */
  readonly origin: string
  readonly path: string
  readonly port: number
  readonly host: CheckedHost
}

/** `openedOnly`: none but opened addresses will do, because the URL is `http://` or the name is one of a private network. */
export type CheckedHost =
  | { readonly _tag: "Address"; readonly address: IpAddress }
  | { readonly _tag: "Name"; readonly name: string; readonly openedOnly: boolean }

const maxLength = 2048

export const checkUrl = (text: string, policy: AddressPolicy): Either.Either<CheckedUrl, UrlRefused> => {
  if (text.length > maxLength) return refused("too_long")
  // The parser removes some of them without a word: what was written is not what would be called.
  if (/\p{Cc}/u.test(text)) return refused("control")
  if (!URL.canParse(text)) return refused("malformed")
  const url = new URL(text)
  url.hash = ""
  const secure = url.protocol === "https:"
  if (!secure && url.protocol !== "http:") return refused("scheme")
  if (url.username !== "" || url.password !== "") return refused("user")
  if (url.href.length > maxLength) return refused("too_long")
  const port = url.port === "" ? (secure ? 443 : 80) : Number(url.port)
  if (!isPortAllowed(port)) return refused("port")
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
    if (decision._tag === "Blocked") return refused("address")
    return secure || decision._tag === "Opened" ? Either.right({ _tag: "Address", address }) : refused("http")
  }
  if (!isHostName(hostname)) return refused("host")
  const name = decideName(hostname)
  if (name === "never" || (name === "private" && !policy.opensAny)) return refused("name")
  if (!secure && !policy.opensAny) return refused("http")
  return Either.right({ _tag: "Name", name: hostname, openedOnly: !secure || name === "private" })
}

const refused = (reason: UrlRefusal) => Either.left(new UrlRefused({ reason }))
