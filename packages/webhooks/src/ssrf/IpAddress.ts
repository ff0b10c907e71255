/** IP addresses and ranges as bytes. Text is never compared: one address has many spellings. */
import { isIP } from "node:net"
import ipaddr from "ipaddr.js"

/** 4 or 16 bytes. */
export type IpAddress = ReadonlyArray<number>

export interface IpRange {
  readonly address: IpAddress
  readonly bits: number
}

/** Returns undefined for anything but a plain address: names, zones such as `%eth0`, octal and shortened IPv4. */
export const readAddress = (text: string): IpAddress | undefined =>
  isIP(text) === 0 || text.includes("%") ? undefined : ipaddr.parse(text).toByteArray()

/** Parses `10.0.0.0/8`, `fd00::/8`, or a single address. Bits beyond the prefix are ignored. */
export const readRange = (text: string): IpRange | undefined => {
  const [start = "", bits, ...rest] = text.split("/")
  const address = readAddress(start)
  if (address === undefined || rest.length > 0) return undefined
  if (bits === undefined) return { address, bits: address.length * 8 }
  const count = /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN
  return count <= address.length * 8 ? { address, bits: count } : undefined
}

export const isWithin = (address: IpAddress, range: IpRange): boolean => {
  if (address.length !== range.address.length) return false
  const whole = range.bits >> 3
  for (let at = 0; at < whole; at++) if (address[at] !== range.address[at]) return false
  const mask = (0xff00 >> (range.bits & 7)) & 0xff
  return mask === 0 || ((address[whole] ?? 0) & mask) === ((range.address[whole] ?? 0) & mask)
}

export const isSameAddress = (a: IpAddress, b: IpAddress): boolean =>
  isWithin(a, { address: b, bits: b.length * 8 })

/** The address as a socket takes it. */
export const formatAddress = (address: IpAddress): string => ipaddr.fromByteArray([...address]).toString()

const mapped = parseRange("::ffff:0:0/96")
const nat64 = parseRange("64:ff9b::/96")

/** The IPv4 address that an IPv6 address stands for: mapped into it, or reached through NAT64. */
export const findInnerAddress = (
  address: IpAddress,
): { readonly by: "mapped" | "nat64"; readonly address: IpAddress } | undefined => {
  if (isWithin(address, mapped)) return { by: "mapped", address: address.slice(12) }
  return isWithin(address, nat64) ? { by: "nat64", address: address.slice(12) } : undefined
}

function parseRange(text: string): IpRange {
  const read = readRange(text)
  if (read === undefined) throw new Error(`${text} is not a range of addresses.`)
  return read
}
