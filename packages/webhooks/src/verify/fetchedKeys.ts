/** The public keys of an account, fetched from its key set and cached. */
import type { PublicJwk } from "./keys.ts"

/** Options of {@link fetchedKeys}. */
export interface FetchedKeys {
  /** Maximum age of cached keys, in milliseconds; by default five minutes. */
  readonly maxAgeMillis?: number | undefined
  /** Timeout of one fetch, in milliseconds; by default five seconds. */
  readonly timeoutMillis?: number | undefined
  /** By default the global `fetch`. The signal aborts a fetch that takes too long. */
  readonly fetch?: ((url: string, init: { readonly signal: AbortSignal }) => Promise<Response>) | undefined
}

/**
 * Minimum time between fetches caused by a request that no key matches or that follows a failed first fetch,
 * because anybody can send such requests.
 */
const leastMillis = 10_000

/**
 * Provides keys for {@link webhookVerifier} from the `jwks_url` of an endpoint. Concurrent requests share one
 * fetch. While the key set cannot be fetched, the cached keys stay in use.
 */
export const fetchedKeys = (
  url: string,
  { fetch: get = fetch, maxAgeMillis = 300_000, timeoutMillis = 5000 }: FetchedKeys = {},
): ((options: { readonly refresh: boolean }) => Promise<ReadonlyArray<PublicJwk>>) => {
  let cachedKeys: ReadonlyArray<PublicJwk> | undefined
  let failure: { readonly cause: unknown } | undefined
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<ReadonlyArray<PublicJwk>> | undefined
  const read = async (): Promise<ReadonlyArray<PublicJwk>> => {
    // The clock of the platform: this entry point works without Effect.
    readAt = performance.now()
    try {
      const response = await get(url, { signal: AbortSignal.timeout(timeoutMillis) })
      if (!response.ok) throw new Error(`The webhook key set was answered with ${response.status}.`)
      cachedKeys = readKeys(await response.json())
      return cachedKeys
    } catch (cause) {
      failure = { cause }
      if (cachedKeys === undefined) throw cause
      return cachedKeys
    }
  }
  return async ({ refresh }) => {
    const age = performance.now() - readAt
    if (cachedKeys !== undefined && age < (refresh ? leastMillis : maxAgeMillis)) return cachedKeys
    if (cachedKeys === undefined && failure !== undefined && reading === undefined && age < leastMillis)
      throw failure.cause
    reading ??= read().finally(() => {
      reading = undefined
    })
    return await reading
  }
}

/** Keys of other types are skipped. */
const readKeys = (body: unknown): ReadonlyArray<PublicJwk> => {
  const keys = typeof body === "object" && body !== null && "keys" in body ? body.keys : undefined
  if (!Array.isArray(keys)) throw new Error("The webhook key set has no list of keys.")
  return keys.filter(isPublicJwk)
}

const isPublicJwk = (key: unknown): key is PublicJwk => {
  const { crv, kty, x }: Readonly<Record<string, unknown>> = Object(key)
  return kty === "OKP" && crv === "Ed25519" && typeof x === "string"
}
