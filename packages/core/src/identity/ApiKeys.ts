import { Effect, Option, Redacted, Schema } from "effect"
import type { Person } from "../domain/Actor.ts"
import { CurrentActor } from "../domain/Actor.ts"
import { sameDigest, sha256Hex } from "../domain/digest.ts"
import { InvalidInput, NotFound, PermissionDenied, Unauthorized } from "../domain/errors.ts"
import { fromMillis, now, Timestamp, toMillis } from "../domain/Timestamp.ts"
import type { ApiKey } from "../domain/User.ts"
import { decodeInput } from "../domain/violations.ts"
import { ApiKeyDescription } from "../domain/wire/fields.ts"
import { traced } from "../engine/traced.ts"
import { Transaction } from "../storage/Transaction.ts"
import { personOf } from "./Access.ts"
import { ApiKeyStore } from "./ApiKeyStore.ts"
import { AuditLog } from "./AuditLog.ts"
import { isSiteAdmin } from "./actors.ts"
import { apiKeyId, randomApiKey } from "./apiKeyFormat.ts"
import { IdentityCache } from "./IdentityCache.ts"
import { UserStore } from "./UserStore.ts"

/** The input of a new API key. */
export interface NewApiKey {
  readonly description?: string | undefined
  readonly expiresAt?: string | null | undefined
  /** The user of the key. Defaults to the caller; site admins may create keys for others. */
  readonly user?: string | undefined
  /** A secret that was generated elsewhere, in the documented format. Only the engine itself may set it. */
  readonly secret?: Redacted.Redacted | undefined
}

const Input = Schema.Struct({
  description: Schema.optionalWith(ApiKeyDescription, { default: () => "" }),
  expiresAt: Schema.optionalWith(Schema.NullOr(Timestamp), { default: () => null }),
})
const decode = decodeInput(Input)

/** `last_used_at` is written at most once in this interval. */
const touchMillis = 60_000

/** API keys: shown once, stored as a digest. Resolves a secret to its user. */
export class ApiKeys extends Effect.Service<ApiKeys>()("@annotary/core/ApiKeys", {
  effect: Effect.gen(function* () {
    const store = yield* ApiKeyStore
    const users = yield* UserStore
    const transaction = yield* Transaction
    const audit = yield* AuditLog
    const cache = yield* IdentityCache

    /** Lists the API keys of the caller, or of any user for site admins. Newest first. */
    const list = traced("ApiKeys.list")(function* (user?: string) {
      return yield* store.list((yield* keeper(user)).username)
    })

    /** Creates an API key. Only this result contains the secret. The key expires no later than the credentials that create it. */
    const create = traced("ApiKeys.create")(function* (input: NewApiKey) {
      const user = yield* keeper(input.user)
      if (user.isOrganization)
        return yield* InvalidInput.at("/user", "must be a person; organizations have no keys")
      const { description, expiresAt } = yield* decode(input)
      const createdAt = yield* now
      if (expiresAt !== null && expiresAt <= createdAt)
        return yield* InvalidInput.at("/expiresAt", "must be in the future")
      const secret = input.secret === undefined ? randomApiKey() : Redacted.value(input.secret)
      const id = apiKeyId(secret)
      if (id === null) return yield* InvalidInput.at("/secret", "must have the documented form of an API key")
      const actor = yield* CurrentActor
      if (input.secret !== undefined && actor._tag !== "System") return yield* new PermissionDenied()
      const apiKey: ApiKey = {
        id,
        user: user.username,
        digest: sha256Hex(secret),
        description,
        createdAt,
        createdBy: personOf(actor),
        lastUsedAt: null,
        expiresAt: earlier(expiresAt, actor._tag === "Person" ? actor.credentialsExpireAt : null),
        revokedAt: null,
      }
      yield* transaction.run(
        Effect.zipRight(
          store.insert(apiKey),
          audit.record({ action: "api_key.created", account: user.username, details: { api_key: id } }),
        ),
      )
      return { apiKey, secret: Redacted.make(secret) }
    })

    /** Revokes an API key: at once in this process, and in others when their cache expires. Site admins revoke any key. */
    const revoke = traced("ApiKeys.revoke")(function* (id: string) {
      const found = Option.getOrUndefined(yield* store.find(id))
      const caller = personOf(yield* CurrentActor)
      const mine = found !== undefined && ((yield* isSiteAdmin) || found.key.user === caller)
      if (found === undefined || !mine) return yield* new NotFound({ resource: "API key" })
      yield* transaction.run(
        Effect.gen(function* () {
          const revoked = yield* store.revoke(found.key.user, id, yield* now)
          if (!revoked) return yield* new NotFound({ resource: "API key" })
          yield* audit.record({
            action: "api_key.revoked",
            account: found.key.user,
            details: { api_key: id },
          })
          yield* cache.forgetKey(id)
        }),
      )
    })

    /** Returns the user of an API key. All refusals are the same `Unauthorized`. */
    const actorOf = traced("ApiKeys.actorOf")(function* (secret: Redacted.Redacted) {
      const text = Redacted.value(secret)
      const id = apiKeyId(text)
      if (id === null) return yield* new Unauthorized()
      const digest = sha256Hex(text)
      const actor = yield* cache.through(digest, id, lookUp(id, digest))
      const expires = actor.credentialsExpireAt
      if (expires !== null && expires <= (yield* now)) return yield* new Unauthorized()
      return actor
    })

    const lookUp = (id: string, digest: string) =>
      Effect.gen(function* () {
        const found = Option.getOrUndefined(yield* store.find(id))
        if (found === undefined || !sameDigest(found.key.digest, digest)) return yield* new Unauthorized()
        const { key, user } = found
        if (key.revokedAt !== null || user.disabledAt !== null || user.isOrganization)
          return yield* new Unauthorized()
        const at = yield* now
        if (key.expiresAt !== null && key.expiresAt <= at) return yield* new Unauthorized()
        const unlessAfter = fromMillis(toMillis(at) - touchMillis)
        if (key.lastUsedAt === null || key.lastUsedAt < unlessAfter)
          yield* noted(store.touch(id, at, unlessAfter))
        const person: Person = {
          _tag: "Person",
          username: user.username,
          siteAdmin: user.siteAdmin,
          credentialsExpireAt: key.expiresAt,
          apiKeyId: id,
        }
        return person
      })

    /** The account whose keys are managed: the caller's, or any account for site admins. */
    const keeper = (name: string | undefined) =>
      Effect.gen(function* () {
        const caller = personOf(yield* CurrentActor)
        const found =
          name === undefined && caller === null ? Option.none() : yield* users.byName(name ?? caller ?? "")
        const mine = Option.isSome(found) && found.value.username === caller
        if (!mine && !(yield* isSiteAdmin)) return yield* new PermissionDenied()
        if (Option.isNone(found)) return yield* new NotFound({ resource: "user" })
        return found.value
      })

    return { list, create, revoke, actorOf }
  }),
}) {}

const earlier = (a: Timestamp | null, b: Timestamp | null): Timestamp | null =>
  a === null ? b : b === null || a < b ? a : b

/** Recording a use must not refuse a request: it waits briefly for other writers, and failures are logged. */
const noted = (touch: Effect.Effect<void>): Effect.Effect<void> =>
  touch.pipe(
    Effect.timeoutOption("1 second"),
    Effect.catchAllCause((cause) => Effect.logWarning("The use of an API key could not be noted.", cause)),
  )
