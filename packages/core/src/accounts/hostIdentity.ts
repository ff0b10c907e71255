import { Data, Effect, Layer, Option, Schema } from "effect"
import { ApiKeys } from "../access/ApiKeys.ts"
import type { AuthenticationRequest } from "../access/AuthenticationRequest.ts"
import { Authenticator, makeApiKeyAuthenticator } from "../access/Authenticator.ts"
import { readBearerToken } from "../access/apiKeyFormat.ts"
import { IdentityCache } from "../access/IdentityCache.ts"
import { CurrentActor, type Person, system } from "../domain/Actor.ts"
import { computeSha256Hex } from "../domain/digest.ts"
import { Unauthorized } from "../domain/errors.ts"
import { DatasetId } from "../domain/Ids.ts"
import { nameKey } from "../domain/Names.ts"
import type { Scope } from "../domain/Scope.ts"
import { Role } from "../domain/User.ts"
import { Users } from "./Users.ts"

/** A person as the host knows them: by account name, or by the host's own id. */
export type HostUser = ({ readonly username: string } | { readonly id: string }) & {
  /** Stored when the account is created, and not updated afterwards. */
  readonly email?: string | null | undefined
  /** Whether this request has the permissions of a site admin. Defaults to the account's. */
  readonly siteAdmin?: boolean | undefined
  /** Limits of this request below the permissions of the person. Absent limits do not apply. */
  readonly scope?: HostScope | undefined
}

/** The limits of a request. Unlike an API key, a session names its dataset by id. */
export interface HostScope {
  readonly readOnly?: boolean | undefined
  readonly datasetId?: string | null | undefined
  readonly role?: Role | null | undefined
}

/** Identifies the sender. Nothing means nobody, which is answered with 401. What it throws is logged and answered with 500. */
export type FindUser = (
  request: AuthenticationRequest,
) => HostUser | null | undefined | Promise<HostUser | null | undefined>

/** The options of {@link hostIdentity}. */
export interface HostIdentityOptions {
  /** The treatment of people without an account: they are created at their first request (default), or refused. */
  readonly unknown?: "create" | "refuse" | undefined
  /** Whether API keys of the engine are accepted too, for scripts and SDKs. The function is not called for them. */
  readonly apiKeys?: boolean | undefined
}

/** The host's function failed, or returned a person who cannot have an account. A fault of the host, not of the request. */
export class HostIdentityFailed extends Data.TaggedError("HostIdentityFailed")<{ readonly cause: unknown }> {
  override get message() {
    return "The application's function for the identity of a request failed."
  }
}

/**
 * The identity of the host application. A plain function identifies the sender of each request, and the engine keeps an
 * account for each person. The function runs for every request; the account lookup is cached for `identityCacheMillis`.
 */
export const hostIdentity = (
  find: FindUser,
  { apiKeys = false, unknown = "create" }: HostIdentityOptions = {},
): Layer.Layer<Authenticator, never, ApiKeys | IdentityCache | Users> =>
  Layer.effect(
    Authenticator,
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const cache = yield* IdentityCache
      const users = yield* Users

      const identify = (request: AuthenticationRequest) =>
        Effect.tryPromise({
          try: async () => readNamed(await find(request)),
          catch: (cause) => new HostIdentityFailed({ cause }),
        }).pipe(Effect.orDie)

      const findAccount = (name: string, email: string | null): Effect.Effect<Person, Unauthorized> => {
        const existingActor = users.findActor(name)
        if (unknown === "refuse") return existingActor
        const made = users.create({ username: name, email }).pipe(
          Effect.provideService(CurrentActor, system),
          Effect.catchTags({
            // A concurrent first request, or an account that may not enter: the second lookup decides.
            AlreadyExists: () => Effect.void,
            InvalidInput: (cause) => Effect.die(new HostIdentityFailed({ cause })),
            PermissionDenied: Effect.die,
          }),
        )
        return Effect.orElse(existingActor, () => Effect.zipRight(made, existingActor))
      }

      const authenticate = Effect.fnUntraced(function* (request: AuthenticationRequest) {
        if (apiKeys && readBearerToken(request.header("authorization")) !== null)
          return yield* makeApiKeyAuthenticator({ cache, keys }, request)
        const identified = yield* identify(request)
        if (identified === null) return yield* new Unauthorized()
        const { email, name, scope, siteAdmin } = identified
        const entry = `host ${nameKey(name)}`
        const person = yield* cache.getCached(entry, entry, findAccount(name, email))
        return siteAdmin === undefined && scope === undefined
          ? person
          : { ...person, siteAdmin: siteAdmin ?? person.siteAdmin, scope }
      })

      const computeRateKey = (request: AuthenticationRequest): Option.Option<string> =>
        apiKeys ? Option.fromNullable(readBearerToken(request.header("authorization"))) : Option.none()

      return { authenticate, rateKey: computeRateKey }
    }),
  )

interface Named {
  readonly name: string
  readonly email: string | null
  readonly siteAdmin: boolean | undefined
  readonly scope: Scope | undefined
}

/**
 * Validates the result of the function. Not every host has a compiler: an empty id would be one account for everybody without
 * one, and a string in place of a boolean would count as true.
 */
const readNamed = (found: unknown): Named | null => {
  if (found === null || found === undefined) return null
  const { email, id, scope, siteAdmin, username }: { readonly [Key in Member]?: unknown } = Object(found)
  const name =
    id === undefined ? username : typeof id === "string" && id !== "" ? toAccountName(id) : undefined
  if (typeof name !== "string") throw new TypeError("It names nobody: username, or id, must be a text.")
  if (siteAdmin !== undefined && typeof siteAdmin !== "boolean")
    throw new TypeError("siteAdmin must be true, false or undefined.")
  if (email !== undefined && email !== null && typeof email !== "string")
    throw new TypeError("email must be a text, null or undefined.")
  return { name, email: email ?? null, siteAdmin, scope: readScopeIn(scope) }
}

type Member = "username" | "id" | "email" | "siteAdmin" | "scope"

/** A limit that cannot be read must not count as none. */
const readScopeIn = (given: unknown): Scope | undefined => {
  if (given === undefined) return undefined
  const scope = readScope(given)
  if (Option.isNone(scope))
    throw new TypeError("scope must have readOnly (a boolean), datasetId (an id) and role, or some of them.")
  const { datasetId = null, readOnly = false, role = null } = scope.value
  return { readOnly, datasetId, role, webhooksOf: null }
}

const readScope = Schema.decodeUnknownOption(
  Schema.Struct({
    readOnly: Schema.optional(Schema.Boolean),
    datasetId: Schema.optional(Schema.NullOr(DatasetId)),
    role: Schema.optional(Schema.NullOr(Role)),
  }),
  { onExcessProperty: "error" },
)

/**
 * An id that is a lower-case name stays as it is. All others become a digest, because names are compared without regard to
 * case and cannot contain every character.
 */
export const toAccountName = (id: string): string =>
  /^[a-z0-9][a-z0-9._-]{0,99}$/.test(id) && !id.startsWith(prefix)
    ? id
    : prefix + computeSha256Hex(id).slice(0, 40)

const prefix = "id-"
