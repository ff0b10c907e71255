/** The parts of a request that an {@link Authenticator} needs, the same on every host. */
export interface AuthenticationRequest {
  readonly method: string
  /** Path and query, below the address where the API is mounted. */
  readonly target: string
  /** A header by its name in lower case. */
  readonly header: (name: string) => string | undefined
  /**
   * The request as the host knows it, with what its middleware has added: a `Request`, Node's `IncomingMessage` (Express's,
   * with `user` or `session`), Fastify's request, Hono's context.
   */
  readonly source?: unknown
}

/** A cookie of the request by name. Of two cookies with one name the first counts: clients send the most specific first. */
export const findCookie = (
  request: Pick<AuthenticationRequest, "header">,
  name: string,
): string | undefined => {
  for (const pair of (request.header("cookie") ?? "").split(";")) {
    const sign = pair.indexOf("=")
    if (sign < 0 || pair.slice(0, sign).trim() !== name) continue
    const value = pair.slice(sign + 1).trim()
    return decodeCookie(value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value)
  }
  return undefined
}

const decodeCookie = (value: string): string => {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
