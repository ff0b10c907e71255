/**
 * The state of a sign-in at a provider, in a cookie of the browser that began it. The cookie is signed, and has a random value from
 * which the server derives state, nonce and code verifier: whoever reads the cookie knows none of them.
 */
import { generateSecret, type SigningKeys } from "@annotary/core/effect"
import * as Url from "@effect/platform/Url"
import { Clock, Effect, Either, Encoding } from "effect"
import type { SignInFlow } from "./SignInProvider.ts"
import type { Site } from "./site.ts"

/** A person has this long to sign in at the provider. */
const seconds = 600

/** A sign-in, and the page of the console to which it leads. */
export interface PendingSignIn {
  readonly flow: SignInFlow
  readonly returnPath: string
}

/** Begins a sign-in. `cookie` is its state. */
export const beginFlow = (keys: SigningKeys, redirectUri: string, returnPath: string) =>
  Effect.gen(function* () {
    const random = generateSecret()
    const expires = Math.floor((yield* Clock.currentTimeMillis) / 1000) + seconds
    const content = `${random}.${expires}.${Encoding.encodeBase64Url(returnPath)}`
    const cookie = `${content}.${yield* keys.sign(toSignedText(content))}`
    return { cookie, flow: yield* makeFlow(keys, redirectUri, random) }
  })

/** The sign-in of a cookie. Undefined when the server did not make it, or it is over. */
export const readFlow = (
  keys: SigningKeys,
  redirectUri: string,
  cookie: string,
): Effect.Effect<PendingSignIn | undefined> =>
  Effect.gen(function* () {
    const [random = "", expires = "", path = "", signature = ""] = cookie.split(".")
    const isOurs = yield* keys.verify(toSignedText(`${random}.${expires}.${path}`), signature)
    if (!isOurs || Number(expires) * 1000 <= (yield* Clock.currentTimeMillis)) return undefined
    const returnPath = yield* Effect.orDie(Encoding.decodeBase64UrlString(path))
    return { flow: yield* makeFlow(keys, redirectUri, random), returnPath }
  })

const toSignedText = (content: string): string => `sign-in ${content}`

const makeFlow = (keys: SigningKeys, redirectUri: string, random: string): Effect.Effect<SignInFlow> =>
  Effect.gen(function* () {
    return {
      redirectUri,
      state: yield* keys.sign(`sign-in state ${random}`),
      nonce: yield* keys.sign(`sign-in nonce ${random}`),
      verifier: yield* keys.sign(`sign-in verifier ${random}`),
    }
  })

/** The name of the cookie on a site. */
export const getFlowCookieName = ({ secure }: Site): string =>
  secure ? "__Host-annotary-sign-in" : "annotary-sign-in"

/** The header that gives the state to the browser. Lax: Strict cookies are not sent when a provider redirects. */
export const formatFlowCookie = (site: Site, value: string): string =>
  `${getFlowCookieName(site)}=${value}; Max-Age=${value === "" ? 0 : seconds}; Path=/; ${site.secure ? "Secure; " : ""}HttpOnly; SameSite=Lax`

/** A page of the console as a path; its start page for anything else. Control characters and backslashes change what browsers read. */
export const toConsolePath = (wanted: string | undefined): string => {
  const start = "/console/"
  if (wanted === undefined || wanted.length > 1000 || !wanted.startsWith(start)) return start
  if (!/^[\x21-\x5b\x5d-\x7e]*$/.test(wanted)) return start
  const url = Url.fromString(wanted, base)
  if (Either.isLeft(url)) return start
  const { hash, origin, pathname, search } = url.right
  return origin === base && pathname.startsWith(start) ? `${pathname}${search}${hash}` : start
}

const base = "http://page.invalid"
