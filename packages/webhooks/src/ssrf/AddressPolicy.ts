/** Which addresses webhooks may go to: public ones, and those that the settings allow. Pure. */
import { addressClasses, allocatedIpv6 } from "./addressClasses.ts"
import { findInnerAddress, type IpAddress, type IpRange, isWithin, readRange } from "./IpAddress.ts"

/** The decision for an address. `Opened`: allowed by the settings; only these may use `http://`. */
export type AddressDecision =
  | { readonly _tag: "Public" }
  | { readonly _tag: "Opened" }
  | { readonly _tag: "Blocked"; readonly because: string }

/** Decides for each address whether webhooks may go to it. */
export interface AddressPolicy {
  readonly decide: (address: IpAddress) => AddressDecision
  /** Whether the settings allow any range. Only then are names of a private network looked up. */
  readonly opensAny: boolean
}

/** Addresses beyond the public ones that webhooks may go to. */
export interface AddressPolicyOptions {
  /** Allowed ranges, such as `10.0.0.0/8`. An invalid range fails the start of the server. */
  readonly allow?: ReadonlyArray<string>
  /** Whether addresses behind the well-known NAT64 prefix are decided by their IPv4 address, or refused. */
  readonly nat64?: boolean
}

/** Creates a policy that allows public addresses and the given ranges. Throws for an invalid range. */
export const makeAddressPolicy = (options: AddressPolicyOptions = {}): AddressPolicy => {
  const { allow = [], nat64 = true } = options
  const opened = allow.map(parseAllowedRange)
  const decide = (address: IpAddress): AddressDecision => {
    const inner = findInnerAddress(address)
    if (inner !== undefined)
      return inner.by === "mapped" || nat64 ? decide(inner.address) : makeBlocked("NAT64 is off")
    const addressClass = classes.find(({ range }) => isWithin(address, range))
    const isOpened = opened.some((range) => isWithin(address, range))
    if (addressClass !== undefined)
      return addressClass.opens && isOpened ? { _tag: "Opened" } : makeBlocked(addressClass.name)
    if (isOpened) return { _tag: "Opened" }
    return isAllocated(address) ? { _tag: "Public" } : makeBlocked("unallocated")
  }
  return { decide, opensAny: opened.length > 0 }
}

const makeBlocked = (because: string): AddressDecision => ({ _tag: "Blocked", because })

const parseAllowedRange = (text: string): IpRange => {
  const range = readRange(text)
  if (range === undefined) throw new Error("This is not a range of addresses.")
  return range
}

const classes = addressClasses.map(({ name, opens, range }) => ({
  name,
  opens,
  range: parseAllowedRange(range),
}))
const allocated = allocatedIpv6.map(parseAllowedRange)

/** All of IPv4 is allocated, except for the ranges that have a name. */
const isAllocated = (address: IpAddress): boolean =>
  address.length === 4 || allocated.some((range) => isWithin(address, range))
