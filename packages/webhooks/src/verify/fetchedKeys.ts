/** The public keys of an account, read from its key set and kept for a while. */
import type { PublicJwk } from "./keys.ts"

export interface FetchedKeys {
  /** How long keys are used without reading them again, in milliseconds; by default five minutes. */
  readonly maxAgeMillis?: number | undefined
  /** By default the global `fetch`. */
  readonly fetch?: ((url: string) => Promise<Response>) | undefined
}

/** A request that no key matches has the keys read again, but not more often than this: anybody can send such requests. */
const leastMillis = 10_000

/**
 * Keys for {@link webhookVerifier} from the `jwks_url` of an endpoint. Concurrent requests share one read; while the key set
 * cannot be read, the keys read before stay in use.
 */
export const fetchedKeys = (
  url: string,
  { fetch: get = fetch, maxAgeMillis = 300_000 }: FetchedKeys = {},
): ((options: { readonly refresh: boolean }) => Promise<ReadonlyArray<PublicJwk>>) => {
  let known: ReadonlyArray<PublicJwk> | undefined
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<ReadonlyArray<PublicJwk>> | undefined
  const read = async (): Promise<ReadonlyArray<PublicJwk>> => {
    readAt = performance.now()
    try {
      const response = await get(url)
      if (!response.ok) throw new Error(`The webhook key set was answered with ${response.status}.`)
      known = keysIn(await response.json())
      return known
    } catch (cause) {
      if (known === undefined) throw cause
      return known
    }
  }
  return async ({ refresh }) => {
    const age = performance.now() - readAt
    if (known !== undefined && age < (refresh ? leastMillis : maxAgeMillis)) return known
    reading ??= read().finally(() => {
      reading = undefined
    })
    return await reading
  }
}

/** Keys of other kinds are passed over. */
const keysIn = (body: unknown): ReadonlyArray<PublicJwk> => {
  const keys = typeof body === "object" && body !== null && "keys" in body ? body.keys : undefined
  if (!Array.isArray(keys)) throw new Error("The webhook key set has no list of keys.")
  return keys.filter(isPublicJwk)
}

const isPublicJwk = (key: unknown): key is PublicJwk => {
  const { crv, kty, x }: Readonly<Record<string, unknown>> = Object(key)
  return kty === "OKP" && crv === "Ed25519" && typeof x === "string"
}
