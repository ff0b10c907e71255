/** Error responses as components: each is described once, and operations reference it by status. */
import type * as OpenApi from "@effect/platform/OpenApi"

type Operation = OpenApi.OpenAPISpecOperation

interface Refusal {
  readonly name: string
  readonly description: string
  readonly headers?: Readonly<Record<string, unknown>>
}

const makeHeader = (description: string, schema: object = { type: "string" }) => ({ description, schema })
const retryAfter = { "Retry-After": makeHeader("Seconds to wait", { type: "integer", minimum: 0 }) }

const refusals: Readonly<Record<string, Refusal>> = {
  400: { name: "BadRequest", description: "The request is invalid; `errors` says where" },
  401: {
    name: "Unauthorized",
    description: "The API key is missing or invalid",
    headers: { "WWW-Authenticate": makeHeader("`APIKey`") },
  },
  403: { name: "Forbidden", description: "The caller can see the resource but is not permitted to do this" },
  404: { name: "NotFound", description: "The resource does not exist, or the caller cannot see it" },
  405: {
    name: "MethodNotAllowed",
    description: "The path exists but does not accept this method",
    headers: { Allow: makeHeader("The methods that the path accepts") },
  },
  408: { name: "RequestTimeout", description: "The request took too long to arrive" },
  409: {
    name: "Conflict",
    description: "The state of the resource, or a name that is already taken, prevents the request",
  },
  410: { name: "Gone", description: "The resource existed and is no longer available" },
  412: {
    name: "PreconditionFailed",
    description: "The resource has changed: `If-Match` has another version",
  },
  413: { name: "ContentTooLarge", description: "The body is too large" },
  415: {
    name: "UnsupportedMediaType",
    description: "The Content-Type or the Content-Encoding is not accepted",
    headers: {
      "Accept-Encoding": makeHeader("The accepted encodings, when the Content-Encoding was refused"),
    },
  },
  416: {
    name: "RangeNotSatisfiable",
    description: "The requested range is outside the file",
    headers: { "Content-Range": makeHeader("`bytes */<size>`") },
  },
  421: { name: "MisdirectedRequest", description: "The server does not answer for this host name" },
  422: { name: "UnprocessableContent", description: "The request exceeds a limit of the server" },
  429: { name: "TooManyRequests", description: "Too many requests", headers: retryAfter },
  431: { name: "HeadersTooLarge", description: "The headers are too large" },
  500: {
    name: "InternalError",
    description: "An internal error. `request_id` identifies it in the log of the server",
  },
  503: { name: "Unavailable", description: "The server is temporarily unavailable", headers: retryAfter },
}

/** Statuses that every operation may return. */
const always = ["400", "405", "421", "431", "500", "503"]
/** Additional statuses of operations that need a key: requests are counted per key. */
const withKey = ["401", "429"]
/** Additional statuses of operations that take a body. */
const withBody = ["408", "413", "415"]

const problem = { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } }

/** The `components.responses` of the document. */
export const makeResponseComponents = (): Readonly<Record<string, object>> =>
  Object.fromEntries(
    Object.values(refusals).map(({ description, headers, name }) => [
      name,
      { description, ...(headers === undefined ? {} : { headers }), content: problem },
    ]),
  )

/** Adds the error responses of an operation: those it declares, the general ones, and `more`. */
export const addRefusals = (operation: Operation, more: ReadonlyArray<string> = []): void => {
  const keyed = operation.security.length > 0
  const declared = Object.keys(operation.responses).filter((status) => Number(status) >= 400)
  const statuses = new Set([
    ...declared,
    ...always,
    ...(keyed ? withKey : []),
    ...(operation.requestBody === undefined ? [] : withBody),
    ...more,
  ])
  for (const status of statuses) {
    const refusal = refusals[status]
    if (refusal === undefined) throw new Error(`${operation.operationId}: no words for status ${status}.`)
    Object.assign(operation.responses, { [status]: { $ref: `#/components/responses/${refusal.name}` } })
  }
}
