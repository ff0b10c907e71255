/**
 * The API as a plugin for Fastify: `app.register(annotary(engine), { prefix: "/annotary" })`. The application's parsers
 * do not see the API's bodies; its hooks run before the API. Other addresses go to Fastify's 404 handler.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import { getPath, normalizeBasePath, stripBase } from "../transport/address/target.ts"
import { handleRequest } from "../transport/node/toNode.ts"
import { type HostedEngine, type HostedOptions, makeHostedApi } from "../web.ts"

/** The used part of Fastify's types, so that the package does not depend on them. */
interface Instance {
  readonly prefix: string
  removeAllContentTypeParsers(): unknown
  addContentTypeParser(type: string, parser: (request: never, payload: never, done: Done) => void): unknown
  all(path: string, handler: (request: FastifyRequest, reply: Reply) => void): unknown
}
interface FastifyRequest {
  readonly raw: IncomingMessage
}
interface Reply {
  readonly raw: ServerResponse
  getHeaders(): Readonly<Record<string, number | string | ReadonlyArray<string> | undefined>>
  hijack(): unknown
  callNotFound(): unknown
}
type Done = (error: Error | null, body?: unknown) => void

/** A plugin for `app.register`. */
export type FastifyPlugin = (instance: Instance, options: unknown, done: () => void) => void

/** Returns a plugin for Fastify that serves the API of an engine. */
export const annotary =
  (engine: HostedEngine, options: HostedOptions = {}): FastifyPlugin =>
  (instance, _options, done) => {
    const handler = makeHostedApi(engine, options)
    const base = normalizeBasePath(instance.prefix)
    instance.removeAllContentTypeParsers()
    instance.addContentTypeParser("*", (_request, _payload, parsed) => parsed(null))
    instance.all("/*", (request, reply) => {
      const { raw } = request
      const target = stripBase(base, raw.url ?? "/")
      if (target === undefined || !handler.knows(getPath(target))) return void reply.callNotFound()
      // Headers set by hooks, which Fastify itself would send.
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value)
      reply.hijack()
      handleRequest(handler, raw, reply.raw, { target, base, source: request })
    })
    done()
  }
