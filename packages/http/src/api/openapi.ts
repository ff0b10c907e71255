/**
 * Generates the OpenAPI 3.1 document from the declaration. Adds what the declaration cannot express, for all endpoints:
 * errors are problem details, keys are sent in a header, POST and PATCH accept an Idempotency-Key.
 */
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpMethod from "@effect/platform/HttpMethod"
import * as OpenApi from "@effect/platform/OpenApi"
import { Context, Option, Schema } from "effect"
import { AnnotaryApi } from "./Api.ts"
import { listEndpoints } from "./listEndpoints.ts"
import { filterReferenced, removeIds, replaceByReferences } from "./openapi/components.ts"
import { examples } from "./openapi/examples.ts"
import { findAnswerHeaders } from "./openapi/headers.ts"
import { addRefusals, makeResponseComponents } from "./openapi/responses.ts"
import { closeBodies } from "./openapi/strictBodies.ts"
import { makeWebhookOperations } from "./openapi/webhooks.ts"
import { Permission } from "./permission.ts"
import {
  hasRequiredBody,
  LenientBody,
  LenientQuery,
  LinesBody,
  NotIdempotent,
  Public,
  Ranged,
  RawBody,
} from "./rawJson.ts"

type Operation = OpenApi.OpenAPISpecOperation

/** A cache of the process: the document depends on nothing but the declaration. */
let made: OpenApi.OpenAPISpec | undefined

/** Returns the OpenAPI document of the API. It is generated at the first call and cached. */
export const openApi = (): OpenApi.OpenAPISpec => {
  made ??= build()
  return made
}

const build = (): OpenApi.OpenAPISpec => {
  const spec = removeIds(OpenApi.fromApi(AnnotaryApi, { additionalPropertiesStrategy: "allow" }))
  const strict = new Set<string>()
  for (const { endpoint, mergedAnnotations: annotations } of listEndpoints(AnnotaryApi)) {
    const { method, path } = toAddress(endpoint)
    const operation = spec.paths[path]?.[method]
    if (operation === undefined) continue
    complete(operation, method, annotations)
    if (operation.requestBody !== undefined)
      Object.assign(operation.requestBody, { required: isBodyRequired(endpoint) })
    if (!Context.get(annotations, LenientBody)) strict.add(operation.operationId)
  }
  Object.assign(spec.components, { responses: makeResponseComponents() })
  spec.components.securitySchemes = {
    apiKey: {
      type: "apiKey",
      in: "header",
      name: "Authorization",
      description: "`Authorization: APIKey <key>`",
    },
  }
  spec.paths = replaceByReferences(spec.paths, spec.components.schemas)
  spec.components.schemas = filterReferenced(spec, spec.components.schemas)
  closeBodies(spec, ({ operationId }) => strict.has(operationId))
  for (const [name, schema] of Object.entries(spec.components.schemas))
    if (examples[name] !== undefined) Object.assign(schema, { examples: [examples[name]] })
  return Object.assign(spec, { webhooks: makeWebhookOperations() })
}

interface Address {
  readonly method: OpenApi.OpenAPISpecMethodName
  readonly path: string
}

type Endpoint = HttpApiEndpoint.HttpApiEndpoint<string, HttpMethod.HttpMethod>

const toAddress = ({ method, path }: Endpoint): Address => ({
  // Cast: the lower-case names of HTTP methods are the members of a path item.
  method: method.toLowerCase() as OpenApi.OpenAPISpecMethodName,
  path: path.replace(/:(\w+)/g, "{$1}"),
})

/** As in the transport: a POST or a DELETE without a body has the empty object as payload. */
const isBodyRequired = ({ method, payloadSchema }: Endpoint): boolean => {
  if (hasRequiredBody(method) || Option.isNone(payloadSchema)) return true
  const schema = Schema.make<unknown, unknown, never>(payloadSchema.value.ast)
  return Option.isNone(Schema.decodeUnknownOption(schema)({}))
}

const complete = (operation: Operation, method: string, annotations: Context.Context<never>): void => {
  operation.security = toSecurity(annotations)
  const repeatable = (method === "post" || method === "patch") && !Context.get(annotations, NotIdempotent)
  if (repeatable) operation.parameters.push(idempotencyKey)
  if (Context.get(annotations, LinesBody)) addLines(operation)
  if (Context.get(annotations, RawBody)) Object.assign(operation, { requestBody: form })
  if (Context.get(annotations, LenientQuery)) operation.description ??= lenientQuery
  for (const parameter of operation.parameters) if (parameter.in === "path") parameter.required = true
  for (const [status, response] of Object.entries(operation.responses))
    if (Number(status) < 400) Object.assign(response, findAnswerHeaders(operation.operationId, status))
  const ranged = Context.get(annotations, Ranged)
  if (ranged) Object.assign(operation.responses, { 206: makePartialResponse(operation) })
  // Reusing a key for another request is a conflict on every endpoint.
  addRefusals(operation, [...(repeatable ? ["409"] : []), ...(ranged ? ["416"] : [])])
}

const lenientQuery = "Unknown parameters and invalid values are ignored."

/** The response to a request with a `Range` header. */
const makePartialResponse = ({ responses }: Operation): object => ({
  description: "The part requested by the `Range` header",
  headers: { "Content-Range": { description: "`bytes <first>-<last>/<size>`", schema: { type: "string" } } },
  content: Object.fromEntries(
    Object.keys(responses[200]?.content ?? {}).map((type) => [
      type,
      { schema: { type: "string", format: "binary" } },
    ]),
  ),
})

/** Metrics need a key unless the host has opened them. */
const toSecurity = (annotations: Context.Context<never>): Operation["security"] => {
  if (!Context.get(annotations, Public)) return [{ apiKey: [] }]
  return Context.get(annotations, Permission) === "anyone" ? [] : [{ apiKey: [] }, {}]
}

const idempotencyKey: OpenApi.OpenAPISpecParameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "A key that makes the request idempotent: a repeated request with the same key is carried out once and gets the same response, for 24 hours by default",
  schema: { type: "string", minLength: 1, maxLength: 255 },
}

const addLines = (operation: Operation): void => {
  const line = { $ref: "#/components/schemas/NewSampleLine" }
  const content = { ...operation.requestBody?.content, "application/x-ndjson": { schema: line } }
  const response = {
    description: "For NDJSON: one line per line of the body, and a last line with totals",
    content: { "application/x-ndjson": { schema: { $ref: "#/components/schemas/ImportLine" } } },
  }
  // Assigned, because the library's types do not know this content type.
  Object.assign(operation, { requestBody: { content, required: true } })
  Object.assign(operation.responses, { 200: response })
  operation.parameters.push(lineCount)
}

const lineCount: OpenApi.OpenAPISpecParameter = {
  name: "annotary-lines",
  in: "header",
  required: false,
  description:
    'With NDJSON: the number of lines of the body, or `last` for a body that ends with the line `{"lines": N}`. A body with another number of lines is rejected, so that a truncated body is not accepted',
  schema: { type: "string", pattern: "^([0-9]+|last)$" },
}

/** Assigned too: the library's type of strings has no `format: "binary"`. */
const form: object = {
  required: true,
  content: {
    "multipart/form-data": {
      schema: {
        type: "object",
        required: ["file"],
        properties: { file: { type: "string", format: "binary" } },
        additionalProperties: { type: "string" },
      },
    },
  },
}
