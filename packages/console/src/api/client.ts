/** The client of the API, typed by its OpenAPI document. Calls return the body of the answer, or throw. */
import createClient, { type Client, type Middleware } from "openapi-fetch"
import { base, computeApiBase } from "./base.ts"
import type { components, paths } from "./generated.ts"
import { toApiError, Unreachable } from "./problem.ts"
import { notesSessionEnd } from "./sessionEnd.ts"

/** A record of the API by its name in the OpenAPI document. */
export type Wire<Name extends keyof components["schemas"]> = components["schemas"][Name]

/** Marks requests as those of a page of the console; forms and other sites cannot send it. */
const ofConsole: Middleware = {
  onRequest: ({ request }) => {
    if (request.method === "GET" || request.method === "HEAD") return
    request.headers.set("annotary-console", "1")
    if (!request.headers.has("content-type")) request.headers.set("content-type", "application/json")
  },
}

const reachable: Middleware = {
  onError: ({ error }) => (isAborted(error) ? undefined : new Unreachable("", { cause: error })),
}

const isAborted = (error: unknown): boolean => error instanceof DOMException && error.name === "AbortError"

/** Sends a request. */
export type Send = (request: Request) => Promise<Response>

/** The client of an API. `send` makes a request that the client has prepared. */
export interface Api extends Client<paths> {
  readonly send: Send
}

/** A client of the API at an address, such as `https://annotary.example.com`. */
export const makeApi = (baseUrl: string, send: Send, ...middlewares: ReadonlyArray<Middleware>): Api => {
  const client = createClient<paths>({ baseUrl, fetch: send })
  client.use(reachable, ...middlewares)
  return { ...client, send }
}

/** The API, at the address of the page. */
export const api: Api = makeApi(computeApiBase(base), (request) => fetch(request), ofConsole, notesSessionEnd)

/** An answer of the client: a body, or the body of an error. */
export interface Answer<Body> {
  readonly data?: Body
  readonly error?: unknown
  readonly response: Response
}

/** The body of an answer. Throws `ApiError` for an error response: `const user = await bodyOf(api.GET("/user"))`. */
export const readBody = async <Body>(answer: Promise<Answer<Body>>): Promise<NonNullable<Body>> => {
  const { data, error, response } = await answer
  if (!response.ok) throw toApiError(response, error)
  // Cast: an answer without a body has the type `never`.
  return data as NonNullable<Body>
}

/** A page of a list, and the cursor of the next page, from the `Link` header. */
export interface Page<Item> {
  readonly items: ReadonlyArray<Item>
  readonly next: string | undefined
}

/** A page of a list: `readPage(api.GET("/users/", { params: { query: { cursor } } }))`. */
export const readPage = async <Item>(
  answer: Promise<Answer<ReadonlyArray<Item>>>,
  parameter: Cursor = "cursor",
): Promise<Page<Item>> => {
  const { data, error, response } = await answer
  if (!response.ok) throw toApiError(response, error)
  return { items: data ?? [], next: parseNextCursor(response.headers.get("link"), parameter) }
}

/** The parameter with which a list names its next page. */
export type Cursor = "after" | "before" | "cursor"

/** The cursor of the next page in a `Link` header. */
export const parseNextCursor = (link: string | null, parameter: Cursor = "cursor"): string | undefined => {
  const target = /<([^>]*)>;\s*rel="?next"?/.exec(link ?? "")?.[1]
  return target === undefined
    ? undefined
    : (new URL(target, "http://page.invalid").searchParams.get(parameter) ?? undefined)
}
