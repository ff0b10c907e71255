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
export const takeTokens = (address: URL): { readonly tokens: LinkTokens; readonly address: URL } => {
  const fragment = new URLSearchParams(address.hash.slice(1))
  const take = (name: string) => {
    const token = fragment.get(name) ?? undefined
    fragment.delete(name)
    return token
  }
  const tokens = { signIn: take("t"), invitation: take("i") }
  if (tokens.signIn === undefined && tokens.invitation === undefined) return { tokens, address }
  const rest = new URL(address)
  rest.hash = fragment.toString()
  return { tokens, address: rest }
}

/** Takes the tokens from the address bar and keeps them until their page asks for them. */
export const takeLinkTokens = (): void => {
  const takenTokens = takeTokens(new URL(location.href))
  if (takenTokens.address.href === location.href) return
  history.replaceState(history.state, "", takenTokens.address)
  taken = { signIn: takenTokens.tokens.signIn, invitation: takenTokens.tokens.invitation ?? taken.invitation }
}

/** The token of a sign-in. A second call returns undefined: a token works once. */
export const getOneTimeToken = (): string | undefined => {
  const { signIn } = taken
  taken = { ...taken, signIn: undefined }
  return signIn
}

/** The token of an invitation. It stays for as long as the page is open, so that people can sign in before they accept. */
export const getInvitationToken = (): string | undefined => taken.invitation

/** Forgets the token of an invitation that was accepted. */
export const forgetInvitation = (): void => {
  taken = { ...taken, invitation: undefined }
}
