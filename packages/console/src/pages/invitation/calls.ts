/** The calls of the API about an invitation, by the token of its link. */
import { api, readBody } from "../../api/client.ts"
import { makeQuery } from "../../api/query.ts"

/** A page has one invitation. */
export const invitationKey = ["invitation"] as const

/** Asks what an invitation leads to. The token stays out of the cache. */
export const makeInvitationQuery = (token: string) =>
  makeQuery(invitationKey, (signal) => api.POST("/invitations/read", { body: { token }, signal }), {
    retry: false,
    // Once it is used up, another reading would take the key of a new account from the page.
    staleTime: Number.POSITIVE_INFINITY,
  })

export const acceptInvitation = (token: string) =>
  readBody(api.POST("/invitations/accept", { body: { token } }))

export interface NewAccount {
  readonly username: string
  /** Empty for none. */
  readonly email: string
}

/** Makes an account with the invitation. The answer shows its key this once. */
export const createAccount = (token: string, { email, username }: NewAccount) =>
  readBody(
    api.POST("/invitations/accounts", {
      body: { token, username: username.trim(), ...(email.trim() === "" ? {} : { email: email.trim() }) },
    }),
  )

export type InvitedAccount = Awaited<ReturnType<typeof createAccount>>
