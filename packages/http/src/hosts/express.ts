/**
 * The API for Express and Connect: `app.use("/annotary", annotary(engine))`, before the body parsers of the application. What is
 * not ours goes on to the next handler.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import { basePathOf, below, pathOf } from "../transport/address/target.ts"
import { answer } from "../transport/node/toNode.ts"
import { apiOf, type HostedEngine, type HostOptions } from "../web.ts"

/** Express takes the path where a handler is mounted away from `url`, and keeps it here. */
type Mounted = IncomingMessage & { readonly baseUrl?: string }

/** A handler for `app.use`. */
export type ExpressHandler = (request: Mounted, response: ServerResponse, next: () => void) => void

/** Makes the API of an engine into a handler for Express and Connect. */
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
