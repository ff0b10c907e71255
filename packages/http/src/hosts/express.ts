/**
 * The API for Express and Connect: `app.use("/annotary", annotary(engine))`, before the application's body parsers. Other
 * addresses go to the next handler.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import { basePathOf, below, pathOf } from "../transport/address/target.ts"
import { answer } from "../transport/node/toNode.ts"
import { apiOf, type HostedEngine, type HostOptions } from "../web.ts"

/** Express strips the mount path from `url` and keeps it here. */
type Mounted = IncomingMessage & { readonly baseUrl?: string }

/** A handler for `app.use`. */
export type ExpressHandler = (request: Mounted, response: ServerResponse, next: () => void) => void

/** Returns a handler for Express and Connect that serves the API of an engine. */
export const annotary = (engine: HostedEngine, options: HostOptions = {}): ExpressHandler => {
  const handler = apiOf(engine, options)
  const base = basePathOf(options.basePath)
  return (request, response, next) => {
    const target = below(base, request.url ?? "/")
    if (target === undefined || !handler.knows(pathOf(target))) return next()
    answer(handler, request, response, {
      target,
      base: basePathOf(request.baseUrl) + base,
      source: request,
    })
  }
}
