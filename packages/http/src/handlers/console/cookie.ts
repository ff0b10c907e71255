/** The cookie of a session. Only the addresses that begin and end sessions set it: clients such as the SDK repeat cookies. */
import { type AuthenticationRequest, cookieOf } from "@annotary/core/effect"
import { Redacted } from "effect"
import type { Site } from "./site.ts"

/** Browsers take a cookie with this prefix only with `Secure` and for the whole host; no other host can set it. */
const nameOf = ({ secure }: Pick<Site, "secure">): string => (secure ? "__Host-annotary" : "annotary")

const attributes = ({ secure }: Site): string =>
  `Path=/; ${secure ? "Secure; " : ""}HttpOnly; SameSite=Strict`

/** The header that gives the session to the browser, until the browser ends. */
export const sessionCookie = (site: Site, secret: Redacted.Redacted): string =>
  `${nameOf(site)}=${Redacted.value(secret)}; ${attributes(site)}`

/** The header that takes the session from the browser. */
export const noSessionCookie = (site: Site): string => `${nameOf(site)}=; Max-Age=0; ${attributes(site)}`

/** The secret of the session that a request has. */
export const sessionSecret = (
  request: Pick<AuthenticationRequest, "header">,
  site: Pick<Site, "secure">,
): Redacted.Redacted | undefined => {
  const value = cookieOf(request, nameOf(site))
  return value === undefined || value === "" ? undefined : Redacted.make(value)
}
