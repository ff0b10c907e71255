/** Every host with the API below /annotary, on a real socket, with a route of its own beside it and one below it. */
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import type { Engine } from "@annotary/core"
import { getRequestListener } from "@hono/node-server"
import express from "express"
import fastify from "fastify"
import { Hono } from "hono"
import { annotary as annotaryExpress } from "../../src/hosts/express.ts"
import { annotary as annotaryFastify } from "../../src/hosts/fastify.ts"
import { annotary as annotaryHono } from "../../src/hosts/hono.ts"
import { annotary as annotaryNext } from "../../src/hosts/next.ts"
import { type ApiOptions, webHandler } from "../../src/index.ts"
import { annotary as annotaryNode } from "../../src/node.ts"

export interface Running {
  readonly url: string
  readonly close: () => Promise<void>
}

export interface Host {
  readonly name: string
  readonly start: (engine: Engine, options: ApiOptions) => Promise<Running>
  /** Whether what is not ours goes to routes of the host; where not, we answer it. */
  readonly fallsThrough: boolean
  /** Whether what middleware of the host has put on its request is seen. */
  readonly seesSource: boolean
}

const basePath = "/annotary"
const own = "of the host"

export const listening = async (server: Server): Promise<Running> => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const hostUser = "x-host-user"

const nodeHttp: Host["start"] = (engine, options) => {
  const listener = annotaryNode(engine, { ...options, basePath })
  return listening(
    createServer((request, response) => {
      Object.assign(request, { hostUser: request.headers[hostUser] })
      listener(request, response, () => {
        response.statusCode = request.url?.startsWith("/hello") || request.url === "/annotary/own" ? 200 : 404
        response.end(own)
      })
    }),
  )
}

const onExpress: Host["start"] = (engine, options) => {
  const app = express()
  app.use((request, _response, next) => {
    Object.assign(request, { hostUser: request.headers[hostUser] })
    next()
  })
  app.use(basePath, annotaryExpress(engine, options))
  app.use(express.json())
  app.get(["/hello", "/annotary/own"], (_request, response) => void response.send(own))
  return listening(createServer(app))
}

const onFastify: Host["start"] = async (engine, options) => {
  const app = fastify()
  app.addHook("onRequest", async (request, reply) => {
    Object.assign(request, { hostUser: request.headers[hostUser] })
    reply.header("x-hook", "ran")
  })
  app.register(annotaryFastify(engine, options), { prefix: basePath })
  app.get("/hello", async () => own)
  app.get("/annotary/own", async () => own)
  const url = await app.listen({ host: "127.0.0.1", port: 0 })
  return {
    url,
    close: async () => {
      app.server.closeAllConnections()
      await app.close()
    },
  }
}

const onHono: Host["start"] = (engine, options) => {
  const app = new Hono<{ Variables: { hostUser: string | undefined } }>()
  app.use(async (context, next) => {
    context.set("hostUser", context.req.header(hostUser))
    await next()
  })
  app.use("/annotary/*", annotaryHono(engine, { ...options, basePath }))
  app.get("/hello", (context) => context.text(own))
  app.get("/annotary/own", (context) => context.text(own))
  return listening(createServer(getRequestListener(app.fetch)))
}

/** As Next calls a route: by the request's method, for addresses below the route's folder. */
const onNext: Host["start"] = (engine, options) => {
  const route = annotaryNext(async () => engine, { ...options, basePath })
  return listening(
    createServer(
      getRequestListener((request) => {
        const { pathname } = new URL(request.url)
        const method = Object.entries(route).find(([name]) => name === request.method)?.[1]
        if (pathname === "/hello") return new Response(own)
        if (!pathname.startsWith("/annotary/")) return new Response("not found", { status: 404 })
        return method === undefined ? new Response(null, { status: 405 }) : method(request)
      }),
    ),
  )
}

const onFetch: Host["start"] = (engine, options) => {
  const handle = webHandler(engine, { ...options, basePath })
  return listening(
    createServer(
      getRequestListener((request) =>
        new URL(request.url).pathname === "/hello" ? new Response(own) : handle(request),
      ),
    ),
  )
}

export const hosts: ReadonlyArray<Host> = [
  { name: "node:http", start: nodeHttp, fallsThrough: true, seesSource: true },
  { name: "Express", start: onExpress, fallsThrough: true, seesSource: true },
  { name: "Fastify", start: onFastify, fallsThrough: true, seesSource: true },
  { name: "Hono", start: onHono, fallsThrough: true, seesSource: true },
  { name: "a route of Next", start: onNext, fallsThrough: false, seesSource: false },
  { name: "fetch(Request)", start: onFetch, fallsThrough: false, seesSource: false },
]
