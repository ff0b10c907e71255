/** What applications do around us: headers of their own, middleware that rewrites answers, callers who left meanwhile. */
import { once } from "node:events"
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http"
import { connect as connectHttp2, createServer as createHttp2 } from "node:http2"
import { connect } from "node:net"
import { createEngine, type Engine } from "@annotary/core"
import { memory } from "@annotary/core/memory"
import express, { type RequestHandler } from "express"
import fastify from "fastify"
import { afterAll, afterEach, assert, beforeAll, describe, it } from "vitest"
import { annotary as annotaryExpress } from "../../src/hosts/express.ts"
import { annotary as annotaryFastify } from "../../src/hosts/fastify.ts"
import { webHandler } from "../../src/index.ts"
import { annotary as annotaryNode } from "../../src/node.ts"
import { largeCount, openEngine } from "./engine.ts"
import { listening, type Running } from "./hosts.ts"

let engine: Engine
const running: Array<Running> = []

beforeAll(async () => {
  engine = await openEngine()
}, 60_000)
afterAll(() => engine.close())
afterEach(async () => {
  for (const host of running.splice(0)) await host.close()
})

const large = `/annotary/datasets/large/large/samples/?per_page=${largeCount}`
const asLarge = { cookie: "who=large", "accept-encoding": "identity" }

const onExpress = async (before: RequestHandler, on: Engine = engine): Promise<string> => {
  const app = express()
  app.use(before)
  app.use("/annotary", annotaryExpress(on))
  const host = await listening(createServer(app))
  running.push(host)
  return host.url
}

/** Asks, and hangs up as soon as the host has the request; then the host goes on. Answers how often was asked who that was. */
const askAndLeave = async (
  open: (engine: Engine, before: (gone: Promise<unknown>) => Promise<void>) => Promise<string>,
): Promise<number> => {
  let asked = 0
  await using leaving = await createEngine({
    storage: memory(),
    worker: false,
    authenticator: () => {
      asked += 1
      return null
    },
  })
  let arrive = (): void => {}
  let pass = (): void => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const passed = new Promise<void>((resolve) => {
    pass = resolve
  })
  const url = await open(leaving, async (gone) => {
    arrive()
    await gone
    setTimeout(pass, 50)
  })
  const request = httpRequest(`${url}/annotary/user/`)
  request.on("error", () => {})
  request.end()
  await arrived
  request.destroy()
  await passed
  return asked
}

describe("a caller who left while the application was looking who it is", () => {
  it("is not worked for, as nothing would end that: Express", async () => {
    const asked = await askAndLeave((on, before) =>
      onExpress((_request, response, next) => void before(once(response, "close")).then(() => next()), on),
    )
    assert.strictEqual(asked, 0)
  })

  it("is not worked for, as nothing would end that: Fastify", async () => {
    const asked = await askAndLeave(async (on, before) => {
      const app = fastify()
      app.addHook("onRequest", (_request, reply) => before(once(reply.raw, "close")))
      app.register(annotaryFastify(on), { prefix: "/annotary" })
      const url = await app.listen({ host: "127.0.0.1", port: 0 })
      running.push({ url, close: () => app.close() })
      return url
    })
    assert.strictEqual(asked, 0)
  })

  it("is not worked for, as nothing would end that: fetch(Request)", async () => {
    const asked = await askAndLeave(async (on, before) => {
      const handle = webHandler(on, { basePath: "/annotary" })
      const host = await listening(
        createServer((_request, response) => {
          const left = once(response, "close")
          const signal = AbortSignal.abort()
          void before(left).then(() => handle(new Request("http://localhost/annotary/user/", { signal })))
        }),
      )
      running.push(host)
      return host.url
    })
    assert.strictEqual(asked, 0)
  })
})

