/** The session of this browser, and who is signed in. */
import { queryOptions } from "@tanstack/react-query"
import { type Api, api, readBody } from "./client.ts"
import { hasStatus } from "./problem.ts"
import { makeQuery } from "./query.ts"

/** The session of this browser; null while nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: ({ signal }) =>
    readBody(api.GET("/console/session", { signal })).catch((error: unknown) => {
      if (hasStatus(error, 401, 403, 404)) return null
      throw error
    }),
  // A session that ends shows by the 401 of another call. Reading it again would forget who is on the page, whom the sign-in over it needs.
  staleTime: ({ state }) => (state.data == null ? 60_000 : Number.POSITIVE_INFINITY),
})

/** The person of an API's credentials, with their organizations. */
export const makeUserQuery = (of: Api) =>
  makeQuery(["user"], (signal) => of.GET("/user", { signal }), { staleTime: 60_000 })

/** The person who is signed in to the console. */
export const userQuery = makeUserQuery(api)

/** Credentials of a sign-in. */
export type Credential = { readonly api_key: string } | { readonly token: string }

/** Begins a session; the browser keeps its cookie. */
export const signIn = (credential: Credential) => readBody(api.POST("/console/session", { body: credential }))

/** Ends the session of this browser. */
export const signOut = () => readBody(api.DELETE("/console/session"))
