/**
 * The API for Express and Connect: `app.use("/annotary", annotary(engine))`, before the application's body parsers. Other
 * addresses go to the next handler.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import { getPath, normalizeBasePath, stripBase } from "../transport/address/target.ts"
import { handleRequest } from "../transport/node/toNode.ts"
import { type HostedEngine, type HostOptions, makeHostedApi } from "../web.ts"

/** Express strips the mount path from `url` and keeps it here. */
type Mounted = IncomingMessage & { readonly baseUrl?: string }

/** A handler for `app.use`. */
export type ExpressHandler = (request: Mounted, response: ServerResponse, next: () => void) => void

/** Returns a handler for Express and Connect that serves the API of an engine. */
export const annotary = (engine: HostedEngine, options: HostOptions = {}): ExpressHandler => {
  const handler = makeHostedApi(engine, options)
  const base = normalizeBasePath(options.basePath)
  return (request, response, next) => {
    const target = stripBase(base, request.url ?? "/")
    if (target === undefined || !handler.knows(getPath(target))) return next()
    handleRequest(handler, request, response, {
      target,
      base: normalizeBasePath(request.baseUrl) + base,
      source: request,
    })
  }
}
