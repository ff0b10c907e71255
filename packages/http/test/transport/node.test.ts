import { once } from "node:events"
import { createServer, request as httpRequest } from "node:http"
import { Deferred, Effect, Exit, Logger } from "effect"
import { afterEach, assert, describe, it } from "vitest"
import { serveNode, toNode } from "../../src/node.ts"
import { makeWorld, problemIn, testHandler } from "./fixture.ts"
import { head, key, later, raw, start, stopAll, until } from "./sockets.ts"

afterEach(stopAll)

const json = { "Content-Type": "application/json" }
const body = '{"name":"a","attributes":{"x":1}}'

describe("a node server", () => {
  it("picks a port, answers, and keeps the connection", async () => {
    const { port, url } = await start()
    assert.strictEqual(url, `http://127.0.0.1:${port}`)
    const { received, socket } = raw(port)
    socket.write(head("GET /healthz HTTP/1.1"))
    await until(() => received().includes('{"actor":"nobody"}'))
    socket.write(head("POST /things/ HTTP/1.1", { ...json, "Content-Length": body.length }) + body)
    await until(() => received().includes("HTTP/1.1 201"))
    socket.destroy()
  })

  it("says when its address is taken", async () => {
    const { port } = await start()
    const exit = await Effect.runPromiseExit(
      Effect.scoped(serveNode({ handler: testHandler(makeWorld()), port })),
    )
    assert.isTrue(Exit.isFailure(exit) && JSON.stringify(exit).includes("ListenFailed"))
  })

  it("closes connections beyond its limit, says so in the log, and serves those that it has", async () => {
    const lines: Array<{ readonly message: unknown; readonly fields: unknown }> = []
    const logger = Logger.make<unknown, void>(({ annotations, message }) => {
      lines.push({ message, fields: Object.fromEntries(annotations) })
    })
    const serving = Effect.gen(function* () {
      const { port } = yield* serveNode({
        handler: testHandler(makeWorld()),
        maxConnections: 1,
        stopMillis: 500,
      })
      yield* Effect.promise(async () => {
        const first = raw(port)
        first.socket.write(head("GET /healthz HTTP/1.1"))
        await until(() => first.received().includes("HTTP/1.1 200"))
        for (const _ of [1, 2]) {
          const more = raw(port)
          await until(() => more.closed())
          assert.strictEqual(more.received(), "")
        }
        first.socket.write(head("GET /healthz HTTP/1.1"))
        await until(() => first.received().split("HTTP/1.1 200").length === 3)
        first.socket.destroy()
        await later(20)
        const next = raw(port)
        next.socket.write(head("GET /healthz HTTP/1.1"))
        await until(() => next.received().includes("HTTP/1.1 200"))
        next.socket.destroy()
      })
    })
    await Effect.runPromise(
      Effect.scoped(serving).pipe(Effect.provide(Logger.replace(Logger.defaultLogger, logger))),
    )
    assert.deepStrictEqual(lines, [
      {
        message: ["New connections were closed: the connection limit is reached."],
        fields: { maxConnections: 1, closed: 1 },
      },
    ])
  })

  it("answers bytes that are no request with a problem", async () => {
    const { port } = await start()
    for (const [bytes, status] of [
      ["hello\r\n\r\n", "HTTP/1.1 400"],
      ["GET /naïve HTTP/1.1\r\nHost: localhost\r\n\r\n", "HTTP/1.1 400"],
      [`GET / HTTP/1.1\r\nX: ${"x".repeat(20_000)}\r\n\r\n`, "HTTP/1.1 431"],
    ] as const) {
      const { closed, received, socket } = raw(port)
      socket.write(bytes)
      await until(() => closed() && received().startsWith(status))
      assert.include(received(), "urn:annotary:error:")
    }
  })
})

