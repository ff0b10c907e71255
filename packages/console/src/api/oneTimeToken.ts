/**
 * The one-time token of a sign-in link. It comes in the fragment of the address, which no server, log or other site sees, and leaves the
 * address bar and the history before anything else happens.
 */

let token: string | undefined

/** Takes the token from a location, and returns the address without it. */
export const withoutToken = (address: URL): { readonly token: string | undefined; readonly address: URL } => {
  const fragment = new URLSearchParams(address.hash.slice(1))
  const found = fragment.get("t") ?? undefined
  if (found === undefined) return { token: undefined, address }
  const rest = new URL(address)
  fragment.delete("t")
  rest.hash = fragment.toString()
  return { token: found, address: rest }
}

/** Takes the token from the address bar and keeps it until the sign-in page asks for it. */
export const takeOneTimeToken = (): void => {
  const taken = withoutToken(new URL(location.href))
  if (taken.token === undefined) return
  history.replaceState(history.state, "", taken.address)
  token = taken.token
}

/** The token of the address with which the page was opened. A second call returns undefined: a token works once. */
export const oneTimeToken = (): string | undefined => {
  const taken = token
  token = undefined
  return taken
}
