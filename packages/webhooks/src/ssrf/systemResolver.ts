/**
 * How names are looked up: asynchronously by c-ares, because the operating system's own lookup occupies one of four threads
 * for as long as a hostile name server likes. Where the settings open private ranges, the system is asked, too, which alone
 * knows some names (a hosts file, a container's name): for names that strangers may serve two at a time, which leaves threads
 * to everything else.
 */
import { lookup, Resolver as NameServers } from "node:dns/promises"
import { decideName } from "./hostNames.ts"
import type { Resolver } from "./resolveChecked.ts"

const systemThreads = 2

/** Who would be behind so many is told nothing by the system; the name servers are asked all the same. */
const mostWaiting = 64

/** Whom to ask; what is not known is no address, or an error. */
export interface NameLookups {
  readonly servers: Resolver
  readonly system: Resolver
}

export const systemResolver = (
  options: { readonly opensAny: boolean },
  { servers, system }: NameLookups = { servers: nameServers(), system: ofSystem },
): Resolver => {
  if (!options.opensAny) return servers
  const few = atOnce(systemThreads)
  return async (name) => {
    if (decideName(name) !== "private") return await firstOf([servers(name), few(() => system(name))])
    const local = await system(name).catch(() => [])
    return local.length > 0 ? local : await servers(name)
  }
}

/** The first answer that is not empty; empty when none is. */
const firstOf = async (
  asked: ReadonlyArray<Promise<ReadonlyArray<string>>>,
): Promise<ReadonlyArray<string>> => {
  const known = asked.map(async (answer) => {
    const addresses = await answer
    if (addresses.length === 0) throw new Error("not known")
    return addresses
  })
  return await Promise.any(known).catch(() => [])
}

const nameServers = (): Resolver => {
  const servers = new NameServers({ timeout: 1500, tries: 2 })
  return async (name) => {
    const both = await Promise.allSettled([servers.resolve4(name), servers.resolve6(name)])
    return both.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []))
  }
}

const ofSystem: Resolver = async (name) => (await lookup(name, { all: true })).map(({ address }) => address)

/** No more than so many at the same time; the others wait. Who gave up waiting meanwhile is asked for all the same. */
const atOnce = (most: number) => {
  const waiting: Array<() => void> = []
  let running = 0
  return async <A>(ask: () => Promise<A>): Promise<A> => {
    if (waiting.length >= mostWaiting) throw new Error("Too many wait for the system's lookup.")
    if (running >= most) await new Promise<void>((turn) => void waiting.push(turn))
    else running += 1
    try {
      return await ask()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
