/**
 * The OpenAPI 3.1 document, from the declaration. What the declaration cannot say is put in here, once for all endpoints:
 * errors are problem details, keys travel in a header, POST and PATCH may carry an Idempotency-Key.
 */
import * as HttpApi from "@effect/platform/HttpApi"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpMethod from "@effect/platform/HttpMethod"
import * as OpenApi from "@effect/platform/OpenApi"
import { Context } from "effect"
import { AnnotaryApi } from "./Api.ts"
import { named, used } from "./openapi/components.ts"
import { examples } from "./openapi/examples.ts"
import { answerHeaders } from "./openapi/headers.ts"
import { Permission } from "./permission.ts"
import { LinesBody, NotIdempotent, Public, RawBody } from "./rawJson.ts"

type Operation = OpenApi.OpenAPISpecOperation

let made: OpenApi.OpenAPISpec | undefined

/** Made at the first call and kept. */
export const openApi = (): OpenApi.OpenAPISpec => {
  made ??= build()
  return made
}

const build = (): OpenApi.OpenAPISpec => {
  const spec = OpenApi.fromApi(AnnotaryApi, { additionalPropertiesStrategy: "allow" })
  eachEndpoint(({ method, path }, annotations) => {
    const operation = spec.paths[path]?.[method]
    if (operation !== undefined) complete(operation, method, annotations)
  })
  spec.components.securitySchemes = {
    apiKey: {
      type: "apiKey",
      in: "header",
      name: "Authorization",
      description: "`Authorization: APIKey <key>`",
    },
  }
  spec.paths = named(spec.paths, spec.components.schemas)
  spec.components.schemas = used(spec.paths, spec.components.schemas)
  for (const [name, schema] of Object.entries(spec.components.schemas))
    if (examples[name] !== undefined) Object.assign(schema, { examples: [examples[name]] })
  return spec
}

interface Address {
  readonly method: OpenApi.OpenAPISpecMethodName
  readonly path: string
}

const eachEndpoint = (visit: (address: Address, annotations: Context.Context<never>) => void): void =>
  HttpApi.reflect(AnnotaryApi, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, mergedAnnotations }) => visit(addressOf(endpoint), mergedAnnotations),
  })

const addressOf = ({
  method,
  path,
}: HttpApiEndpoint.HttpApiEndpoint<string, HttpMethod.HttpMethod>): Address => ({
  method: method.toLowerCase() as OpenApi.OpenAPISpecMethodName,
  path: path.replace(/:(\w+)/g, "{$1}"),
})

const complete = (operation: Operation, method: string, annotations: Context.Context<never>): void => {
  operation.security = securityOf(annotations)
  if ((method === "post" || method === "patch") && !Context.get(annotations, NotIdempotent))
    operation.parameters.push(idempotencyKey)
  if (Context.get(annotations, LinesBody)) addLines(operation)
  if (Context.get(annotations, RawBody)) operation.requestBody = form
  for (const [status, response] of Object.entries(operation.responses)) {
    if (Number(status) < 400) {
      Object.assign(response, answerHeaders(operation.operationId, status))
      continue
    }
    response.description = sentences[status] ?? "Refused"
    response.content = problem
  }
}

/** Metrics need a key unless the host has opened them. */
const securityOf = (annotations: Context.Context<never>): Operation["security"] => {
  if (!Context.get(annotations, Public)) return [{ apiKey: [] }]
  return Context.get(annotations, Permission) === "anyone" ? [] : [{ apiKey: [] }, {}]
}

const sentences: Readonly<Record<string, string>> = {
  400: "The request is invalid; `errors` says where",
  401: "No valid key",
  403: "Seen, but not allowed",
  404: "Not there, or not to be seen by the caller",
  409: "The state of things, or a taken name, stands in the way",
  412: "Changed meanwhile: If-Match names another version",
  413: "Larger than accepted",
  422: "More than can be processed",
}

const idempotencyKey: OpenApi.OpenAPISpecParameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "The same request under the same key is done once, and answered alike, for 24 hours",
  schema: { type: "string", minLength: 1, maxLength: 255 },
}

/** Ours beside the content types that the library's type knows. */
type Content = NonNullable<Operation["requestBody"]>["content"]

const problem = {
  "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } },
} as Content

const addLines = (operation: Operation): void => {
  const line = { $ref: "#/components/schemas/NewSampleLine" }
  const content = { ...operation.requestBody?.content, "application/x-ndjson": { schema: line } } as Content
  operation.requestBody = { content, required: true }
  operation.responses[200] = {
    description: "To NDJSON: a line for each line, and a last one with the sums",
    content: { "application/x-ndjson": { schema: { $ref: "#/components/schemas/ImportLine" } } } as Content,
  }
}

const form: NonNullable<Operation["requestBody"]> = {
  required: true,
  content: {
    "multipart/form-data": {
      schema: {
        type: "object",
        required: ["file"],
        properties: { file: { type: "string", format: "binary" } as never },
        additionalProperties: { type: "string" },
      },
    },
  },
}
