import { Effect, Encoding } from "effect"
import { computeHmacSha256, isSameDigest } from "../domain/digest.ts"
import { EngineSettings } from "../kernel/EngineSettings.ts"
import { SecretStore } from "../storage/SecretStore.ts"
import { Transaction } from "../storage/Transaction.ts"

/**
 * The keys that sign URLs. The first of the settings signs, all of them verify. Without any, one is generated once and kept
 * in the storage.
 */
export class SigningKeys extends Effect.Service<SigningKeys>()("@annotary/core/SigningKeys", {
  effect: Effect.gen(function* () {
    const secrets = yield* SecretStore
    const transaction = yield* Transaction
    const { secretKeys } = yield* EngineSettings

    const loadKeys = Effect.suspend(() => {
      const made = Encoding.encodeBase64Url(globalThis.crypto.getRandomValues(new Uint8Array(32)))
      return secrets.getOrKeep("signing-key", made)
    })
    /** Cached after the first successful use outside of a transaction, whose rollback would remove a generated key. */
    let cachedKeys: ReadonlyArray<Uint8Array> | undefined
    /** The keys, for derived keys. The first one is in use. */
    const keys: Effect.Effect<ReadonlyArray<Uint8Array>> = Effect.gen(function* () {
      if (cachedKeys !== undefined) return cachedKeys
      const texts = secretKeys.length > 0 ? secretKeys : [yield* loadKeys]
      const decoded = yield* Effect.forEach(texts, (text) =>
        Effect.orElse(Encoding.decodeBase64Url(text), () => wrongKey),
      )
      if (secretKeys.length > 0 || !(yield* transaction.inside)) cachedKeys = decoded
      return decoded
    })

    /** Whether the keys need not be read any more. */
    const isLoaded = () => cachedKeys !== undefined

    /** The signature of the text. */
    const sign = (text: string): Effect.Effect<string> =>
      Effect.flatMap(keys, ([first]) =>
        first === undefined ? wrongKey : Effect.sync(() => computeHmacSha256(first, text)),
      )

    /** Signs many texts without an effect for each. */
    const signer: Effect.Effect<(text: string) => string> = Effect.flatMap(keys, ([first]) =>
      first === undefined ? wrongKey : Effect.succeed((text: string) => computeHmacSha256(first, text)),
    )

    /** Whether one of the keys made this signature. */
    const verify = (text: string, signature: string): Effect.Effect<boolean> =>
      Effect.map(keys, (all) => all.some((key) => isSameDigest(computeHmacSha256(key, text), signature)))

    return { isLoaded, keys, sign, signer, verify }
  }),
}) {}

const wrongKey = Effect.die(new Error("A secret key is not base64url."))
