import { Effect, Option, Redacted } from "effect"
import { CurrentActor } from "../domain/Actor.ts"
import { computeSha256Hex, isSameDigest } from "../domain/digest.ts"
import { Conflict, InvalidInput, NotFound, PermissionDenied, Unauthorized } from "../domain/errors.ts"
import { fromMillis, now, type Timestamp, toMillis } from "../domain/Timestamp.ts"
import type { ApiKey, User } from "../domain/User.ts"
import { traced } from "../kernel/traced.ts"
import { Transaction } from "../storage/Transaction.ts"
import { Access, findUsername } from "./Access.ts"
import { ApiKeyStore } from "./ApiKeyStore.ts"
import { AuditLog } from "./AuditLog.ts"
import { isSiteAdmin } from "./actors.ts"
import { generateApiKey, parseApiKeyId } from "./apiKeyFormat.ts"
import { type ApiKeyRotation, type NewApiKey, newApiKeyOf, rotationOf } from "./apiKeyInput.ts"
import { IdentityCache } from "./IdentityCache.ts"
import { makeApiKeyScopes, toAuditedScope } from "./makeApiKeyScopes.ts"
import { makeModelManagers } from "./makeModelManagers.ts"
import { noteUse, useMillis } from "./noteUse.ts"
import { SessionStore } from "./SessionStore.ts"
import { toPerson } from "./toPerson.ts"
import { UserStore } from "./UserStore.ts"

export type { ApiKeyRotation, NewApiKey, NewApiKeyScope } from "./apiKeyInput.ts"

