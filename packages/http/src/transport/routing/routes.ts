/** Compiles the declaration: for each endpoint its address, flags, decoders and error statuses. */
import { formatUnknownName, type Violation } from "@annotary/core/effect"
import type * as HttpApi from "@effect/platform/HttpApi"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpMethod from "@effect/platform/HttpMethod"
import { SchemaAST as AST, Context, Either, Option, ParseResult, Schema } from "effect"
import { listEndpoints } from "../../api/listEndpoints.ts"
import {
  hasRequiredBody,
  LenientBody,
  LenientQuery,
  LinesBody,
  NotIdempotent,
  Public,
  RawBody,
  SecretAnswer,
  ToleratedValues,
} from "../../api/rawJson.ts"
import { makeIssueFormatter } from "../codec/issues.ts"
import { makePayloadDecoder, type PayloadDecoder, type PayloadLimits } from "../codec/payload.ts"
import { makeLazy } from "../lazy.ts"
import { type QueryDecoder, queryDecoder } from "./query.ts"

type HeaderDecoder = (
  header: (name: string) => string | undefined,
) => Either.Either<unknown, ReadonlyArray<Violation>>

export interface Route {
  readonly group: string
  readonly endpoint: string
  readonly method: string
  readonly pattern: string
  readonly isPublic: boolean
  readonly rawBody: boolean
  readonly linesBody: boolean
  readonly idempotent: boolean
  readonly secret: boolean
  /** Returns none when these parameters name nothing that exists. */
  readonly path: ((params: unknown) => Option.Option<unknown>) | undefined
  readonly query: QueryDecoder
  /** As `query`, but ignores parameters that it does not know. */
  readonly lenientQuery: QueryDecoder
  /**
   * The segments that follow the address in longer addresses: `/datasets/ada/samples/`, without the name of the dataset, is read as a dataset of the
   * name `samples`.
   */
  readonly followers: ReadonlySet<string>
  readonly headers: HeaderDecoder | undefined
  readonly payload: PayloadDecoder<unknown> | undefined
  /** The statuses of the declared errors, by tag. */
  readonly statuses: ReadonlyMap<string, number>
}

/** Any API: reflecting it needs none of its type parameters. */
export type AnyApi = HttpApi.HttpApi.AnyWithProps

/** The routes of an API. Engines of one process share them as long as their limits are equal, with what requests have compiled. */
export const makeRoutes = (api: AnyApi, { depth, parsedBytes }: PayloadLimits): ReadonlyArray<Route> => {
  const last = compiledRoutes.get(api)
  if (last !== undefined && last.limits.depth === depth && last.limits.parsedBytes === parsedBytes)
    return last.routes
  const limits = { depth, parsedBytes }
  const routes = compileRoutes(api, limits)
  compiledRoutes.set(api, { limits, routes })
  return routes
}

/** The routes with the limits for which each API was compiled last. */
const compiledRoutes = new WeakMap<
  AnyApi,
  { readonly limits: PayloadLimits; readonly routes: ReadonlyArray<Route> }
>()

const compileRoutes = (api: AnyApi, limits: PayloadLimits): ReadonlyArray<Route> => {
  const endpoints = listEndpoints(api)
  const followers = findFollowers(endpoints.map(({ endpoint }) => endpoint.path))
  return endpoints.map(({ endpoint, errors, group, mergedAnnotations }) => {
    if (Option.isSome(endpoint.payloadSchema) && endpoint.method === "GET")
      throw new Error(`${endpoint.name}: a GET has no body; declare its parameters with setUrlParams.`)
    // Compiled with the first request: most endpoints of a server are never called.
    const compiled = makeLazy(() => ({
      ...makeDecoders(endpoint, mergedAnnotations, limits),
      statuses: mapStatuses(errors),
    }))
    return {
      group: group.identifier,
      endpoint: endpoint.name,
      method: endpoint.method,
      pattern: endpoint.path,
      followers: followers.get(splitPattern(endpoint.path).join("/")) ?? noFollowers,
      ...readFlags(mergedAnnotations, endpoint.method),
      get path() {
        return compiled().path
      },
      get query() {
        return compiled().query
      },
      get lenientQuery() {
        return compiled().lenientQuery
      },
      get headers() {
        return compiled().headers
      },
      get payload() {
        return compiled().payload
      },
      get statuses() {
        return compiled().statuses
      },
    }
  })
}

const splitPattern = (pattern: string): ReadonlyArray<string> =>
  pattern.split("/").filter((part) => part !== "")

const noFollowers: ReadonlySet<string> = new Set()

