/**
 * The API as a plugin for Fastify: `app.register(annotary(engine), { prefix: "/annotary" })`. The application's parsers
 * do not see the API's bodies; its hooks run before the API. Other addresses go to Fastify's 404 handler.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import { basePathOf, below, pathOf } from "../transport/address/target.ts"
import { answer } from "../transport/node/toNode.ts"
import { apiOf, type HostedEngine, type HostedOptions } from "../web.ts"

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
    const handler = apiOf(engine, options)
    const base = basePathOf(instance.prefix)
    instance.removeAllContentTypeParsers()
    instance.addContentTypeParser("*", (_request, _payload, parsed) => parsed(null))
    instance.all("/*", (request, reply) => {
      const { raw } = request
      const target = below(base, raw.url ?? "/")
      if (target === undefined || !handler.knows(pathOf(target))) return void reply.callNotFound()
      // Headers set by hooks, which Fastify itself would send.
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value)
      reply.hijack()
      answer(handler, raw, reply.raw, { target, base, source: request })
    })
    done()
  }
