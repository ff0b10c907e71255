/** Which addresses webhooks may go to: the public ones, and those that whoever runs the server has opened. Pure. */
import { addressClasses, allocatedIpv6 } from "./addressClasses.ts"
import { type IpAddress, type IpRange, innerAddress, isWithin, readRange } from "./IpAddress.ts"

/** `opened`: by the settings; only there `http://` is let through. */
export type AddressDecision =
  | { readonly _tag: "Public" }
  | { readonly _tag: "Opened" }
  | { readonly _tag: "Blocked"; readonly because: string }

export interface AddressPolicy {
  readonly decide: (address: IpAddress) => AddressDecision
  /** Whether the settings open anything: only then names of a private network are looked up at all. */
  readonly opensAny: boolean
}

export interface AddressPolicyOptions {
  /** Ranges as in `10.0.0.0/8`; one that cannot be read ends the start of the server. */
  readonly allow?: ReadonlyArray<string>
  /** Whether addresses behind the well-known NAT64 prefix are judged by the IPv4 address in them, or refused. */
  readonly nat64?: boolean
}

export const makeAddressPolicy = (options: AddressPolicyOptions = {}): AddressPolicy => {
  const { allow = [], nat64 = true } = options
  const opened = allow.map(rangeOf)
  const decide = (address: IpAddress): AddressDecision => {
    const inner = innerAddress(address)
    if (inner !== undefined)
      return inner.by === "mapped" || nat64 ? decide(inner.address) : blocked("NAT64 is off")
    const found = classes.find(({ range }) => isWithin(address, range))
    const isOpened = opened.some((range) => isWithin(address, range))
    if (found !== undefined) return found.opens && isOpened ? { _tag: "Opened" } : blocked(found.name)
    if (isOpened) return { _tag: "Opened" }
    return isAllocated(address) ? { _tag: "Public" } : blocked("unallocated")
  }
  return { decide, opensAny: opened.length > 0 }
}

const blocked = (because: string): AddressDecision => ({ _tag: "Blocked", because })

const rangeOf = (text: string): IpRange => {
  const range = readRange(text)
  if (range === undefined) throw new Error("This is no range of addresses.")
  return range
}

const classes = addressClasses.map(({ name, opens, range }) => ({ name, opens, range: rangeOf(range) }))
const allocated = allocatedIpv6.map(rangeOf)

/** All of IPv4 is, but for the ranges that have a name. */
const isAllocated = (address: IpAddress): boolean =>
  address.length === 4 || allocated.some((range) => isWithin(address, range))