describe("a sender who stops", () => {
  it("half-way through a body runs no handler, when it goes", async () => {
    const world = makeWorld()
    const { port } = await start(world)
    for (const headers of [{ "Content-Length": 1_000 }, { "Transfer-Encoding": "chunked" }]) {
      const { socket } = raw(port)
      socket.write(`${head("POST /things/ HTTP/1.1", { ...json, ...headers })}5\r\n{"nam\r\n`)
      await later(30)
      socket.destroy()
    }
    await later(50)
    assert.deepStrictEqual(world.calls, [])
  })

  it("half-way through a body is cut when it stays silent", async () => {
    const world = makeWorld()
    const { port } = await start(world, {}, { idleMillis: 100 })
    const { closed, socket } = raw(port)
    socket.write(`${head("POST /things/ HTTP/1.1", { ...json, "Content-Length": 1_000 })}{"nam`)
    await until(closed)
    assert.deepStrictEqual(world.calls, [])
  })

  it("or drips is told that it took too long", async () => {
    const { port } = await start(makeWorld(), { settings: { body: { millis: 150 } } })
    const { received, socket } = raw(port)
    socket.write(head("POST /things/ HTTP/1.1", { ...json, "Content-Length": 1_000 }))
    const drip = setInterval(() => socket.write(" "), 20)
    await until(() => received().includes("408"))
    clearInterval(drip)
    socket.destroy()
  })

  it("in the middle of the headers is cut", async () => {
    const { port } = await start(makeWorld(), {}, { headersMillis: 200 })
    const { closed, received, socket } = raw(port)
    socket.write("GET /healthz HTTP/1.1\r\nHost: loc")
    await until(closed)
    assert.match(received(), /^HTTP\/1\.1 408/)
    socket.destroy()
  })

  it("is not confused with a handler that takes its time", async () => {
    const world = makeWorld()
    const { url } = await start(world, {}, { idleMillis: 50 })
    const answer = fetch(`${url}/slow/`, { headers: key })
    await until(() => world.calls.includes("slow"))
    await later(200)
    Deferred.unsafeDone(world.gate, Exit.void)
    assert.strictEqual(await (await answer).text(), '"done"')
  })
})

describe("a caller who goes away", () => {
  it("interrupts the handler", async () => {
    const world = makeWorld()
    const { port } = await start(world)
    const { socket } = raw(port)
    socket.write(head("GET /slow/ HTTP/1.1"))
    await until(() => world.calls.includes("slow"))
    socket.destroy()
    await until(() => world.finalized === 1)
  })

  it("ends the stream it was reading", async () => {
    const world = makeWorld()
    const seen: Array<boolean> = []
    const { port } = await start(world, { observe: ({ aborted }) => void seen.push(aborted) })
    const { received, socket } = raw(port)
    socket.write(head("GET /endless/ HTTP/1.1"))
    await until(() => received().length > 100_000)
    socket.destroy()
    await until(() => world.finalized === 1)
    await until(() => seen.length === 1)
    assert.deepStrictEqual(seen, [true])
  })
})

describe("a reader who is slow", () => {
  it("slows the stream down instead of filling our memory", async () => {
    const world = makeWorld()
    const { port } = await start(world)
    const { received, socket } = raw(port)
    socket.write(head("GET /endless/ HTTP/1.1"))
    await until(() => received().length > 10_000)
    socket.pause()
    await later(100)
    const before = process.memoryUsage().rss
    await later(300)
    assert.isBelow(process.memoryUsage().rss - before, 64 * 1024 * 1024)
    socket.destroy()
    await until(() => world.finalized === 1)
  })

  it("that does not read at all is cut", async () => {
    const world = makeWorld()
    const { port } = await start(world, {}, { idleMillis: 150 })
    const { received, socket } = raw(port)
    socket.write(head("GET /endless/ HTTP/1.1"))
    await until(() => received().length > 10_000)
    socket.pause()
    await until(() => world.finalized === 1)
    socket.destroy()
  })
})

describe("a stream that fails", () => {
  it("without a last line ends the connection, so that nobody takes it for whole", async () => {
    const { url } = await start()
    const response = await fetch(`${url}/stream/broken`, { headers: key })
    assert.instanceOf(await response.text().catch((cause: unknown) => cause), Error)
  })
})

