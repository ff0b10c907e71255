/** Imports every entry point, and exports what a library on top of the engine would export. */
import { createEngine, type Engine, isAnnotaryError } from "@annotary/core"
import { matchPairs } from "@annotary/core/agreement"
import { layerEngine, Queue } from "@annotary/core/effect"
import { layerMemory, memory } from "@annotary/core/memory"
import { testEngine } from "@annotary/core/testing"
import { type Format, formatRegistry, formats } from "@annotary/formats"
import { makeHostedApi, webHandler } from "@annotary/http"
import { AnnotaryApi } from "@annotary/http/api"
import { createClient, isApiError, makeClient } from "@annotary/http/client"
import { annotary as express } from "@annotary/http/express"
import { annotary as fastify } from "@annotary/http/fastify"
import { annotary as hono } from "@annotary/http/hono"
import { annotary as next } from "@annotary/http/next"
import { annotary as node } from "@annotary/http/node"
import { makeMcpHandler } from "@annotary/mcp"
import { serveOverStdio } from "@annotary/mcp/stdio"
import { postgres } from "@annotary/storage-postgres"
import { layerFromClient } from "@annotary/storage-postgres/effect"
import { webhooks } from "@annotary/webhooks"
import { Effect, Layer } from "effect"

export const layerApp = Layer.provide(layerEngine, layerMemory)
export const layerAll = Layer.provideMerge(layerEngine, layerFromClient())
export const claim = Effect.flatMap(Queue, (queue) => queue.mine())
export const open = () => createEngine({ storage: memory() })
export const openPostgres = () => createEngine({ storage: postgres({ url: "" }) })
export const hosts = (engine: Engine) => ({
  api: makeHostedApi(engine),
  express: express(engine),
  fastify: fastify(engine),
  fetch: webHandler(engine, { basePath: "/annotary" }),
  hono: hono(engine),
  next: next(engine),
  node: node(engine),
})
export const agents = (engine: Engine) => makeMcpHandler(webHandler(engine), { readOnly: true })
export const agent = (apiKey: string) =>
  serveOverStdio({ baseUrl: "/annotary", apiKey }, { stdin: process.stdin, stdout: process.stdout })
export const isLeasedByAnother = (error: unknown): boolean =>
  isAnnotaryError(error, "Conflict") && error.code === "sample_held"
export const api = AnnotaryApi
export const countPairs = (similarities: Float64Array): number => matchPairs(similarities, 1, 1, 0.5).length

export const client = (apiKey: string | undefined, signal: AbortSignal | undefined) => {
  const { all, samples } = createClient({ baseUrl: "/annotary", apiKey })
  return { rows: all.samples.list, get: (sample: string) => samples.get({ path: { sample } }, { signal }) }
}
export const effectClient = makeClient({ baseUrl: "/annotary" })
export const isDeleted = (error: unknown): boolean =>
  isApiError(error, "NotFound") && error.resource === "sample"
export const test = () => testEngine({ extensions: [webhooks()] })
export const events = (engine: Engine, signal: AbortSignal | undefined) =>
  engine.events({ signal, after: null })
export const formatNames = formats.map((format: Format) => format.name)
export const formatsOfEngine = formatRegistry()
