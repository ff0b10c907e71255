/**
 * Looks up names asynchronously with c-ares, because the operating system's lookup occupies one of four threads
 * for as long as a hostile name server takes. When the settings allow private ranges, the system is queried
 * too, because only it knows some names (a hosts file, a container's name). Names that may be public are
 * limited to two concurrent system lookups, which leaves threads to other work.
 */
import { lookup, Resolver as NameServers } from "node:dns/promises"
import { decideName } from "./hostNames.ts"
import type { Resolver } from "./resolveChecked.ts"

const systemThreads = 2

/** Beyond this many waiting lookups the system is not queried; the name servers still are. */
const mostWaiting = 64

/** The two lookups. An unknown name yields no address, or an error. */
export interface NameLookups {
  readonly servers: Resolver
  readonly system: Resolver
}

/**
 * Returns a resolver for public names and, when the policy allows private ranges, for names that only the system
 * knows.
 */
export const makeSystemResolver = (
  options: { readonly opensAny: boolean },
  { servers, system }: NameLookups = { servers: nameServers(), system: lookUpInSystem },
): Resolver => {
  if (!options.opensAny) return servers
  const few = limitConcurrency(systemThreads)
  return async (name) => {
    if (decideName(name) !== "private") return await takeFirst([servers(name), few(() => system(name))])
    const local = await system(name).catch(() => [])
    return local.length > 0 ? local : await servers(name)
  }
}

/** Returns the first non-empty answer, or an empty list. */
const takeFirst = async (
  lookups: ReadonlyArray<Promise<ReadonlyArray<string>>>,
): Promise<ReadonlyArray<string>> => {
  const attempts = lookups.map(async (answer) => {
    const addresses = await answer
    if (addresses.length === 0) throw new Error("not known")
    return addresses
  })
  return await Promise.any(attempts).catch(() => [])
}

const nameServers = (): Resolver => {
  const servers = new NameServers({ timeout: 1500, tries: 2 })
  return async (name) => {
    const both = await Promise.allSettled([servers.resolve4(name), servers.resolve6(name)])
    return both.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []))
  }
}

const lookUpInSystem: Resolver = async (name) =>
  (await lookup(name, { all: true })).map(({ address }) => address)

/** Runs at most this many tasks at the same time. A waiting task runs even when its caller has given up. */
const limitConcurrency = (most: number) => {
  const waiting: Array<() => void> = []
  let running = 0
  return async <A>(task: () => Promise<A>): Promise<A> => {
    if (waiting.length >= mostWaiting) throw new Error("Too many wait for the system's lookup.")
    if (running >= most) await new Promise<void>((turn) => void waiting.push(turn))
    else running += 1
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
