/** The API of an application's components: at its address, with its token. */
import { type Api, makeApi, type Send } from "../api/client.ts"
import type { EmbedOptions } from "./types.ts"

/** The client for these options. They are read with each request, so that the component may change its callbacks. */
export const makeEmbeddedApi = (baseUrl: string | undefined, read: () => EmbedOptions): Api =>
  makeApi(toAddress(baseUrl), withToken(read))

/** Without a slash at its end. Relative addresses are those of the page. */
const toAddress = (baseUrl: string | undefined): string =>
  new URL(baseUrl ?? "/", location.href).href.replace(/\/+$/, "")

const withToken = (read: () => EmbedOptions): Send => {
  /** One for all requests at once. */
  let fetched: Promise<string> | undefined
  const take = (token: EmbedOptions["token"]): Promise<string> | undefined => {
    if (typeof token === "string") return Promise.resolve(token)
    if (token === undefined) return undefined
    fetched ??= Promise.resolve(token()).catch((error: unknown) => {
      fetched = undefined
      throw error
    })
    return fetched
  }
  const send = async (request: Request, pending: Promise<string> | undefined): Promise<Response> => {
    if (pending !== undefined) request.headers.set("authorization", formatAuthorization(await pending))
    return (read().fetch ?? sendWithoutCookies)(request)
  }
  return async (request) => {
    const { token } = read()
    const first = take(token)
    const again = typeof token === "function" ? request.clone() : undefined
    const response = await send(request, first)
    if (response.status !== 401 || again === undefined) return response
    // Another request may have fetched a new token meanwhile.
    if (fetched === first) fetched = undefined
    return send(again, take(token))
  }
}

/**
 * The session of the console belongs to its own pages. On an application's page of the same origin its cookie would
 * name somebody else than the application means.
 */
const sendWithoutCookies: Send = (request) => fetch(request, { credentials: "omit" })

/** The keys of the API are accepted too: for trials, where nobody else sees the page. */
const formatAuthorization = (token: string): string =>
  token.startsWith("ann_") ? `APIKey ${token}` : `Bearer ${token}`