/** The fixed segments that follow an address in others, by the address. */
const findFollowers = (patterns: ReadonlyArray<string>): ReadonlyMap<string, ReadonlySet<string>> => {
  const followers = new Map<string, Set<string>>()
  for (const pattern of patterns) {
    const segments = splitPattern(pattern)
    segments.forEach((segment, at) => {
      if (segment.startsWith(":")) return
      const before = segments.slice(0, at).join("/")
      followers.set(before, (followers.get(before) ?? new Set()).add(segment))
    })
  }
  return followers
}

const readFlags = (annotations: Context.Context<never>, method: string) => ({
  isPublic: Context.get(annotations, Public),
  rawBody: Context.get(annotations, RawBody),
  linesBody: Context.get(annotations, LinesBody),
  idempotent: (method === "POST" || method === "PATCH") && !Context.get(annotations, NotIdempotent),
  secret: Context.get(annotations, SecretAnswer),
})

type Endpoint = HttpApiEndpoint.HttpApiEndpoint<string, HttpMethod.HttpMethod>

/** Cast: an undeclared part has the type `never`, but reflection returns schemas. */
const getSchema = (schema: Option.Option<unknown>) =>
  Option.getOrUndefined(schema) as Schema.Schema<unknown, unknown> | undefined

const makeDecoders = (endpoint: Endpoint, annotations: Context.Context<never>, limits: PayloadLimits) => {
  const path = getSchema(endpoint.pathSchema)
  const headers = getSchema(endpoint.headersSchema)
  const declared = getSchema(endpoint.payloadSchema)
  const payload = declared ?? makeBodylessDecoder(endpoint, annotations)
  const unknownKeys = Context.get(annotations, LenientBody) ? "ignore" : "refuse"
  const query = getSchema(endpoint.urlParamsSchema) ?? Nothing
  const empty = declared !== undefined && hasRequiredBody(endpoint.method) ? "missing" : "object"
  return {
    path: path === undefined ? undefined : makePathDecoder(path),
    query: queryDecoder(
      query,
      Context.get(annotations, LenientQuery),
      Context.get(annotations, ToleratedValues),
    ),
    lenientQuery: queryDecoder(query, true),
    headers: headers === undefined ? undefined : makeHeaderDecoder(headers),
    payload: payload === undefined ? undefined : makePayloadDecoder(payload, limits, empty, unknownKeys),
  }
}

/**
 * The schema of undeclared parts: no parameters, and at most an empty object as body. Cast: schemas are invariant in
 * types that no decoder here uses.
 */
const Nothing: Schema.Schema<unknown, unknown> = Schema.Record({
  key: Schema.String,
  value: Schema.Unknown,
}).pipe(
  Schema.filter((value) => Object.keys(value).map((key) => makeUnknownField(key))),
) as unknown as Schema.Schema<unknown, unknown>

const makeUnknownField = (key: string) => ({ path: [key], message: formatUnknownName("field", key, []) })

const makeBodylessDecoder = (
  { method }: Endpoint,
  annotations: Context.Context<never>,
): Schema.Schema<unknown, unknown> | undefined =>
  bodied.has(method) && !Context.get(annotations, RawBody) ? Nothing : undefined

/** Methods whose body has a meaning (RFC 9110, section 9.3). For others, a body is read only if it is declared. */
const bodied: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH"])

const makePathDecoder = (
  schema: Schema.Schema<unknown, unknown>,
): ((params: unknown) => Option.Option<unknown>) => {
  const decode = ParseResult.decodeUnknownEither(schema)
  return (params) => Either.getRight(decode(params))
}

const makeHeaderDecoder = (schema: Schema.Schema<unknown, unknown>): HeaderDecoder => {
  const decode = ParseResult.decodeUnknownEither(schema, { errors: "all" })
  const issues = makeIssueFormatter(schema.ast)
  const names = AST.getPropertySignatures(AST.encodedAST(schema.ast)).map(({ name }) => String(name))
  return (header) => {
    const sent = names.flatMap((name) => {
      const value = header(name.toLowerCase())
      return value === undefined ? [] : [[name, value] as const]
    })
    return Either.mapLeft(decode(Object.fromEntries(sent)), issues)
  }
}

type DeclaredErrors = ReadonlyMap<number, { readonly ast: Option.Option<AST.AST> }>

const mapStatuses = (errors: DeclaredErrors): ReadonlyMap<string, number> =>
  new Map(
    Array.from(errors).flatMap(([status, { ast }]) =>
      Option.toArray(ast)
        .flatMap(listTags)
        .map((tag) => [tag, status] as const),
    ),
  )

/** The literal `_tag` on the encoded side of an error's schema. */
const listTags = (ast: AST.AST): ReadonlyArray<string> => {
  const encoded = AST.encodedAST(ast)
  if (AST.isUnion(encoded)) return encoded.types.flatMap(listTags)
  return AST.getPropertySignatures(encoded)
    .filter(({ name }) => name === "_tag")
    .flatMap(({ type }) => (AST.isLiteral(type) && typeof type.literal === "string" ? [type.literal] : []))
}
