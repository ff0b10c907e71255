/** The client of the identity provider. The library and the provider's metadata are loaded with the first sign-in. */
import { SignInRefused } from "@annotary/http"
import { Effect, Redacted } from "effect"
import type { Configuration } from "openid-client"
import type { Settings } from "../settings/settings.ts"

type Library = typeof import("openid-client")

/** The library, configured for the provider. */
export interface OpenIdClient {
  readonly library: Library
  readonly config: Configuration
}

/** A provider that takes longer counts as one that does not answer. */
const timeoutSeconds = 10

/** Loads the client once; a failure is not kept. Undefined without a provider in the settings. */
export const openIdClient = (settings: Settings): Effect.Effect<OpenIdClient, SignInRefused> | undefined => {
  const { openidIssuer } = settings
  if (openidIssuer === undefined) return undefined
  let loadedClient: OpenIdClient | undefined
  return Effect.suspend(() => {
    if (loadedClient !== undefined) return Effect.succeed(loadedClient)
    return Effect.tryPromise({ try: () => load(openidIssuer, settings), catch: (cause) => cause }).pipe(
      Effect.tap((loaded) => {
        loadedClient = loaded
        return Effect.void
      }),
      Effect.catchAll((cause) =>
        failSignIn("The metadata of the identity provider could not be read.", cause),
      ),
    )
  })
}

const load = async (
  issuer: string,
  { openidClientId, openidClientSecret }: Settings,
): Promise<OpenIdClient> => {
  const library = await import("openid-client")
  const secret = openidClientSecret === undefined ? undefined : Redacted.value(openidClientSecret)
  const isPlain = new URL(issuer).protocol === "http:"
  const config = await library.discovery(
    new URL(issuer),
    openidClientId,
    undefined,
    secret === undefined ? library.None() : library.ClientSecretBasic(secret),
    {
      timeout: timeoutSeconds,
      // Also the signature of the ID token is checked, not only the connection that it came over.
      execute: [library.enableNonRepudiationChecks, ...(isPlain ? [library.allowInsecureRequests] : [])],
    },
  )
  return { library, config }
}

/** Logs why a sign-in failed; the person learns only that it did. The log has no tokens. */
export const failSignIn = (event: string, cause: unknown): Effect.Effect<never, SignInRefused> => {
  const { code, error, message, status } = getDetails(cause)
  const isDenied = typeof error === "string" && status === undefined
  // `fetch` fails with a plain TypeError, the library refuses what it cannot use with one that has a code.
  const isAway = (cause instanceof TypeError && code === undefined) || code === "OAUTH_TIMEOUT"
  return Effect.logWarning(event).pipe(
    Effect.annotateLogs({ error: String(error ?? code ?? ""), reason: String(message ?? "") }),
    Effect.zipRight(new SignInRefused({ reason: isAway ? "unavailable" : isDenied ? "denied" : "failed" })),
  )
}

const getDetails = (
  cause: unknown,
): { readonly [Name in "code" | "error" | "message" | "status"]?: unknown } => Object(cause)