describe("a body that nobody wants", () => {
  it("does not keep its sender from the answer, nor the connection from the next request", async () => {
    const { port } = await start()
    const { received, socket } = raw(port)
    const large = "x".repeat(500_000)
    socket.write(`${head("POST /nowhere/ HTTP/1.1", { ...json, "Content-Length": large.length })}${large}`)
    socket.write(head("GET /healthz HTTP/1.1"))
    await until(() => received().includes("404 Not Found") && received().includes("nobody"))
    socket.destroy()
  })

  it("is refused by its announced length and not read to its end", async () => {
    const { port } = await start(makeWorld(), { settings: { body: { sentBytes: 1_000 } } })
    const { closed, received, socket } = raw(port)
    socket.write(head("POST /things/ HTTP/1.1", { ...json, "Content-Length": 1_000_000_000 }))
    const chunk = Buffer.alloc(256 * 1024, 0x20)
    const pour = (): void => {
      while (!closed() && socket.write(chunk));
    }
    socket.on("drain", pour)
    pour()
    await until(() => received().includes("413"))
    await until(closed)
  })

  it("is not even asked for when its sender waits for 100 Continue", async () => {
    const { port } = await start()
    const send = (authorization: string) => {
      const request = httpRequest({
        port,
        method: "POST",
        path: "/things/",
        headers: { ...json, authorization, expect: "100-continue", "content-length": body.length },
      })
      request.on("continue", () => request.end(body))
      request.flushHeaders()
      return request
    }
    const wanted = send("APIKey good")
    let continued = 0
    wanted.on("continue", () => continued++)
    const [answer] = (await once(wanted, "response")) as [{ statusCode: number; resume: () => void }]
    answer.resume()
    assert.deepStrictEqual([answer.statusCode, continued], [201, 1])
    const unwanted = send("APIKey bad")
    unwanted.on("continue", () => continued++)
    unwanted.on("error", () => {})
    const [refusal] = (await once(unwanted, "response")) as [{ statusCode: number }]
    assert.deepStrictEqual([refusal.statusCode, continued], [401, 1])
    unwanted.destroy()
  })
})

describe("a server that stops", () => {
  it("lets what is under way end, and takes nothing new", async () => {
    const world = makeWorld()
    const { stop, url } = await start(world, {}, { stopMillis: 10_000 })
    const answer = fetch(`${url}/slow/`, { headers: key })
    await until(() => world.calls.includes("slow"))
    const stopped = stop()
    await later(50)
    assert.instanceOf(await fetch(`${url}/healthz`).catch((cause: unknown) => cause), Error)
    Deferred.unsafeDone(world.gate, Exit.void)
    assert.strictEqual(await (await answer).text(), '"done"')
    const begun = performance.now()
    await stopped
    assert.isBelow(performance.now() - begun, 5_000)
  })

  it("closes connections that only wait", async () => {
    const { port, stop } = await start(makeWorld(), {}, { stopMillis: 10_000 })
    const { closed, received, socket } = raw(port)
    socket.write(head("GET /healthz HTTP/1.1"))
    await until(() => received().includes("nobody"))
    const begun = performance.now()
    await stop()
    assert.isBelow(performance.now() - begun, 5_000)
    await until(closed)
  })

  it("cuts what does not end in time, and waits until that has cleaned up", async () => {
    const world = makeWorld()
    const { port, stop } = await start(world, {}, { stopMillis: 100 })
    const { closed, socket } = raw(port)
    socket.write(head("GET /slow/ HTTP/1.1"))
    await until(() => world.calls.includes("slow"))
    await stop()
    assert.strictEqual(world.finalized, 1)
    await until(closed)
  })
})

describe("a host of somebody else", () => {
  it("keeps the addresses that are not ours", async () => {
    const listener = toNode(testHandler(makeWorld()))
    const server = createServer((request, response) =>
      listener(request, response, () => response.end("theirs")),
    ).listen(0, "127.0.0.1")
    await once(server, "listening")
    const address = server.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    const get = async (path: string): Promise<Response> =>
      fetch(`http://127.0.0.1:${port}${path}`, { headers: key })
    assert.strictEqual(await (await get("/their/page?x=1")).text(), "theirs")
    assert.strictEqual((await get("/things/?per_page=5")).status, 200)
    assert.strictEqual((await problemIn(await get("/things/1"))).code, "not_found")
    server.closeAllConnections()
    server.close()
  })
})
