/** What one connection may ask of the server at a time. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Deferred, Exit } from "effect"
import { afterEach, assert, describe, it } from "vitest"
import { toNode } from "../../src/node.ts"
import { makeWorld, testHandler } from "./fixture.ts"
import { head, later, raw, start, stopAll, until } from "./sockets.ts"

afterEach(stopAll)

const healthz = (count: number): string =>
  Array.from({ length: count }, (_, at) => head("GET /healthz HTTP/1.1", { "X-Request-Id": `r${at}` })).join(
    "",
  )

const idsIn = (text: string): ReadonlyArray<string | undefined> =>
  [...text.matchAll(/X-Request-Id: (r\d+)/g)].map((found) => found[1])

const ids = (count: number): ReadonlyArray<string> => Array.from({ length: count }, (_, at) => `r${at}`)

describe("pipelined requests", () => {
  it("are all answered, in their order", async () => {
    const { port } = await start()
    const { received, socket } = raw(port)
    socket.write(healthz(300))
    await until(() => idsIn(received()).length === 300)
    assert.deepStrictEqual(idsIn(received()), ids(300))
    socket.destroy()
  })

  it("begin when the one before them has been answered", async () => {
    const world = makeWorld()
    const { port } = await start(world)
    const { received, socket } = raw(port)
    socket.write(head("GET /slow/ HTTP/1.1").repeat(3))
    await until(() => world.calls.length > 0)
    await later(30)
    assert.deepStrictEqual(world.calls, ["slow"])
    Deferred.unsafeDone(world.gate, Exit.void)
    await until(() => received().split('"done"').length === 4)
    socket.destroy()
  })

  it("behind an answer that is not read wait for it, and go with their connection", async () => {
    const world = makeWorld()
    const { port } = await start(world)
    const { socket } = raw(port)
    socket.pause()
    socket.write(head("GET /endless/ HTTP/1.1") + head("GET /slow/ HTTP/1.1").repeat(20))
    await later(100)
    assert.deepStrictEqual(world.calls, [])
    socket.destroy()
    await until(() => world.finalized === 1)
    assert.deepStrictEqual(world.calls, [])
  })

  it("with a body each are answered, however they are cut", async () => {
    const { port } = await start()
    const { received, socket } = raw(port)
    const body = '{"name":"a","attributes":{}}'
    const post = head("POST /things/ HTTP/1.1", {
      "Content-Type": "application/json",
      "Content-Length": body.length,
    })
    const bytes = (post + body).repeat(5)
    for (let at = 0; at < bytes.length; at += 100) {
      socket.write(bytes.slice(at, at + 100))
      await later(1)
    }
    await until(() => received().split("HTTP/1.1 201").length === 6)
    socket.destroy()
  })

  it("in thousands end the connection", async () => {
    const world = makeWorld()
    const { port } = await start(world)
    const { closed, socket } = raw(port)
    socket.write("GET /slow/ HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(1_000))
    await until(closed)
  })

  it("take turns on a host of somebody else, too", async () => {
    const world = makeWorld()
    const server = createServer(toNode(testHandler(world))).listen(0, "127.0.0.1")
    await until(() => server.listening)
    const { received, socket } = raw((server.address() as AddressInfo).port)
    socket.write(head("GET /slow/ HTTP/1.1") + healthz(10))
    await until(() => world.calls.length > 0)
    Deferred.unsafeDone(world.gate, Exit.void)
    await until(() => idsIn(received()).at(-1) === "r9")
    assert.deepStrictEqual(idsIn(received()).slice(-10), [...ids(10)])
    socket.destroy()
    server.close()
  })

  it("that turn into garbage are answered before it is", async () => {
    const world = makeWorld()
    const { port } = await start(world)
    const { closed, received, socket } = raw(port)
    socket.write(`${head("GET /slow/ HTTP/1.1")}${healthz(2)}garbage\r\n\r\n`)
    await until(() => world.calls.length > 0)
    assert.strictEqual(received(), "")
    Deferred.unsafeDone(world.gate, Exit.void)
    await until(closed)
    const statuses = [...received().matchAll(/HTTP\/1\.1 (\d+)/g)].map((found) => found[1])
    assert.deepStrictEqual(statuses, ["200", "200", "200", "400"])
  })
})

describe("an idle connection", () => {
  it("is closed when its time is over, as announced", async () => {
    const { port } = await start(makeWorld(), {}, { keepAliveMillis: 1_000, idleMillis: 60_000 })
    const { closed, received, socket } = raw(port)
    socket.write(head("GET /healthz HTTP/1.1"))
    await until(() => received().includes("nobody"))
    assert.include(received(), "Keep-Alive: timeout=1")
    await until(closed)
  })
})
