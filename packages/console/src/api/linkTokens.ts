/**
 * The token of a link: of a sign-in, or of an invitation. It comes in the fragment of the address, which no server, log or other site
 * sees, and leaves the address bar and the history before anything else happens.
 */

/** The tokens of the address with which the page was opened. */
export interface LinkTokens {
  /** Works once, and for a short time. */
  readonly signIn: string | undefined
  readonly invitation: string | undefined
}

let taken: LinkTokens = { signIn: undefined, invitation: undefined }

/** Takes the tokens from a location, and returns the address without them. */
export const withoutTokens = (address: URL): { readonly tokens: LinkTokens; readonly address: URL } => {
  const fragment = new URLSearchParams(address.hash.slice(1))
  const take = (name: string) => {
    const found = fragment.get(name) ?? undefined
    fragment.delete(name)
    return found
  }
  const tokens = { signIn: take("t"), invitation: take("i") }
  if (tokens.signIn === undefined && tokens.invitation === undefined) return { tokens, address }
  const rest = new URL(address)
  rest.hash = fragment.toString()
  return { tokens, address: rest }
}

/** Takes the tokens from the address bar and keeps them until their page asks for them. */
export const takeLinkTokens = (): void => {
  const found = withoutTokens(new URL(location.href))
  if (found.address.href === location.href) return
  history.replaceState(history.state, "", found.address)
  taken = { signIn: found.tokens.signIn, invitation: found.tokens.invitation ?? taken.invitation }
}

/** The token of a sign-in. A second call returns undefined: a token works once. */
export const oneTimeToken = (): string | undefined => {
  const { signIn } = taken
  taken = { ...taken, signIn: undefined }
  return signIn
}

/** The token of an invitation. It stays for as long as the page is open, so that people can sign in before they accept. */
export const invitationToken = (): string | undefined => taken.invitation

/** Forgets the token of an invitation that was accepted. */
export const forgetInvitation = (): void => {
  taken = { ...taken, invitation: undefined }
}
