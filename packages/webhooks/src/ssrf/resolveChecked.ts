/**
 * Looks up a name and checks every address. One refused address refuses them all, because nothing determines
 * which of them a socket would use. Callers connect to the addresses, never to the name, so that no second
 * lookup can return others.
 */
import { Data, Effect } from "effect"
import type { AddressPolicy } from "./AddressPolicy.ts"
import type { CheckedHost } from "./checkUrl.ts"
import { type IpAddress, readAddress } from "./IpAddress.ts"

/** Returns all addresses of a name, of both families, as text. */
export type Resolver = (name: string) => Promise<ReadonlyArray<string>>

export class HostRefused extends Data.TaggedError("HostRefused")<{
  /** For the server's log; owners of endpoints never see it. */
  readonly because: "blocked" | "not_opened" | "empty" | "not_found" | "timeout"
}> {}

/** All addresses are checked; at most this many are tried. */
const maxTried = 4

export const resolveChecked = (
  host: CheckedHost,
  policy: AddressPolicy,
  resolver: Resolver,
  timeoutMillis: number,
): Effect.Effect<ReadonlyArray<IpAddress>, HostRefused> => {
  if (host._tag === "Address") return checkAddresses([host.address], policy, false)
  return Effect.tryPromise({
    try: () => resolver(host.name),
    catch: () => new HostRefused({ because: "not_found" }),
  }).pipe(
    Effect.timeoutFail({
      duration: timeoutMillis,
      onTimeout: () => new HostRefused({ because: "timeout" }),
    }),
    Effect.flatMap((answers) => {
      const addresses = answers.flatMap((answer) => {
        const address = readAddress(answer)
        return address === undefined ? [] : [address]
      })
      // An answer that is not an address refuses the name.
      if (addresses.length < answers.length) return new HostRefused({ because: "blocked" })
      return checkAddresses(addresses, policy, host.openedOnly)
    }),
  )
}

const checkAddresses = (
  addresses: ReadonlyArray<IpAddress>,
  policy: AddressPolicy,
  openedOnly: boolean,
): Effect.Effect<ReadonlyArray<IpAddress>, HostRefused> => {
  if (addresses.length === 0) return new HostRefused({ because: "empty" })
  for (const address of addresses) {
    const { _tag } = policy.decide(address)
    if (_tag === "Blocked") return new HostRefused({ because: "blocked" })
    if (openedOnly && _tag !== "Opened") return new HostRefused({ because: "not_opened" })
  }
  return Effect.succeed(alternateFamilies(addresses).slice(0, maxTried))
}

/** Alternates the families, so that a broken IPv6 is not tried four times before IPv4. */
const alternateFamilies = (addresses: ReadonlyArray<IpAddress>): ReadonlyArray<IpAddress> => {
  const four = addresses.filter(({ length }) => length === 4)
  const six = addresses.filter(({ length }) => length === 16)
  const [first, second] = addresses[0]?.length === 16 ? [six, four] : [four, six]
  return first
    .flatMap((address, at) => [address, ...second.slice(at, at + 1)])
    .concat(second.slice(first.length))
}
