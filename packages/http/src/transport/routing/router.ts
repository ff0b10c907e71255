/**
 * Finds the route of a method and a path. Paths are case-sensitive, with or without a trailing slash. A parameter may be
 * as long as a fully escaped sample name. An invalid escape is an address that does not exist.
 */
import { addRoute, createRouter, findRoute } from "rou3"

export interface Routed {
  readonly method: string
  readonly pattern: string
}

export type Match<Route> =
  | {
      readonly _tag: "Found"
      readonly route: Route
      readonly params: Readonly<Record<string, string | undefined>>
    }
  | { readonly _tag: "OtherMethod"; readonly allow: string }
  | { readonly _tag: "Unknown" }

export type Find<Route> = (method: string, path: string) => Match<Route>

/** A name of 500 characters has 6 000 bytes when escaped; Node refuses longer request lines. */
const maxPathLength = 16 * 1024

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const
type Method = (typeof methods)[number]

const isMethod = (method: string): method is Method => methods.some((known) => known === method)

/** `names` decides whether a route's parameters can name anything; otherwise no other method is offered. */
export const makeRouter = <Route extends Routed>(
  routes: Iterable<Route>,
  names: (route: Route, params: unknown) => boolean = () => true,
): Find<Route> => {
  const router = createRouter<Route>()
  for (const route of routes) {
    if (!isMethod(route.method)) throw new Error(`The transport does not know the method ${route.method}.`)
    addRoute(router, route.method, route.pattern, route)
  }
  const reserved = new Set(
    Array.from(routes, ({ pattern }) => stripSlash(pattern)).filter((one) => !one.includes(":")),
  )
  const lookUp = (method: Method, path: string) => {
    const route = findRoute(router, method, path)
    if (route === undefined) return undefined
    const params = route.params === undefined ? {} : decodeParams(route.params, path.includes("%"))
    return Object.values(params).some(isUnusable)
      ? undefined
      : { _tag: "Found" as const, route: route.data, params }
  }
  return (method, sent) => {
    const path = sent.length > maxPathLength ? undefined : normalizeEscapes(sent)
    if (path === undefined) return { _tag: "Unknown" }
    const requested = method === "HEAD" ? "GET" : method
    const resolved = isMethod(requested) ? lookUp(requested, path) : undefined
    // The parameter of another address matches a reserved one too: `DELETE /assets/:asset` matches `/assets/collection`.
    const isOther =
      resolved !== undefined && reserved.has(stripSlash(path)) && !names(resolved.route, resolved.params)
    if (resolved !== undefined && !isOther) return resolved
    const others = methods.filter((other) => {
      const match = lookUp(other, path)
      return match !== undefined && names(match.route, match.params)
    })
    return others.length === 0 ? { _tag: "Unknown" } : { _tag: "OtherMethod", allow: formatAllow(others) }
  }
}

/** Escapes each segment in one way, so that fixed segments match however they were escaped. Undefined for an invalid escape. */
const normalizeEscapes = (path: string): string | undefined => {
  if (!path.includes("%")) return path
  try {
    return path
      .split("/")
      .map((segment) => encodeURIComponent(decodeURIComponent(segment)))
      .join("/")
  } catch {
    return undefined
  }
}

/** The parameters as an object with a prototype, which schemas need. */
const decodeParams = (
  params: Readonly<Record<string, string>>,
  isEscaped: boolean,
): Readonly<Record<string, string>> =>
  isEscaped
    ? Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]))
    : { ...params }

const stripSlash = (path: string): string => path.replace(/(.)\/$/, "$1")

const formatAllow = (found: ReadonlyArray<Method>): string =>
  [...found, ...(found.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ")

/** Names are not empty and do not contain U+0000, which no database accepts. */
const isUnusable = (param: string | undefined): boolean =>
  param === undefined || param === "" || param.includes("\u0000")
