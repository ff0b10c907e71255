/** Builds requests: path parameters are percent-encoded, switches and lists encoded for the API, bodies serialized. */
import { type JsonTree, writeJson } from "@annotary/core/effect"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import type { Endpoint } from "./endpoints.ts"
import type { LooseRequest } from "./types.ts"

export interface Caller {
  readonly baseUrl: string
  readonly apiKey?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

export const makeRequest = (
  { apiKey, baseUrl, headers }: Caller,
  { method, path }: Endpoint,
  request: LooseRequest,
): HttpClientRequest.HttpClientRequest => {
  const url = baseUrl.replace(/\/+$/, "") + formatPath(path, request.path ?? {})
  return HttpClientRequest.make(method)(url).pipe(
    HttpClientRequest.setUrlParams(toQuery(request.urlParams ?? {})),
    HttpClientRequest.setHeaders({
      ...headers,
      ...(apiKey === undefined ? {} : { authorization: `APIKey ${apiKey}` }),
      ...omitUndefined(request.headers ?? {}),
    }),
    (made) => withBody(made, request.payload),
  )
}

const withBody = (
  request: HttpClientRequest.HttpClientRequest,
  payload: unknown,
): HttpClientRequest.HttpClientRequest => {
  if (payload === undefined) return request
  if (payload instanceof FormData) return HttpClientRequest.bodyFormData(request, payload)
  if (payload instanceof LinesText)
    return HttpClientRequest.bodyText(
      HttpClientRequest.setHeader(request, "annotary-lines", String(payload.count)),
      payload.text,
      "application/x-ndjson",
    )
  // Cast: the types of the calls allow JSON values only.
  return HttpClientRequest.bodyText(request, writeJson(payload as JsonTree), "application/json")
}

/** A body of NDJSON. Its number of lines is sent as well, so that the server notices missing ones. */
export class LinesText {
  constructor(
    readonly text: string,
    readonly count: number,
  ) {}
}

const formatPath = (path: string, names: Readonly<Record<string, string>>): string =>
  path.replace(/:(\w+)/g, (_all, name: string) => encodeSegment(names[name], name))

/** `.` and `..` would change the address: URL parsers resolve them even when they are percent-encoded. */
const encodeSegment = (value: string | undefined, name: string): string => {
  if (value === undefined || /^\.{0,2}$/.test(value)) throw new TypeError(`${name} cannot stand in a path`)
  return encodeURIComponent(value)
}

const toQuery = (parameters: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(parameters).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, queryText(value)]],
    ),
  )

const queryText = (value: unknown): string => {
  if (typeof value === "boolean") return value ? "1" : "0"
  return Array.isArray(value) ? value.map(String).join(",") : String(value)
}

const omitUndefined = (headers: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
