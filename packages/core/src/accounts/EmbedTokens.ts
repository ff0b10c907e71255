import { Effect, Option, Redacted, Schema } from "effect"
import { Access, findUsername } from "../access/Access.ts"
import { ApiKeyStore } from "../access/ApiKeyStore.ts"
import { AuditLog } from "../access/AuditLog.ts"
import { isSiteAdmin } from "../access/actors.ts"
import { generateApiKey, parseApiKeyId } from "../access/apiKeyFormat.ts"
import { makeApiKeyScopes, type ShownApiKey, toAuditedScope } from "../access/makeApiKeyScopes.ts"
import { UserStore } from "../access/UserStore.ts"
import { CurrentActor, type Person } from "../domain/Actor.ts"
import { computeSha256Hex } from "../domain/digest.ts"
import { InvalidInput, NotFound, PermissionDenied } from "../domain/errors.ts"
import { nameKey } from "../domain/Names.ts"
import { noDataset } from "../domain/Scope.ts"
import { fromMillis, now, type Timestamp, toMillis } from "../domain/Timestamp.ts"
import { type ApiKey, EmbedGrant, isPerson, Role, type User } from "../domain/User.ts"
import { decodeInput } from "../domain/violations.ts"
import { traced } from "../kernel/traced.ts"
import { Transaction } from "../storage/Transaction.ts"
import { Organizations } from "./Organizations.ts"

/** The longest validity of an embed token, in seconds. */
export const maxEmbedTokenSeconds = 3600

/** The input of a new embed token. It names a dataset or an account, and not both. */
export interface NewEmbedToken {
  /** The person of the token. Defaults to the caller; site admins may create tokens for others. */
  readonly user?: string | undefined
  /** The only dataset of the token, as `owner/name`. */
  readonly dataset?: string | undefined
  /** The highest role of the token on the dataset. By default `labeler`. */
  readonly role?: Role | undefined
  /** The account whose webhooks the token manages: that of its person, or an organization that they administer. */
  readonly webhooks?: string | undefined
  /**
   * Rights beyond those of every embed token: `collaborators` of a token of a dataset with the role `admin`, `webhook_secrets` and
   * `disable_webhooks` of a token of webhooks. None by default, because whoever reads the page has them too.
   */
  readonly grants?: ReadonlyArray<EmbedGrant> | undefined
  /** The validity in seconds. 60–3600, by default 3600. */
  readonly expiresInSeconds?: number | undefined
}

/** A new embed token. Only this value has the secret. */
export interface CreatedEmbedToken {
  readonly token: ShownApiKey
  readonly secret: Redacted.Redacted
}

/**
 * Embed tokens: API keys for a page of another application, where a person can read them. They live for at most an hour, are limited to
 * one dataset and a role, or to the webhooks of one account, and appear in no list.
 */
