import { Clock, Effect, Either, Schema } from "effect"
import { AuditLog } from "../access/AuditLog.ts"
import { requireSiteAdmin } from "../access/actors.ts"
import { CurrentActor } from "../domain/Actor.ts"
import { now, Timestamp } from "../domain/Timestamp.ts"
import type { KeySet } from "../domain/webhooks/KeySet.ts"
import { generateSigningKey, makePublicKey, readSigningKey, type SigningKey } from "../kernel/ed25519.ts"
import { makeSeals } from "../kernel/sealing.ts"
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
      ? "The key that signs releases was sealed with a secret key that is not in the settings. Add that key, or make a new key with annotary signing-key rotate."
      : "The key that signs releases is damaged. Make a new one with annotary signing-key rotate."
  }
}

/** Keys, oldest first, and the time at which they were read. A stored key never changes. */
interface ReadKeys {
  readonly stored: ReadonlyArray<StoredKey>
  readonly refreshedAt: number
}

/** The time that a process may sign with a key after another process has rotated it. */
const refreshMillis = 60_000
/** The time for which a process may say that there is no key after another process has made the first one. */
const emptyMillis = 1000

/**
 * The Ed25519 keys that sign statements. Private keys are sealed with the secret keys of the settings and stored under increasing
 * numbers; the last one signs. Public keys stay for ever, so that old statements can be verified.
 */
export class StatementKeys extends Effect.Service<StatementKeys>()("@annotary/core/StatementKeys", {
  effect: Effect.gen(function* () {
    const secrets = yield* SecretStore
    const { keys: secretKeys } = yield* SigningKeys
    const transaction = yield* Transaction
    const audit = yield* AuditLog
    /** Committed keys alone. Callers take no turns: one in a transaction would wait for another that waits for its end. */
    let cached: ReadKeys = { stored: [], refreshedAt: Number.NEGATIVE_INFINITY }
    let openedKey: { readonly x: string; readonly key: SigningKey } | undefined

    const formatName = (number: number): string => `statement-key-${number}`

    const seals = Effect.flatMap(secretKeys, ([first, ...others]) =>
      first === undefined
        ? Effect.dieMessage("There is no secret key.")
        : Effect.succeed(makeSeals([first, ...others])),
    )

    /** Reads the keys that other processes have added. */
    const loadNewKeys: Effect.Effect<ReadKeys> = Effect.gen(function* () {
      const stored = [...cached.stored]
      while (yield* secrets.has(formatName(stored.length + 1)))
        stored.push(decodeKey(yield* secrets.getOrKeep(formatName(stored.length + 1), "")))
      return { stored, refreshedAt: yield* Clock.currentTimeMillis }
    })

    /** Stores a new key under the next number. Another caller may have been earlier: then that caller's key is the new one, not `isMade`. */
    const addKey = Effect.fnUntraced(function* ({ refreshedAt, stored }: ReadKeys) {
      const name = formatName(stored.length + 1)
      const made = generateSigningKey()
      const added: StoredKey = {
        x: made.publicKey.x,
        sealed: (yield* seals).seal(made.secret, name),
        created_at: yield* now,
      }
      const winner = decodeKey(yield* secrets.getOrKeep(name, Schema.encodeSync(StoredKey)(added)))
      return { stored: [...stored, winner], refreshedAt, isMade: winner.x === added.x }
    })

    /** Keeps the keys for later callers. Those of the caller's transaction may be rolled back, and are not kept. */
    const cacheKeys = (keys: ReadKeys) =>
      Effect.map(transaction.inside, (inside) => {
        if (!inside && keys.stored.length >= cached.stored.length) cached = keys
        return keys.stored
      })

    /** None before the first signature. */
    const refreshKeys: Effect.Effect<ReadonlyArray<StoredKey>> = Effect.gen(function* () {
      const lasting = cached.stored.length > 0 ? refreshMillis : emptyMillis
      const isFresh = (yield* Clock.currentTimeMillis) - cached.refreshedAt < lasting
      return isFresh ? cached.stored : yield* Effect.flatMap(loadNewKeys, cacheKeys)
    })

    const addFirstKey = Effect.flatMap(loadNewKeys, (keys) =>
      keys.stored.length > 0 ? cacheKeys(keys) : Effect.flatMap(addKey(keys), cacheKeys),
    )

    /** The key that signs now. */
    const signingKey: Effect.Effect<SigningKey, StatementKeyUnreadable> = Effect.gen(function* () {
      const existing = yield* refreshKeys
      const stored = existing.length > 0 ? existing : yield* addFirstKey
      const last = stored.at(-1)
      if (last === undefined) return yield* Effect.dieMessage("There is no statement key.")
      if (openedKey?.x === last.x) return openedKey.key
      const secret = (yield* seals).open(last.sealed, formatName(stored.length))
      if (Either.isLeft(secret)) return yield* new StatementKeyUnreadable({ reason: secret.left.reason })
      const key = readSigningKey(secret.right, last.x)
      openedKey = { x: last.x, key }
      return key
    })

    const listPublicKeys = (stored: ReadonlyArray<StoredKey>): KeySet => ({
      keys: stored.map(({ x }) => makePublicKey(x)).reverse(),
    })

    /** The public keys of all times as a JSON Web Key Set, newest first; none before the first signature. Requires no permission. */
    const readKeySet = traced("StatementKeys.readKeySet")(function* () {
      return yield* Effect.map(refreshKeys, listPublicKeys)
    })

    /** Makes a new key, which signs from now on; other processes begin within a minute. Requires a site admin. */
    const rotate = traced("StatementKeys.rotate")(function* () {
      yield* requireSiteAdmin
      const actor = yield* CurrentActor
      const addAudited = Effect.gen(function* () {
        const added = yield* Effect.flatMap(loadNewKeys, addKey)
        const newest = added.stored.at(-1)
        if (actor._tag === "Person" && added.isMade && newest !== undefined)
          yield* audit.record({
            action: "signing_key.rotated",
            account: actor.username,
            details: { kid: makePublicKey(newest.x).kid },
          })
        return added
      })
      return listPublicKeys(yield* cacheKeys(yield* transaction.run(addAudited)))
    })

    return { signingKey, readKeySet, rotate }
  }),
}) {
  static readonly dependencies = [AuditLog, SigningKeys] as const
}

const decodeKey = Schema.decodeSync(StoredKey)
