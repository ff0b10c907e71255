/** The endpoints that the client calls, derived from the declaration. */
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import type { HttpMethod } from "@effect/platform/HttpMethod"
import { Context, Option, SchemaAST } from "effect"
import { AnnotaryApi } from "../api/Api.ts"
import { listEndpoints } from "../api/listEndpoints.ts"
import { LinesBody, NotIdempotent, RawBody } from "../api/rawJson.ts"

export interface Endpoint {
  readonly group: string
  readonly name: string
  readonly method: HttpMethod
  /** Such as `/datasets/:owner/:dataset/`. */
  readonly path: string
  /**
   * Whether a request may be retried when its response was lost: `always` (reads and endpoints that are idempotent by
   * themselves), `keyed` (with an Idempotency-Key), or `never`.
   */
  readonly repeatable: "always" | "keyed" | "never"
  /** Whether the endpoint takes `page` and `per_page`. */
  readonly paged: boolean
  readonly answer: "Json" | "Text" | "Uint8Array"
}

/** All endpoints, in the order of the declaration. Read at the first call, because reflection takes milliseconds. */
export const listClientEndpoints: () => ReadonlyArray<Endpoint> = () => {
  read ??= readAll()
  return read
}

/** A cache of the process: the endpoints depend on nothing but the declaration. */
let read: ReadonlyArray<Endpoint> | undefined

const readAll = (): ReadonlyArray<Endpoint> =>
  listEndpoints(AnnotaryApi).map(({ endpoint, group, mergedAnnotations, successes }) => {
    const [success] = [...successes.values()].flatMap(({ ast }) => Option.toArray(ast))
    const kind = success === undefined ? "Json" : HttpApiSchema.getEncoding(success).kind
    return {
      group: group.identifier,
      name: endpoint.name,
      method: endpoint.method,
      path: endpoint.path,
      repeatable: getRepeatable(endpoint.method, mergedAnnotations),
      paged: Option.exists(endpoint.urlParamsSchema, ({ ast }) => hasPages(ast)),
      answer: kind === "Text" || kind === "Uint8Array" ? kind : "Json",
    }
  })

/** NotIdempotent lists of new samples are refused the second time, and an upload's form can be used once. */
const getRepeatable = (method: HttpMethod, annotations: Context.Context<never>): Endpoint["repeatable"] => {
  if (method !== "POST" && method !== "PATCH") return "always"
  if (!Context.get(annotations, NotIdempotent)) return "keyed"
  return Context.get(annotations, RawBody) || Context.get(annotations, LinesBody) ? "never" : "always"
}

const hasPages = (ast: SchemaAST.AST): boolean =>
  SchemaAST.getPropertySignatures(SchemaAST.encodedAST(ast)).some(({ name }) => name === "page")
