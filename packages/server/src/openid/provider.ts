/** Signs people in with OpenID Connect: the authorization code flow with PKCE, state and nonce. */
import { LinkedIdentities } from "@annotary/core/effect"
import { type SignInFlow, type SignInProvider, SignInRefused } from "@annotary/http"
import { Effect } from "effect"
import type { Settings } from "../settings/settings.ts"
import { type Claims, isIncomplete, toProfile } from "./claims.ts"
import { failSignIn, type OpenIdClient, openIdClient } from "./client.ts"

/** The provider of the settings; undefined without one. */
export const openIdProvider = (
  settings: Settings,
): Effect.Effect<SignInProvider | undefined, never, LinkedIdentities> =>
  Effect.map(LinkedIdentities, (identities) => {
    const client = openIdClient(settings)
    if (client === undefined) return undefined

    const begin = ({ nonce, redirectUri, state, verifier }: SignInFlow) =>
      Effect.gen(function* () {
        const { config, library } = yield* client
        const challenge = yield* Effect.promise(() => library.calculatePKCECodeChallenge(verifier))
        const parameters = {
          redirect_uri: redirectUri,
          scope: ["openid", ...settings.openidScopes.filter((scope) => scope !== "openid")].join(" "),
          state,
          nonce,
          code_challenge: challenge,
          code_challenge_method: "S256",
        }
        // The metadata may lack the address, or have one that is none.
        return yield* Effect.try({
          try: () => library.buildAuthorizationUrl(config, parameters),
          catch: (cause) => cause,
        }).pipe(
          Effect.catchAll((cause) =>
            failSignIn("The identity provider has no address for signing in.", cause),
          ),
        )
      })

    const complete = (flow: SignInFlow, answer: URL) =>
      Effect.gen(function* () {
        const { claims, ...identity } = yield* Effect.flatMap(client, (loaded) =>
          Effect.tryPromise({
            try: () => authenticate(loaded, flow, answer, settings),
            catch: (cause) => cause,
          }).pipe(
            Effect.catchAll((cause) => failSignIn("A sign-in with the identity provider failed.", cause)),
          ),
        )
        const signIn = yield* identities.signIn(toProfile(identity, claims, settings))
        if (signIn._tag === "SignedIn") return signIn.user.username
        yield* Effect.logInfo("A person of the identity provider was refused.").pipe(
          Effect.annotateLogs({ reason: signIn.reason }),
        )
        return yield* new SignInRefused({ reason: signIn.reason })
      })

    return { begin, complete }
  })

/** Exchanges the code and checks the ID token: signature, issuer, audience, time of issue, expiry and nonce. */
const authenticate = async (
  { config, library }: OpenIdClient,
  { nonce, state, verifier }: SignInFlow,
  answer: URL,
  settings: Settings,
) => {
  const tokens = await library.authorizationCodeGrant(config, answer, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  })
  const token = tokens.claims()
  if (token === undefined) throw new Error("The provider sent no ID token.")
  const { iat: issuedAt, iss: issuer, sub: subject } = token
  refuseFutureToken(issuedAt, Date.now() / 1000)
  const hasUserInfo = config.serverMetadata().userinfo_endpoint !== undefined
  const more: Claims =
    hasUserInfo && isIncomplete(token, settings)
      ? await library.fetchUserInfo(config, tokens.access_token, subject)
      : {}
  return { issuer, subject, claims: { ...more, ...token } satisfies Claims }
}

/** The clocks of the provider and of this server may differ by so many seconds. */
const maxClockDifference = 60

/** The library checks that the time of issue is a number, and compares it with nothing. */
const refuseFutureToken = (issuedAt: number, now: number): void => {
  const ahead = Math.round(issuedAt - now)
  if (ahead <= maxClockDifference) return
  throw new Error(
    `The ID token says that it was issued ${ahead} seconds in the future; check the clocks of the identity provider and of this server.`,
  )
}
