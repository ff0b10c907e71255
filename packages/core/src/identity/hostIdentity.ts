/**
 * Identity of the application that hosts the engine: a plain function says who sent a request, and the engine keeps an account
 * for each of them. The function is asked once for every request and its answer is never kept; the account is looked up with
 * it, and remembered for `identityCacheMillis`.
 */
import { Data, Effect, Layer, Option } from "effect"
import { CurrentActor, type Person, system } from "../domain/Actor.ts"
import { Unauthorized } from "../domain/errors.ts"
import { nameKey } from "../domain/Names.ts"
import { ApiKeys } from "./ApiKeys.ts"
import type { AuthenticationRequest } from "./AuthenticationRequest.ts"
import { Authenticator, ofApiKey } from "./Authenticator.ts"
import { accountNameOf } from "./accountName.ts"
import { keyOfHeader } from "./apiKeyFormat.ts"
import { IdentityCache } from "./IdentityCache.ts"
import { Users } from "./Users.ts"

/** A person as the host knows them: by the name of their account, or by an id of the host's that stands for it. */
export type HostUser = ({ readonly username: string } | { readonly id: string }) & {
  /** Kept when the account is made, and not changed afterwards. */
  readonly email?: string | null | undefined
  /** Whether this request may do what site admins may; by default what the account says. */
  readonly siteAdmin?: boolean | undefined
}

/** Who sent the request; nothing for nobody, who is then answered 401. What it throws is answered 500 and logged. */
export type FindUser = (
  request: AuthenticationRequest,
) => HostUser | null | undefined | Promise<HostUser | null | undefined>

export interface HostIdentityOptions {
  /** People whom the engine has no account of: made at their first request (by default), or refused like nobody. */
  readonly unknown?: "create" | "refuse" | undefined
  /** True: who sends an API key of the engine is known by that, and the function is not asked; for scripts and SDKs. */
  readonly apiKeys?: boolean | undefined
}

/** The host's function failed, or named somebody who cannot have an account: a fault of the host, not of the request. */
export class HostIdentityFailed extends Data.TaggedError("HostIdentityFailed")<{ readonly cause: unknown }> {
  override get message() {
    return "The application's function for the identity of a request failed."
  }
}

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

      const ask = (request: AuthenticationRequest) =>
        Effect.tryPromise({
          try: async () => personOf(await find(request)),
          catch: (cause) => new HostIdentityFailed({ cause }),
        }).pipe(Effect.orDie)

      const account = (name: string, email: string | null): Effect.Effect<Person, Unauthorized> => {
        const known = users.actorNamed(name)
        if (unknown === "refuse") return known
        const made = users.create({ username: name, email }).pipe(
          Effect.provideService(CurrentActor, system),
          Effect.catchTags({
            // Somebody else's first request, or an account that may not enter: the second look tells.
            AlreadyExists: () => Effect.void,
            InvalidInput: (cause) => Effect.die(new HostIdentityFailed({ cause })),
            PermissionDenied: Effect.die,
          }),
        )
        return Effect.orElse(known, () => Effect.zipRight(made, known))
      }

      const authenticate = Effect.fn("HostIdentity.authenticate")(function* (request: AuthenticationRequest) {
        if (apiKeys && keyOfHeader(request.header("authorization")) !== null)
          return yield* ofApiKey(keys, request)
        const found = yield* ask(request)
        if (found === null) return yield* new Unauthorized()
        const { email, name, siteAdmin } = found
        const entry = `host ${nameKey(name)}`
        const person = yield* cache.through(entry, entry, account(name, email))
        return siteAdmin === undefined ? person : { ...person, siteAdmin }
      })

      const rateKey = (request: AuthenticationRequest): Option.Option<string> =>
        apiKeys ? Option.fromNullable(keyOfHeader(request.header("authorization"))) : Option.none()

      return { authenticate, rateKey }
    }),
  )

interface Named {
  readonly name: string
  readonly email: string | null
  readonly siteAdmin: boolean | undefined
}

/**
 * What the function has answered, looked at as it came: not every host has a compiler, an empty id would be one account for
 * everybody without one, and a text in the place of a switch would be taken for true.
 */
const personOf = (found: unknown): Named | null => {
  if (found === null || found === undefined) return null
  const { email, id, siteAdmin, username }: { readonly [Key in Member]?: unknown } = Object(found)
  const name =
    id === undefined ? username : typeof id === "string" && id !== "" ? accountNameOf(id) : undefined
  if (typeof name !== "string") throw new TypeError("It names nobody: username, or id, must be a text.")
  if (siteAdmin !== undefined && typeof siteAdmin !== "boolean")
    throw new TypeError("siteAdmin must be true, false or undefined.")
  if (email !== undefined && email !== null && typeof email !== "string")
    throw new TypeError("email must be a text, null or undefined.")
  return { name, email: email ?? null, siteAdmin }
}

type Member = "username" | "id" | "email" | "siteAdmin"
