/** Body parsers of the host that run before us: what they have kept is used, what they have not is said. */
import { createServer } from "node:http"
import { gzipSync } from "node:zlib"
import { createEngine, type Engine } from "@annotary/core"
import { memory } from "@annotary/core/memory"
import { getRequestListener } from "@hono/node-server"
import express, { type RequestHandler } from "express"
import fastify from "fastify"
import { type Context, Hono, type Next } from "hono"
import { afterAll, afterEach, assert, beforeAll, describe, it } from "vitest"
import { annotary as annotaryExpress } from "../../src/hosts/express.ts"
import { annotary as annotaryFastify } from "../../src/hosts/fastify.ts"
import { annotary as annotaryHono } from "../../src/hosts/hono.ts"
import { webHandler } from "../../src/index.ts"
import { listening, type Running } from "./hosts.ts"

let engine: Engine
const running: Array<Running> = []

beforeAll(async () => {
  engine = await createEngine({
    storage: memory(),
    worker: false,
    authenticator: () => ({ username: "ann" }),
  })
})
afterAll(() => engine.close())
afterEach(async () => {
  for (const host of running.splice(0)) await host.close()
})

const manyDigits = "7000000000000000000001"
let made = 0

/** Sends digits that no number of JavaScript holds, and answers what is kept of them. */
const kept = async (url: string, init: RequestInit = {}): Promise<string> => {
  const name = `d${made++}`
  const body = `{"name":"${name}","category":"other","task_type":"vector","metadata":{"n":${manyDigits}}}`
  const gzipped = new Headers(init.headers).get("content-encoding") === "gzip"
  const response = await fetch(`${url}/annotary/user/datasets/`, {
    method: "POST",
    headers: { "content-type": "application/json", ...init.headers },
    body: gzipped ? new Uint8Array(gzipSync(body)) : body,
  })
  const text = await response.text()
  return response.status === 201 ? (/"n":\s*(\d+)/.exec(text)?.[1] ?? text) : `${response.status} ${text}`
}

const onExpress = async (...before: ReadonlyArray<RequestHandler>): Promise<string> => {
  const app = express()
  app.use(...before)
  app.use("/annotary", annotaryExpress(engine))
  const host = await listening(createServer(app))
  running.push(host)
  return host.url
}

const onHono = async (before: (context: Context, next: Next) => Promise<void>): Promise<string> => {
  const app = new Hono()
  app.use(before)
  app.use("/annotary/*", annotaryHono(engine, { basePath: "/annotary" }))
  const host = await listening(createServer(getRequestListener(app.fetch)))
  running.push(host)
  return host.url
}

describe("Express parsers before us", () => {
  it("that keep the bytes lose nothing: rawBody, raw(), text()", async () => {
    const verify: NonNullable<Parameters<typeof express.json>[0]>["verify"] = (request, _response, bytes) =>
      void Object.assign(request, { rawBody: bytes })
    for (const parser of [
      express.json({ verify }),
      express.raw({ type: "*/*" }),
      express.text({ type: "*/*" }),
    ]) {
      const url = await onExpress(parser)
      assert.strictEqual(await kept(url), manyDigits)
      assert.strictEqual(await kept(url, { headers: { "content-encoding": "gzip" } }), manyDigits)
    }
  })

  it("that have parsed the body are told of in the answer, which says what to do", async () => {
    const url = await onExpress(express.json())
    const answer = await kept(url)
    assert.match(answer, /^500 .*body_taken/)
    assert.include(answer, "Mount Annotary before body parsers")
  })

  it("do not stand in the way of requests without a body", async () => {
    const url = await onExpress(express.json(), express.urlencoded())
    assert.strictEqual((await fetch(`${url}/annotary/user/`)).status, 200)
    const removed = await fetch(`${url}/annotary/user/api_keys/none/`, { method: "DELETE" })
    assert.strictEqual(removed.status, 404)
  })
})

describe("Fastify's own parsers", () => {
  it("leave our bodies alone", async () => {
    const app = fastify({ bodyLimit: 10 })
    app.addContentTypeParser("application/json", { parseAs: "string" }, (_request, _body, done) =>
      done(null, {}),
    )
    app.register(annotaryFastify(engine), { prefix: "/annotary" })
    const url = await app.listen({ host: "127.0.0.1", port: 0 })
    running.push({ url, close: () => app.close() })
    assert.strictEqual(await kept(url), manyDigits)
  })
})

describe("Hono middleware that has read the body", () => {
  it("as text or JSON has kept its bytes", async () => {
    for (const read of ["text", "json", "arrayBuffer"] as const) {
      const url = await onHono(async (context, next) => {
        await context.req[read]()
        await next()
      })
      assert.strictEqual(await kept(url), manyDigits, read)
    }
  })

  it("past Hono is reported in the response", async () => {
    const url = await onHono(async (context, next) => {
      await context.req.raw.text()
      await next()
    })
    assert.match(await kept(url), /^500 .*body_taken/)
  })
})

describe("a Request whose body was read", () => {
  it("gets an answer that says so", async () => {
    const request = new Request("http://localhost/user/datasets/", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    })
    await request.text()
    const response = await webHandler(engine)(request)
    assert.strictEqual(response.status, 500)
    assert.include(await response.text(), "body_taken")
  })
})