export class EmbedTokens extends Effect.Service<EmbedTokens>()("@annotary/core/EmbedTokens", {
  effect: Effect.gen(function* () {
    const store = yield* ApiKeyStore
    const users = yield* UserStore
    const organizations = yield* Organizations
    const scopes = yield* makeApiKeyScopes
    const transaction = yield* Transaction
    const audit = yield* AuditLog

    /**
     * Creates an embed token. It expires no later than the credentials that create it. Credentials with a scope create none. It is
     * revoked as an API key is.
     */
    const create = traced("EmbedTokens.create")(function* (input: NewEmbedToken) {
      const { dataset, expiresInSeconds, grants, role, webhooks } = yield* newTokenOf(input)
      if ((dataset === undefined) === (webhooks === undefined))
        return yield* InvalidInput.at("", "must have dataset or webhooks, and not both")
      if (webhooks !== undefined && role !== undefined)
        return yield* InvalidInput.at("/role", "must be absent: it is a role on a dataset")
      for (const [index, grant] of grants.entries())
        if ((grant === "collaborators") !== (webhooks === undefined))
          return yield* InvalidInput.at(
            `/grants/${index}`,
            `must be ${webhooks === undefined ? "collaborators: the token is limited to a dataset" : "webhook_secrets or disable_webhooks: the token is limited to webhooks"}`,
          )
      if (grants.length > 0 && dataset !== undefined && role !== "admin")
        return yield* InvalidInput.at("/grants", "must be absent: the role admin alone changes collaborators")
      const actor = yield* CurrentActor
      const user = yield* findPerson(input.user)
      const createdAt = yield* now
      const secret = generateApiKey()
      const key: ApiKey = {
        id: parseApiKeyId(secret) ?? (yield* Effect.dieMessage("A generated key has another form.")),
        user: user.username,
        digest: computeSha256Hex(secret),
        description: "",
        createdAt,
        createdBy: findUsername(actor),
        lastUsedAt: null,
        expiresAt: pickEarlier(
          fromMillis(toMillis(createdAt) + expiresInSeconds * 1000),
          actor._tag === "Person" ? actor.credentialsExpireAt : null,
        ),
        revokedAt: null,
        readOnly: false,
        // Of no dataset, so that an older server, which does not know the limit to webhooks, permits nothing more.
        datasetId:
          webhooks === undefined
            ? yield* scopes.findVisibleDatasetId(user, dataset ?? null, "/dataset")
            : noDataset,
        maxRole: dataset === undefined ? null : (role ?? "labeler"),
        webhooksOf: webhooks === undefined ? null : yield* findAccount(user, webhooks),
        embedded: true,
        embedGrants: [...new Set(grants)],
        successor: null,
      }
      yield* transaction.run(
        Effect.zipRight(
          store.insert(key),
          audit.record({
            action: "embed_token.created",
            account: user.username,
            details: { api_key: key.id, ...toAuditedScope(key) },
          }),
        ),
      )
      const [token = { ...key, dataset: null }] = yield* scopes.addDatasetNames([key])
      return { token, secret: Redacted.make(secret) } satisfies CreatedEmbedToken
    })

    /** The person of a new token: the caller, or any person for site admins. */
    const findPerson = Effect.fnUntraced(function* (name: string | undefined) {
      const caller = findUsername(yield* CurrentActor)
      const username = name ?? caller
      if (username === null) return yield* InvalidInput.at("/user", "is missing")
      const person = Option.getOrUndefined(yield* users.byName(username))
      if (person?.username !== caller && !(yield* isSiteAdmin)) return yield* new PermissionDenied()
      if (person === undefined) return yield* new NotFound({ resource: "user" })
      if (!isPerson(person)) return yield* InvalidInput.at("/user", "must be a person")
      if (person.disabledAt !== null) return yield* InvalidInput.at("/user", "must be enabled")
      return person
    })

    /** The account whose webhooks the person may manage. */
    const findAccount = Effect.fnUntraced(function* (user: User, name: string) {
      if (nameKey(name) === nameKey(user.username)) return user.username
      const person: Person = {
        _tag: "Person",
        username: user.username,
        siteAdmin: false,
        credentialsExpireAt: null,
      }
      const membership = yield* organizations
        .requireAdmin(name)
        .pipe(Effect.provideService(CurrentActor, person), Effect.option)
      return Option.isSome(membership)
        ? membership.value.username
        : yield* InvalidInput.at(
            "/webhooks",
            "must be the user of the token, or an organization that they administer",
          )
    })

    return { create }
  }),
}) {
  static readonly dependencies = [Access, AuditLog, Organizations] as const
}

const newTokenOf = decodeInput(
  Schema.Struct({
    user: Schema.optional(Schema.String),
    dataset: Schema.optional(Schema.String),
    role: Schema.optional(Role),
    webhooks: Schema.optional(Schema.String),
    grants: Schema.optionalWith(Schema.Array(EmbedGrant), { default: () => [] }),
    expiresInSeconds: Schema.optionalWith(Schema.Int.pipe(Schema.between(60, maxEmbedTokenSeconds)), {
      default: () => maxEmbedTokenSeconds,
    }),
  }),
)

const pickEarlier = (a: Timestamp, b: Timestamp | null): Timestamp => (b === null || a < b ? a : b)
