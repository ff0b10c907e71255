/**
 * Determines the client's address. Behind proxies the socket only names the last one; each proxy appends the address that
 * it saw to a header. The header is read from the right, up to the first address that is not a trusted proxy: the client
 * could have invented everything to the left of it.
 */
import { BlockList, isIP } from "node:net"
import type { Incoming } from "../exchange/incoming.ts"

/** The reverse proxies in front of the server. */
export interface Proxies {
  /** Addresses and ranges of trusted proxies, such as `10.0.0.0/8`. */
  readonly trusted: ReadonlyArray<string>
  /** The header that the proxies append to. The other one could come from the client. */
  readonly header: "x-forwarded-for" | "forwarded"
}

export type AddressOf = (incoming: Incoming) => string | undefined

export const makeAddressOf = (proxies: Proxies | undefined): AddressOf => {
  if (proxies === undefined || proxies.trusted.length === 0)
    return ({ address }) => (address === undefined ? undefined : toPlainAddress(address))
  const trusted = makeBlockList(proxies.trusted)
  const read = proxies.header === "forwarded" ? parseForwarded : splitList
  return (incoming) => {
    if (incoming.address === undefined) return undefined
    let client = toPlainAddress(incoming.address)
    // The header is read only when a trusted proxy sent the request.
    if (!isIn(trusted, client)) return client
    const hops = read(incoming.header(proxies.header) ?? "")
    for (let at = hops.length - 1; at >= 0 && isIn(trusted, client); at -= 1) {
      const hop = parseAddress(hops[at] ?? "")
      if (hop === undefined) break
      client = hop
    }
    return client
  }
}

const makeBlockList = (ranges: ReadonlyArray<string>): BlockList => {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = "", bits] = range.split("/")
    const family = getFamily(address)
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

const isIn = (list: BlockList, address: string): boolean => list.check(address, getFamily(address))

const getFamily = (address: string): "ipv4" | "ipv6" => (isIP(address) === 4 ? "ipv4" : "ipv6")

/** The IPv4 address that a dual-stack socket reports as IPv6. */
const toPlainAddress = (address: string): string =>
  /^::ffff:\d+\.\d+\.\d+\.\d+$/i.test(address) ? address.slice(7) : address

/** The address in `1.2.3.4`, `1.2.3.4:80`, `2001:db8::1` or `[2001:db8::1]:80`; undefined for obfuscated names. */
const parseAddress = (node: string): string | undefined => {
  const address =
    /^\[([^\]]*)\](?::\d+)?$/.exec(node)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(node)?.[1] ?? node
  return isIP(address) === 0 ? undefined : toPlainAddress(address)
}

const splitList = (header: string): ReadonlyArray<string> =>
  header === "" ? [] : header.split(",").map((part) => part.trim())

/** The `for` parameter of each element of a Forwarded header (RFC 7239); empty when it is missing. */
const parseForwarded = (header: string): ReadonlyArray<string> =>
  split(header, ",").map((element) => {
    const pair = split(element, ";").find((text) => /^\s*for=/i.test(text)) ?? ""
    const value = pair.slice(pair.indexOf("=") + 1).trim()
    if (!value.startsWith('"')) return value
    return value.endsWith('"') ? value.slice(1, -1).replaceAll(/\\(.)/g, "$1") : ""
  })

/** Splits at separators outside of quotes, in one pass. An unclosed quote extends to the end. */
const split = (text: string, separator: string): ReadonlyArray<string> => {
  const parts: Array<string> = []
  let from = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"') isQuoted = !isQuoted
    else if (character === "\\" && isQuoted) at += 1
    else if (character === separator && !isQuoted) {
      parts.push(text.slice(from, at))
      from = at + 1
    }
  }
  return [...parts, text.slice(from)]
}