/** API keys: shown once, stored as a digest. Resolves a secret to its user. */
export class ApiKeys extends Effect.Service<ApiKeys>()("@annotary/core/ApiKeys", {
  effect: Effect.gen(function* () {
    const store = yield* ApiKeyStore
    const users = yield* UserStore
    const sessions = yield* SessionStore
    const transaction = yield* Transaction
    const audit = yield* AuditLog
    const cache = yield* IdentityCache
    const scopes = yield* makeApiKeyScopes
    const { canManageModels } = yield* makeModelManagers

    /** Lists the API keys of the caller, of a model that the caller manages, or of any user for site admins. Newest first. */
    const list = traced("ApiKeys.list")(function* (user?: string) {
      return yield* scopes.addDatasetNames(yield* store.list((yield* findKeyHolder(user)).username))
    })

    /**
     * Creates an API key. Only this result contains the secret. The key expires no later than the credentials that create it.
     * Credentials with a scope create none.
     */
    const create = traced("ApiKeys.create")(function* (input: NewApiKey) {
      const user = yield* findKeyHolder(input.user)
      if (user.isOrganization)
        return yield* InvalidInput.at("/user", "must be a person; organizations have no keys")
      const { description, expiresAt, scope } = yield* newApiKeyOf({
        description: input.description,
        expiresAt: input.expiresAt,
        scope: input.scope,
      })
      if (user.modelOf !== null && scope.role !== null)
        return yield* InvalidInput.at("/scope/role", "must be absent: keys of models have the role of models")
      const createdAt = yield* now
      if (expiresAt !== null && expiresAt <= createdAt)
        return yield* InvalidInput.at("/expiresAt", "must be in the future")
      const secret = input.secret === undefined ? generateApiKey() : Redacted.value(input.secret)
      const id = parseApiKeyId(secret)
      if (id === null) return yield* InvalidInput.at("/secret", "must have the documented form of an API key")
      const actor = yield* CurrentActor
      if (input.secret !== undefined && actor._tag !== "System") return yield* new PermissionDenied()
      const apiKey: ApiKey = {
        id,
        user: user.username,
        digest: computeSha256Hex(secret),
        description,
        createdAt,
        createdBy: findUsername(actor),
        lastUsedAt: null,
        expiresAt: pickEarlier(expiresAt, actor._tag === "Person" ? actor.credentialsExpireAt : null),
        revokedAt: null,
        readOnly: scope.readOnly,
        datasetId: yield* scopes.findVisibleDatasetId(user, scope.dataset),
        maxRole: scope.role,
        webhooksOf: null,
        embedded: false,
        embedGrants: [],
        successor: null,
      }
      yield* transaction.run(
        Effect.zipRight(
          store.insert(apiKey),
          audit.record({
            action: "api_key.created",
            account: user.username,
            details: { api_key: id, ...toAuditedScope(apiKey) },
          }),
        ),
      )
      return yield* withSecret(apiKey, secret)
    })

    /**
     * Replaces an API key by a new one with the same user, description and scope. Both work during the overlap, then the old one
     * has expired. Site admins rotate any key.
     */
    const rotate = traced("ApiKeys.rotate")(function* (id: string, input: ApiKeyRotation = {}) {
      const { expiresAt, overlapSeconds } = yield* rotationOf(input)
      const { key: old } = yield* findManagedKey(id)
      // A new token is created in the same way as the first.
      if (old.embedded) return yield* new NotFound({ resource: "API key" })
      const createdAt = yield* now
      if (expiresAt !== undefined && expiresAt !== null && expiresAt <= createdAt)
        return yield* InvalidInput.at("/expiresAt", "must be in the future")
      const actor = yield* CurrentActor
      const secret = generateApiKey()
      const fresh: ApiKey = {
        ...old,
        id: parseApiKeyId(secret) ?? (yield* Effect.dieMessage("A generated key has another form.")),
        digest: computeSha256Hex(secret),
        createdAt,
        createdBy: findUsername(actor),
        lastUsedAt: null,
        expiresAt: pickEarlier(
          expiresAt === undefined ? computeExpiry(old, createdAt) : expiresAt,
          actor._tag === "Person" ? actor.credentialsExpireAt : null,
        ),
        successor: null,
      }
      const until = fromMillis(toMillis(createdAt) + overlapSeconds * 1000)
      yield* transaction.run(
        Effect.gen(function* () {
          if (!(yield* store.replace(old.user, id, { successor: fresh.id, until })))
            return yield* new Conflict({ code: "already_rotated" })
          yield* store.insert(fresh)
          yield* audit.record({
            action: "api_key.rotated",
            account: old.user,
            details: { api_key: id, successor: fresh.id, overlap_seconds: overlapSeconds },
          })
          yield* cache.forgetKey(id)
        }),
      )
      return yield* withSecret(fresh, secret)
    })

    /**
     * Revokes an API key and ends its sessions: at once in this process, and in others when their cache expires. Site admins revoke
     * any key.
     */
    const revoke = traced("ApiKeys.revoke")(function* (id: string) {
      const userKey = yield* findManagedKey(id)
      yield* transaction.run(
        Effect.gen(function* () {
          const revoked = yield* store.revoke(userKey.key.user, id, yield* now)
          if (!revoked) return yield* new NotFound({ resource: "API key" })
          yield* audit.record({
            action: "api_key.revoked",
            account: userKey.key.user,
            details: { api_key: id },
          })
          yield* sessions.removeOfKey(id)
          yield* cache.forgetKey(id)
        }),
      )
    })

    /** Returns the user of an API key. All refusals are the same `Unauthorized`. */
    const findActor = traced("ApiKeys.findActor")(function* (secret: Redacted.Redacted) {
      const text = Redacted.value(secret)
      const id = parseApiKeyId(text)
      if (id === null) return yield* new Unauthorized()
      const digest = computeSha256Hex(text)
      const actor = yield* cache.getCached(digest, id, lookUp(id, digest))
      const expires = actor.credentialsExpireAt
      if (expires !== null && expires <= (yield* now)) return yield* new Unauthorized()
      return actor
    })

    const lookUp = (id: string, digest: string) =>
      Effect.gen(function* () {
        const userKey = Option.getOrUndefined(yield* store.find(id))
        if (userKey === undefined || !isSameDigest(userKey.key.digest, digest))
          return yield* new Unauthorized()
        const { key, user } = userKey
        if (key.revokedAt !== null || user.disabledAt !== null || user.isOrganization)
          return yield* new Unauthorized()
        const at = yield* now
        if (key.expiresAt !== null && key.expiresAt <= at) return yield* new Unauthorized()
        const unlessAfter = fromMillis(toMillis(at) - useMillis)
        if (key.lastUsedAt === null || key.lastUsedAt < unlessAfter)
          yield* noteUse(store.touch(id, at, unlessAfter))
        return toPerson(user, key)
      })

    /** A key that the caller may change: the caller's, that of a model that the caller manages, or any for site admins. */
    const findManagedKey = (id: string) =>
      Effect.gen(function* () {
        const userKey = Option.getOrUndefined(yield* store.find(id))
        const caller = findUsername(yield* CurrentActor)
        const mine =
          userKey?.key.user === caller || (userKey !== undefined && (yield* canManageKeys(userKey.user)))
        if (userKey === undefined || !mine || userKey.key.revokedAt !== null)
          return yield* new NotFound({ resource: "API key" })
        return userKey
      })

    const withSecret = Effect.fnUntraced(function* (key: ApiKey, secret: string) {
      const [apiKey = { ...key, dataset: null }] = yield* scopes.addDatasetNames([key])
      return { apiKey, secret: Redacted.make(secret) }
    })

    /** The account whose keys are managed: the caller's, a model that the caller manages, or any account for site admins. */
    const findKeyHolder = (name: string | undefined) =>
      Effect.gen(function* () {
        const caller = findUsername(yield* CurrentActor)
        const holder =
          name === undefined && caller === null ? Option.none() : yield* users.byName(name ?? caller ?? "")
        const mine = Option.isSome(holder) && holder.value.username === caller
        const manages =
          mine || (Option.isSome(holder) ? yield* canManageKeys(holder.value) : yield* isSiteAdmin)
        if (!manages) return yield* new PermissionDenied()
        if (Option.isNone(holder)) return yield* new NotFound({ resource: "user" })
        return holder.value
      })

    /** Whether the caller manages the keys of another account: those of their models, or any for site admins. */
    const canManageKeys = ({ modelOf }: User) => (modelOf === null ? isSiteAdmin : canManageModels(modelOf))

    return { list, create, rotate, revoke, findActor }
  }),
}) {
  static readonly dependencies = [Access, AuditLog, IdentityCache] as const
}

/** The expiry of a key that lives from an instant for as long as another one from its creation. */
const computeExpiry = ({ createdAt, expiresAt }: ApiKey, from: Timestamp): Timestamp | null =>
  expiresAt === null ? null : fromMillis(toMillis(from) + toMillis(expiresAt) - toMillis(createdAt))

const pickEarlier = (a: Timestamp | null, b: Timestamp | null): Timestamp | null =>
  a === null ? b : b === null || a < b ? a : b
