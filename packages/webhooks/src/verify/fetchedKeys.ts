/** The public keys of an account, read from its key set and kept for a while. */
import type { PublicJwk } from "./keys.ts"

export interface FetchedKeys {
  /** How long keys are used without reading them again, in milliseconds; by default five minutes. */
  readonly maxAgeMillis?: number | undefined
  /** How long one read may take, in milliseconds; by default five seconds. */
  readonly timeoutMillis?: number | undefined
  /** By default the global `fetch`. The signal ends a read that takes too long. */
  readonly fetch?: ((url: string, init: { readonly signal: AbortSignal }) => Promise<Response>) | undefined
}

/**
 * A request that no key matches has the keys read again, and so has one that comes after a failed first read; but not more often
 * than this, because anybody can send such requests.
 */
const leastMillis = 10_000

/**
 * Keys for {@link webhookVerifier} from the `jwks_url` of an endpoint. Concurrent requests share one read; while the key set
 * cannot be read, the keys read before stay in use.
 */
export const fetchedKeys = (
  url: string,
  { fetch: get = fetch, maxAgeMillis = 300_000, timeoutMillis = 5000 }: FetchedKeys = {},
): ((options: { readonly refresh: boolean }) => Promise<ReadonlyArray<PublicJwk>>) => {
  let known: ReadonlyArray<PublicJwk> | undefined
  let failure: { readonly cause: unknown } | undefined
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<ReadonlyArray<PublicJwk>> | undefined
  const read = async (): Promise<ReadonlyArray<PublicJwk>> => {
    readAt = performance.now()
    try {
      const response = await get(url, { signal: AbortSignal.timeout(timeoutMillis) })
      if (!response.ok) throw new Error(`The webhook key set was answered with ${response.status}.`)
      known = keysIn(await response.json())
      return known
    } catch (cause) {
      failure = { cause }
      if (known === undefined) throw cause
      return known
    }
  }
  return async ({ refresh }) => {
    const age = performance.now() - readAt
    if (known !== undefined && age < (refresh ? leastMillis : maxAgeMillis)) return known
    if (known === undefined && failure !== undefined && reading === undefined && age < leastMillis)
      throw failure.cause
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
