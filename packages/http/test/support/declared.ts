/** The declaration, endpoint by endpoint, for tests that walk it. */
import * as HttpApi from "@effect/platform/HttpApi"
import { Context, Option, Schema } from "effect"
import { AnnotaryApi } from "../../src/api/Api.ts"
import { Permission, type Rule } from "../../src/api/permission.ts"
import { LenientBody, LenientQuery } from "../../src/api/rawJson.ts"

export interface Declared {
  /** `group.name` */
  readonly id: string
  readonly method: string
  readonly path: string
  readonly rule: Rule | "undeclared"
  /** Whether keys of the body, and parameters of the query, are ignored when nobody knows them. */
  readonly lenient: { readonly body: boolean; readonly query: boolean }
  /** What an answer of each status holds; undefined where it is not a JSON value. */
  readonly successes: ReadonlyMap<number, Schema.Schema<unknown> | undefined>
}

export const declared: ReadonlyMap<string, Declared> = (() => {
  const found = new Map<string, Declared>()
  HttpApi.reflect(AnnotaryApi, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, group, mergedAnnotations, successes }) => {
      const id = `${group.identifier}.${endpoint.name}`
      found.set(id, {
        id,
        method: endpoint.method,
        path: endpoint.path,
        rule: Context.get(mergedAnnotations, Permission),
        lenient: {
          body: Context.get(mergedAnnotations, LenientBody),
          query: Context.get(mergedAnnotations, LenientQuery),
        },
        successes: new Map(
          Array.from(successes, ([status, { ast }]) => [
            status,
            Option.getOrUndefined(Option.map(ast, (one) => Schema.make<unknown, unknown, never>(one))),
          ]),
        ),
      })
    },
  })
  return found
})()

/** Whether the declaration has the method GET for an endpoint, by its `group.name`. */
export const isGet = ({ endpoint }: { readonly endpoint: string }): boolean =>
  declared.get(endpoint)?.method === "GET"
