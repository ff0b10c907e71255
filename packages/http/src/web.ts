/** The API for every host that speaks `Request` → `Response`: Next, Hono, Bun, Deno, tests. */
import type { ManagedRuntime } from "effect"
import { type ApiOptions, type ApiServices, makeApi } from "./handlers/makeApi.ts"
import type { HttpHandler } from "./transport/handler.ts"
import { toFetch, toWeb, type WebOptions, type WebSource } from "./transport/web.ts"

/** The part of an engine that the API needs: its services, running. */
export interface HostedEngine {
  readonly runtime: ManagedRuntime.ManagedRuntime<ApiServices, never>
  /** Whether the engine is closed: requests are answered 503 then. A plain runtime has no such flag. */
  readonly closed?: boolean
}

/** What the API takes, and where a host mounts it. */
export interface HostOptions extends ApiOptions, WebOptions {}

/** The API over an engine, for shims of other hosts. The engine stays the caller's to close. */
export const apiOf = (engine: HostedEngine, options?: ApiOptions): HttpHandler =>
  engine.runtime.runSync(makeApi({ closed: () => engine.closed === true, ...options }))

/** Answers requests with the engine's services; what is not ours with 404. */
export const webHandler = (
  engine: HostedEngine,
  options: HostOptions = {},
): ((request: Request) => Promise<Response>) => toWeb(apiOf(engine, options), options)

/** The same for hosts with addresses of their own: undefined for what is not ours. */
export const fetchHandler = (
  engine: HostedEngine,
  options: HostOptions = {},
): ((request: Request, known?: WebSource) => Promise<Response> | undefined) =>
  toFetch(apiOf(engine, options), options)
