/**
 * The API as a route of Next's app router, in `app/annotary/[...path]/route.ts`: `export const { GET, HEAD, POST, PUT,
 * PATCH, DELETE, OPTIONS } = annotary(engine, { basePath: "/annotary" })`. The engine may be a function that opens it,
 * because Next also loads routes during the build.
 */
import type { TransportOptions } from "../transport/settings.ts"
import { type HostedEngine, type HostOptions, webHandler } from "../web.ts"

type Handle = (request: Request) => Promise<Response>

/** The handlers that a route of Next exports. */
export type NextRoute = Readonly<
  Record<"GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS", Handle>
>

/** Returns a route of Next's app router that serves the API of an engine. The engine may be a function that opens it. */
export const annotary = (
  engine: HostedEngine | (() => HostedEngine | Promise<HostedEngine>),
  options: HostOptions = {},
): NextRoute => {
  let opened: Promise<Handle> | undefined
  const open = async (): Promise<Handle> =>
    webHandler(typeof engine === "function" ? await engine() : engine, {
      ...options,
      transport: disableCompression(options.transport),
    })
  const handle: Handle = async (request) => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return (await opened)(request)
  }
  return {
    GET: handle,
    HEAD: handle,
    POST: handle,
    PUT: handle,
    PATCH: handle,
    DELETE: handle,
    OPTIONS: handle,
  }
}

/** Next compresses responses of routes, even those that are compressed already. */
const disableCompression = (transport: TransportOptions = {}): TransportOptions => ({
  ...transport,
  compression: { ...transport.compression, enabled: false },
})