describe("headers of the application", () => {
  it("stay, those of the same name are ours, and Vary names what either depends on", async () => {
    const own: RequestHandler = (_request, response, next) => {
      response.setHeader("X-Own", "1")
      response.setHeader("Content-Type", "text/html")
      response.setHeader("Set-Cookie", ["a=1", "b=2"])
      response.setHeader("Vary", "Origin, accept-encoding")
      next()
    }
    const url = await onExpress(own)
    for (const path of ["/annotary/user/", large]) {
      const response = await fetch(url + path, { headers: asLarge })
      await response.body?.cancel()
      assert.strictEqual(response.headers.get("x-own"), "1")
      assert.strictEqual(response.headers.get("content-type"), "application/json")
      assert.deepStrictEqual(response.headers.getSetCookie(), ["a=1", "b=2"])
      const vary = (response.headers.get("vary") ?? "").toLowerCase().split(/, */)
      assert.includeMembers(vary, ["authorization", "origin", "accept-encoding"])
      assert.strictEqual(new Set(vary).size, vary.length)
    }
  })

  it("are set by middleware that waits for the head to be written, as pairs are what it knows", async () => {
    // What `on-headers` does up to 1.0: sessions, timings and logs of many applications are written with it.
    const waiting: RequestHandler = (_request, response, next) => {
      const write = response.writeHead
      response.writeHead = ((status: number, headers?: Record<string, string> | ReadonlyArray<string>) => {
        if (Array.isArray(headers))
          for (const [name, value] of headers) response.setHeader(String(name), String(value))
        else for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, value)
        response.setHeader("X-Response-Time", "1")
        return write.call(response, status)
      }) as typeof write
      next()
    }
    const url = await onExpress(waiting)
    for (const path of ["/annotary/user/", large]) {
      const response = await fetch(url + path, { headers: asLarge })
      await response.body?.cancel()
      assert.strictEqual(response.status, 200)
      assert.strictEqual(response.headers.get("content-type"), "application/json")
      assert.strictEqual(response.headers.get("x-response-time"), "1")
      assert.isNull(response.headers.get("c"))
    }
  })
})

describe("an application that has answered already", () => {
  it("is not brought down", async () => {
    const listener = annotaryNode(engine)
    const host = await listening(
      createServer((request, response) => {
        response.writeHead(200, { "content-length": "8" })
        response.end("answered")
        listener(request, response)
      }),
    )
    running.push(host)
    for (const path of ["/nowhere/", "/user/", "/datasets/large/large/samples/"]) {
      const response = await fetch(host.url + path, { headers: asLarge })
      assert.strictEqual(await response.text(), "answered")
    }
  })

  it("is not brought down when it did so while we were at work", async () => {
    let answer = (): void => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await using slow = await createEngine({
      storage: memory(),
      worker: false,
      authenticator: async () => {
        await answered
        return { username: "ann" }
      },
    })
    const listener = annotaryNode(slow)
    const host = await listening(
      createServer((request, response) => {
        listener(request, response)
        response.statusCode = 504
        response.end("too slow")
        answer()
      }),
    )
    running.push(host)
    for (const path of ["/user/", "/user/datasets/"]) {
      const response = await fetch(host.url + path)
      assert.strictEqual(`${response.status} ${await response.text()}`, "504 too slow")
    }
  })
})

describe("a request to no path", () => {
  it("is answered like one to an address that does not exist", async () => {
    const host = await listening(createServer(annotaryNode(engine)))
    running.push(host)
    for (const line of ["OPTIONS * HTTP/1.1", "GET http://example.org HTTP/1.1", "GET //user/ HTTP/1.1"]) {
      const socket = connect(Number(new URL(host.url).port), "127.0.0.1")
      socket.write(`${line}\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
      let text = ""
      for await (const chunk of socket.setEncoding("utf8")) text += String(chunk)
      assert.match(text, /^HTTP\/1\.1 404 /, line)
    }
  })
})

describe("HTTP/2", () => {
  it("is answered alike", async () => {
    const server = createHttp2((request, response) => {
      // Node's own doors are typed for HTTP/1; at run time the one stands in for the other.
      const pair = [request, response] as unknown as [IncomingMessage, ServerResponse]
      listener(...pair)
    })
    const listener = annotaryNode(engine, {
      basePath: "/annotary",
      transport: { allowedHosts: ["localhost"] },
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const address = server.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    const session = connectHttp2(`http://localhost:${port}`)
    const ask = async (path: string, body?: string) => {
      const stream = session.request({
        ":path": path,
        ":method": body === undefined ? "GET" : "POST",
        ...asLarge,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      })
      stream.end(body)
      const [headers]: Array<Record<string, unknown>> = await once(stream, "response")
      let text = ""
      for await (const chunk of stream.setEncoding("utf8")) text += String(chunk)
      return { status: headers?.[":status"], text }
    }
    try {
      assert.deepInclude(JSON.parse((await ask("/annotary/user/")).text), { username: "large" })
      assert.strictEqual((await ask("/annotary/nowhere/")).status, 404)
      assert.strictEqual((await ask("/annotary/user/api_keys/", '{"description":"h2"}')).status, 201)
      assert.lengthOf(JSON.parse((await ask(large)).text), largeCount)
    } finally {
      session.close()
      server.close()
    }
  })
})
