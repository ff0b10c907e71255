/**
 * Builds the request of a claim: body, signatures, the owner's headers. Opened secrets are cached, because
 * opening costs more than signing.
 */
import { toMillis } from "@annotary/core"
import type { ClaimedRequest, Endpoint, SealedSecret } from "@annotary/core/effect"
import { SealBroken } from "@annotary/core/effect"
import { Effect, Either } from "effect"
import type { SendRequest } from "../http/Sender.ts"
import type { Sealer } from "../signing/Sealer.ts"
import { readSecret, type SigningSecret } from "../signing/SigningSecret.ts"
import { signHeaders } from "../signing/signedHeaders.ts"
import { makeMessage } from "./makeMessage.ts"

export interface Prepare {
  /** `nowMillis` is the storage's clock: receivers refuse a timestamp that is minutes off. */
  readonly prepare: (request: ClaimedRequest, nowMillis: number) => Effect.Effect<SendRequest, SealBroken>
}

/** `longestMillis` caps the timeout of every endpoint. */
export const makePrepare = (sealer: Sealer, longestMillis: number): Prepare => {
  const secrets = makeCache<SigningSecret>()
  const values = makeCache<string>()

  /** Returns undefined when a secret has to be opened first. */
  const build = ({ deliveries, endpoint }: ClaimedRequest, nowMillis: number): SendRequest | undefined => {
    const keys: Array<SigningSecret> = []
    for (const { sealed } of listActiveSecrets(endpoint, nowMillis)) {
      const secret = secrets.get(makeCacheKey(endpoint, sealed))
      if (secret === undefined) return undefined
      keys.push(secret)
    }
    const message = makeMessage(endpoint, deliveries)
    const seconds = Math.floor(nowMillis / 1000)
    const headers = [...signHeaders({ ...message, seconds, secrets: keys })]
    for (const { name, sealed } of endpoint.headers) {
      const value = values.get(makeCacheKey(endpoint, sealed))
      if (value === undefined) return undefined
      headers.push(name, value)
    }
    const { id, timeoutSeconds, url } = endpoint
    const timeoutMillis = timeoutSeconds === null ? null : Math.min(timeoutSeconds * 1000, longestMillis)
    return { endpoint: id, url, headers, body: message.body, timeoutMillis }
  }

  const open = (endpoint: Endpoint, nowMillis: number): Effect.Effect<void, SealBroken> =>
    Effect.gen(function* () {
      for (const { sealed } of listActiveSecrets(endpoint, nowMillis)) {
        const secret = readSecret(yield* sealer.open(sealed, endpoint.id))
        if (Either.isLeft(secret)) return yield* new SealBroken({ reason: "damaged" })
        secrets.keep(makeCacheKey(endpoint, sealed), secret.right)
      }
      for (const { sealed } of endpoint.headers)
        values.keep(makeCacheKey(endpoint, sealed), yield* sealer.open(sealed, endpoint.id))
    })

  return {
    prepare: (request, nowMillis) =>
      Effect.suspend(() => {
        const built = build(request, nowMillis)
        if (built !== undefined) return Effect.succeed(built)
        return Effect.flatMap(open(request.endpoint, nowMillis), () => {
          const opened = build(request, nowMillis)
          return opened === undefined
            ? Effect.dieMessage("The request could not be built although its secrets were opened.")
            : Effect.succeed(opened)
        })
      }),
  }
}

const listActiveSecrets = ({ secrets }: Endpoint, nowMillis: number): ReadonlyArray<SealedSecret> =>
  secrets.filter(({ expiresAt }) => expiresAt === null || toMillis(expiresAt) > nowMillis)

/** Sealed text opens for its own endpoint only, also from the cache. */
const makeCacheKey = ({ id }: Endpoint, sealed: string): string => `${id} ${sealed}`

/** A cache of this many entries. The oldest is evicted first. */
const makeCache = <A>(most = 2000) => {
  const entries = new Map<string, A>()
  return {
    get: (key: string): A | undefined => entries.get(key),
    keep: (key: string, value: A): void => {
      entries.set(key, value)
      const [oldest] = entries.keys()
      if (entries.size > most && oldest !== undefined) entries.delete(oldest)
    },
  }
}
