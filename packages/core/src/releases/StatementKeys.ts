import { Clock, Effect, Either, Schema } from "effect"
import { requireSiteAdmin } from "../access/actors.ts"
import { generateSigningKey, makePublicKey, readSigningKey, type SigningKey } from "../domain/ed25519.ts"
import { makeSeals } from "../domain/sealing.ts"
import { now, Timestamp } from "../domain/Timestamp.ts"
import type { KeySet } from "../domain/webhooks/KeySet.ts"
import { traced } from "../kernel/traced.ts"
import { SecretStore } from "../storage/SecretStore.ts"
import { Transaction } from "../storage/Transaction.ts"
import { SigningKeys } from "./SigningKeys.ts"

const StoredKey = Schema.parseJson(
  Schema.Struct({ x: Schema.String, sealed: Schema.String, created_at: Timestamp }),
)
interface StoredKey extends Schema.Schema.Type<typeof StoredKey> {}

/** The key that signs statements cannot be opened with the secret keys of the settings. */
export class StatementKeyUnreadable extends Schema.TaggedError<StatementKeyUnreadable>()(
  "StatementKeyUnreadable",
  { reason: Schema.Literal("unknown_key", "damaged") },
) {
  override get message() {
    return this.reason === "unknown_key"
      ? "The key that signs releases was sealed with a secret key that is not in the settings. Add that key, or rotate the signing key."
      : "The key that signs releases is damaged. Rotate the signing key."
  }
}

/** The time that a process may sign with a key after another process has rotated it. */
const refreshMillis = 60_000

/**
 * The Ed25519 keys that sign statements. Private keys are sealed with the secret keys of the settings and stored under increasing
 * numbers; the last one signs. Public keys stay for ever, so that old statements can be verified.
 */
export class StatementKeys extends Effect.Service<StatementKeys>()("@annotary/core/StatementKeys", {
  effect: Effect.gen(function* () {
    const secrets = yield* SecretStore
    const { keys: secretKeys } = yield* SigningKeys
    const transaction = yield* Transaction
    const turn = yield* Effect.makeSemaphore(1)
    /** Oldest first. A stored key never changes. */
    const storedKeys: Array<StoredKey> = []
    let refreshedAt = Number.NEGATIVE_INFINITY
    let openedKey: { readonly number: number; readonly key: SigningKey } | undefined

    const formatName = (number: number): string => `statement-key-${number}`

    const seals = Effect.flatMap(secretKeys, ([first, ...others]) =>
      first === undefined
        ? Effect.dieMessage("There is no secret key.")
        : Effect.succeed(makeSeals([first, ...others])),
    )

    /** Reads the keys that other processes have added. */
    const loadNewKeys = Effect.gen(function* () {
      while (yield* secrets.has(formatName(storedKeys.length + 1)))
        storedKeys.push(decodeKey(yield* secrets.getOrKeep(formatName(storedKeys.length + 1), "")))
      refreshedAt = yield* Clock.currentTimeMillis
    })

    /** Stores a new key under the next number. Another process may have been earlier: then its key is the new one. */
    const addKey = Effect.gen(function* () {
      const name = formatName(storedKeys.length + 1)
      const made = generateSigningKey()
      const stored: StoredKey = {
        x: made.publicKey.x,
        sealed: (yield* seals).seal(made.secret, name),
        created_at: yield* now,
      }
      storedKeys.push(decodeKey(yield* secrets.getOrKeep(name, Schema.encodeSync(StoredKey)(stored))))
    })

    /** Forgets what was read or added in the caller's transaction, which may be rolled back. */
    const forgetUncommitted = Effect.map(transaction.inside, (inside) => {
      if (!inside) return
      storedKeys.length = 0
      openedKey = undefined
      refreshedAt = Number.NEGATIVE_INFINITY
    })

    const withKeys = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
      turn.withPermits(1)(Effect.ensuring(effect, forgetUncommitted))

    const refreshKeys = Effect.gen(function* () {
      if ((yield* Clock.currentTimeMillis) - refreshedAt >= refreshMillis) yield* loadNewKeys
      if (storedKeys.length === 0) yield* addKey
    })

    /** The key that signs now. */
    const signingKey: Effect.Effect<SigningKey, StatementKeyUnreadable> = Effect.gen(function* () {
      yield* refreshKeys
      const number = storedKeys.length
      const last = storedKeys[number - 1]
      if (openedKey?.number === number || last === undefined)
        return openedKey?.key ?? (yield* Effect.dieMessage("There is no statement key."))
      const secret = (yield* seals).open(last.sealed, formatName(number))
      if (Either.isLeft(secret)) return yield* new StatementKeyUnreadable({ reason: secret.left.reason })
      openedKey = { number, key: readSigningKey(secret.right, last.x) }
      return openedKey.key
    }).pipe(withKeys)

    const listPublicKeys = (): KeySet => ({
      keys: storedKeys.map(({ x }) => makePublicKey(x)).reverse(),
    })

    /** The public keys of all times as a JSON Web Key Set, newest first. Requires no permission. */
    const readKeySet = traced("StatementKeys.readKeySet")(function* () {
      return yield* withKeys(Effect.map(refreshKeys, listPublicKeys))
    })

    /** Makes a new key, which signs from now on; other processes begin within a minute. Requires a site admin. */
    const rotate = traced("StatementKeys.rotate")(function* () {
      yield* requireSiteAdmin
      return yield* withKeys(Effect.map(Effect.zipRight(loadNewKeys, addKey), listPublicKeys))
    })

    return { signingKey, readKeySet, rotate }
  }),
}) {
  static readonly dependencies = [SigningKeys] as const
}

const decodeKey = Schema.decodeSync(StoredKey)
