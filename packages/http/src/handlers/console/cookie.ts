/** The cookie of a session. Only the addresses that begin and end sessions set it: clients such as the SDK repeat cookies. */
import { type AuthenticationRequest, findCookie } from "@annotary/core/effect"
import { Redacted } from "effect"
import type { Site } from "./site.ts"

/** Browsers take a cookie with this prefix only with `Secure` and for the whole host; no other host can set it. */
const getCookieName = ({ secure }: Pick<Site, "secure">): string => (secure ? "__Host-annotary" : "annotary")

const formatAttributes = ({ secure }: Site): string =>
  `Path=/; ${secure ? "Secure; " : ""}HttpOnly; SameSite=Strict`

/** The header that gives the session to the browser, until the browser ends. */
export const formatSessionCookie = (site: Site, secret: Redacted.Redacted): string =>
  `${getCookieName(site)}=${Redacted.value(secret)}; ${formatAttributes(site)}`

/** The header that takes the session from the browser. */
export const formatEndedSessionCookie = (site: Site): string =>
  `${getCookieName(site)}=; Max-Age=0; ${formatAttributes(site)}`

/** The secret of the session that a request has. */
export const readSessionSecret = (
  request: Pick<AuthenticationRequest, "header">,
  site: Pick<Site, "secure">,
): Redacted.Redacted | undefined => {
  const value = findCookie(request, getCookieName(site))
  return value === undefined || value === "" ? undefined : Redacted.make(value)
}
