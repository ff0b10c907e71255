/**
 * The protocol over HTTP (streamable HTTP, without sessions) for every host with `Request` → `Response`. Each request carries its key,
 * as `Authorization: Bearer KEY` or as the API takes it, and becomes requests to the API with that key: limits, rights, audit and log are
 * those of the API.
 */
import { createMcpHandler } from "@modelcontextprotocol/server"
import { connect } from "./connect.ts"
import { type McpOptions, makeMcpServer } from "./makeMcpServer.ts"
import { maxMessageBytes } from "./maxMessageBytes.ts"

/** Options of {@link makeMcpHandler}, with those of its server. */
export interface McpHandlerOptions extends McpOptions {
  /** The mount path of the API, for example `/annotary`. By default the root. */
  readonly basePath?: string | undefined
}

/**
 * Returns a function that handles requests at the address of the protocol, such as `/mcp`. `api` handles requests of the API, such as
 * `webHandler(engine)`.
 */
export const makeMcpHandler = (
  api: (request: Request) => Promise<Response>,
  { basePath = "", ...options }: McpHandlerOptions = {},
): ((request: Request) => Promise<Response>) => {
  const base = normalizeBase(basePath)
  const fetchApi: typeof globalThis.fetch = (input, init) => api(new Request(input, init))
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const url = new URL(requestInfo?.url ?? "http://localhost/")
      const apiKey = requestInfo === undefined ? undefined : findKey(requestInfo)
      // In this process no request is lost, so that none is repeated.
      const client = connect({ baseUrl: `${url.origin}${base}`, apiKey, fetch: fetchApi, retries: 0 })
      return makeMcpServer(client, options)
    },
    { maxRequestBodySize: maxMessageBytes },
  )
  return async (request) => {
    const refused = await findRefusal(request, api, base)
    return refused ?? (await handler.fetch(request))
  }
}

/** The answer of the API to a key that it does not accept. Clients of the protocol ask their user for another one then. */
const findRefusal = async (
  request: Request,
  api: (request: Request) => Promise<Response>,
  base: string,
): Promise<Response | undefined> => {
  const key = findKey(request)
  const url = new URL(`${base}/user`, request.url)
  const answer = await api(
    new Request(url, {
      headers: key === undefined ? {} : { authorization: `APIKey ${key}` },
      signal: request.signal,
    }),
  )
  if (answer.ok) {
    await answer.body?.cancel()
    return undefined
  }
  const headers = new Headers()
  for (const name of ["content-type", "retry-after"]) {
    const value = answer.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  if (answer.status === 401) headers.set("www-authenticate", "Bearer")
  return new Response(answer.body, { status: answer.status, headers })
}

/** As hosts of the API read it: `annotary`, `/annotary` and `/annotary/` are one path. */
const normalizeBase = (basePath: string): string => {
  const path = basePath.split("/").filter(Boolean).join("/")
  return path === "" ? "" : `/${path}`
}

/** Cookies never count: a page of another site could send them. */
const findKey = ({ headers }: Request): string | undefined =>
  /^(?:Bearer|APIKey) +(\S+) *$/i.exec(headers.get("authorization") ?? "")?.[1]
