/** The API for every host with `Request` → `Response`: Next, Hono, Bun, Deno, tests. */
import type { ManagedRuntime } from "effect"
import type { ConsoleOptions } from "./handlers/console/site.ts"
import { type ApiOptions, type ApiServices, makeApi } from "./handlers/makeApi.ts"
import { withConsole } from "./site/withConsole.ts"
import type { HttpHandler } from "./transport/handler.ts"
import { toFetch, toWeb, type WebOptions, type WebSource } from "./transport/web.ts"

/** The part of an engine that the API needs: its running services. */
export interface HostedEngine {
  readonly runtime: ManagedRuntime.ManagedRuntime<ApiServices, never>
  /** Whether the engine is closed. Then requests get a 503. A plain runtime has no such flag. */
  readonly closed?: boolean
}

/** The options of the API in a host. */
export interface HostedOptions extends Omit<ApiOptions, "console"> {
  /** Serves the console at `/console/` below the mount path, for which `@annotary/console` is installed. By default off. */
  readonly console?: boolean | ConsoleOptions | undefined
}

/** The options of the API, and where a host mounts it. */
export interface HostOptions extends HostedOptions, WebOptions {}

/** The API over an engine, for adapters of other hosts. The caller closes the engine. */
export const makeHostedApi = (engine: HostedEngine, options: HostedOptions = {}): HttpHandler => {
  const console = toConsoleOptions(options.console)
  const api = engine.runtime.runSync(makeApi({ closed: () => engine.closed === true, ...options, console }))
  return console === undefined ? api : withConsole(api, { ...options, console })
}

const toConsoleOptions = (wanted: boolean | ConsoleOptions = false): ConsoleOptions | undefined => {
  if (wanted === false) return undefined
  return wanted === true ? {} : wanted
}

/** Returns a function that handles requests with the engine's services. Other addresses get a 404. */
export const webHandler = (
  engine: HostedEngine,
  options: HostOptions = {},
): ((request: Request) => Promise<Response>) => toWeb(makeHostedApi(engine, options), options)

/** Returns a function for hosts with their own addresses. It returns undefined for addresses outside the API. */
export const fetchHandler = (
  engine: HostedEngine,
  options: HostOptions = {},
): ((request: Request, known?: WebSource) => Promise<Response> | undefined) =>
  toFetch(makeHostedApi(engine, options), options)
