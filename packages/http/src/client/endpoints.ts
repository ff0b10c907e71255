/** The endpoints as the client needs them, read out of the declaration: nothing here is written a second time. */
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import type { HttpMethod } from "@effect/platform/HttpMethod"
import { Context, Option, SchemaAST } from "effect"
import { AnnotaryApi } from "../api/Api.ts"
import { endpointsOf } from "../api/endpointsOf.ts"
import { LinesBody, NotIdempotent, RawBody } from "../api/rawJson.ts"

export interface Endpoint {
  readonly group: string
  readonly name: string
  readonly method: HttpMethod
  /** `/datasets/:owner/:dataset/` */
  readonly path: string
  /**
   * Whether a request may be sent again when its answer was lost: `always` (reads, and what the server remembers by
   * itself), `keyed` under an Idempotency-Key, `never`.
   */
  readonly repeatable: "always" | "keyed" | "never"
  /** Takes `page` and `per_page`. */
  readonly paged: boolean
  readonly answer: "Json" | "Text" | "Uint8Array"
}

/** All of them, in the order of the declaration. */
export const endpoints: () => ReadonlyArray<Endpoint> = () => {
  read ??= readAll()
  return read
}

let read: ReadonlyArray<Endpoint> | undefined

const readAll = (): ReadonlyArray<Endpoint> =>
  endpointsOf(AnnotaryApi).map(({ endpoint, group, mergedAnnotations, successes }) => {
    const [success] = [...successes.values()].flatMap(({ ast }) => Option.toArray(ast))
    const kind = success === undefined ? "Json" : HttpApiSchema.getEncoding(success).kind
    return {
      group: group.identifier,
      name: endpoint.name,
      method: endpoint.method,
      path: endpoint.path,
      repeatable: repeatable(endpoint.method, mergedAnnotations),
      paged: Option.exists(endpoint.urlParamsSchema, ({ ast }) => hasPages(ast)),
      answer: kind === "Text" || kind === "Uint8Array" ? kind : "Json",
    }
  })

/** A list of new samples under NotIdempotent is done once and refused the second time; an upload's form serves once. */
const repeatable = (method: HttpMethod, annotations: Context.Context<never>): Endpoint["repeatable"] => {
  if (method !== "POST" && method !== "PATCH") return "always"
  if (!Context.get(annotations, NotIdempotent)) return "keyed"
  return Context.get(annotations, RawBody) || Context.get(annotations, LinesBody) ? "never" : "always"
}

const hasPages = (ast: SchemaAST.AST): boolean =>
  SchemaAST.getPropertySignatures(SchemaAST.encodedAST(ast)).some(({ name }) => name === "page")
