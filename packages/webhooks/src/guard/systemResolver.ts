/**
 * How names are looked up: asynchronously by c-ares, because the operating system's own lookup occupies one of four threads
 * for as long as a hostile name server likes. Where the settings open private ranges, names that only the system knows
 * (a hosts file, a container's name) are asked of the system.
 */
import { lookup, Resolver as NameServers } from "node:dns/promises"
import type { Resolver } from "./resolveChecked.ts"

export const systemResolver = (options: { readonly opensAny: boolean }): Resolver => {
  const servers = new NameServers({ timeout: 1500, tries: 2 })
  const ofServers: Resolver = async (name) => {
    const both = await Promise.allSettled([servers.resolve4(name), servers.resolve6(name)])
    return both.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []))
  }
  if (!options.opensAny) return ofServers
  return async (name) => {
    const local = await lookup(name, { all: true }).catch(() => [])
    return local.length > 0 ? local.map(({ address }) => address) : ofServers(name)
  }
}
