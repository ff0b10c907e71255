/** Bodies and headers that no honest client sends. */
import { brotliCompressSync, gzipSync } from "node:zlib"
import { afterEach, assert, describe, it } from "vitest"
import { listHosts } from "../../src/index.ts"
import { isKnownHost } from "../../src/transport/address/hostNames.ts"
import { caller, makeWorld, problemIn, sending } from "./fixture.ts"
import { head, raw, start, stopAll, until } from "./sockets.ts"

afterEach(stopAll)

const json = { "Content-Type": "application/json" }
const lines = { "content-type": "application/x-ndjson" }

describe("a body slower than it may be", () => {
  const slow = { settings: { body: { slowBytesPerSecond: 1_000, slowMillis: 150 } } }

  it.each([
    ["small", "POST /things/ HTTP/1.1", { ...json, "Content-Length": 1_000 }, " "],
    ["large", "POST /things/ HTTP/1.1", { ...json, "Content-Length": 1_000_000 }, " "],
    ["of lines", "POST /upload/ HTTP/1.1", { "Transfer-Encoding": "chunked" }, "1\r\nx\r\n"],
    ["silent", "POST /things/ HTTP/1.1", { ...json, "Content-Length": 1_000 }, ""],
  ])("and %s ends with 408", async (_name, line, headers, drop) => {
    const { port } = await start(makeWorld(), slow)
    const { received, socket } = raw(port)
    socket.write(head(line, headers))
    const drip = setInterval(() => socket.write(drop), 20)
    await until(() => received().includes("HTTP/1.1 408"))
    clearInterval(drip)
    assert.include(received(), "slow_body")
    socket.destroy()
  })

  it("is not one that flows, however long it takes", async () => {
    const world = makeWorld()
    const { port } = await start(world, slow)
    const { received, socket } = raw(port)
    socket.write(head("POST /upload/ HTTP/1.1", { "Transfer-Encoding": "chunked" }))
    let sent = 0
    const flow = setInterval(() => {
      socket.write(`190\r\n${"x".repeat(400)}\r\n`)
      sent += 1
      if (sent < 30) return
      clearInterval(flow)
      socket.write("0\r\n\r\n")
    }, 20)
    await until(() => received().includes("HTTP/1.1 200"))
    assert.include(received(), "12000")
    socket.destroy()
  })
})

describe("lines", () => {
  const send = (body: Uint8Array, headers: Record<string, string> = {}) =>
    caller()("POST", "/things_bulk/", { body, headers: { ...lines, ...headers } })

  it("that are blank are limited by the bytes that come with them", async () => {
    const text = await (await send(Buffer.from(`{"a":1}\n${"\n".repeat(5_000)}{"b":1}\n`))).text()
    assert.include(text, '"error"')
    const spaced = await (await send(Buffer.from(`{"name":"a","attributes":{}}\n\n`.repeat(3_000)))).text()
    assert.strictEqual(spaced.trim().split("\n").length, 3_000)
    assert.notInclude(spaced, "error")
  })

  it("that come out of next to nothing are refused, whatever the encoding", async () => {
    const line = `{"a":"${" ".repeat(1_000_000)}"}\n`
    const text = line.repeat(20)
    for (const [encoding, bytes] of [
      ["gzip", gzipSync(text)],
      ["br", brotliCompressSync(text)],
    ] as const) {
      const answer = await (await send(bytes, { "content-encoding": encoding })).text()
      assert.include(answer, '"error"')
      assert.isBelow(answer.trim().split("\n").length, 19)
    }
    const plain = await (await send(Buffer.from(text))).text()
    assert.strictEqual(plain.trim().split("\n").length, 20)
  })
})

describe("a header of the protocol", () => {
  it("that asks for a transfer coding beside chunked is 501", async () => {
    const { port } = await start()
    const { received, socket } = raw(port)
    socket.write(
      `${head("POST /things/ HTTP/1.1", { ...json, "Transfer-Encoding": "gzip, chunked" })}0\r\n\r\n`,
    )
    await until(() => received().includes("unknown_transfer_encoding"))
    assert.match(received(), /^HTTP\/1\.1 501 Not Implemented/)
    socket.destroy()
  })

  it("that asks for another version of the API is 400, and for this one fine", async () => {
    const call = caller(makeWorld(), { settings: { version: "2026-11-01" } })
    const asking = (version: string) => call("GET", "/things/", { headers: { "annotary-version": version } })
    const answer = await asking("2020-01-01")
    const problem = await problemIn(answer)
    assert.deepStrictEqual([answer.status, problem.code], [400, "unknown_version"])
    assert.include(problem.detail, "2026-11-01")
    assert.strictEqual((await asking("2026-11-01")).status, 200)
  })

  it("of framing that two readers could read in two ways is 400", async () => {
    const { port } = await start()
    for (const [headers, body] of [
      [{ "Content-Length": "2\r\nContent-Length: 3" }, "{}"],
      [{ "Content-Length": "2\r\nTransfer-Encoding: chunked" }, "2\r\n{}\r\n0\r\n\r\n"],
      [{ "Transfer-Encoding": "chunked, gzip" }, "2\r\n{}\r\n0\r\n\r\n"],
      [{ "Content-Length": "2, 2" }, "{}"],
      [{ "Content-Length": "0x2" }, "{}"],
      [{ "X-A ": "b", "Content-Length": 2 }, "{}"],
    ] as const) {
      const { closed, received, socket } = raw(port)
      socket.write(head("POST /things/ HTTP/1.1", { ...json, ...headers }) + body)
      await until(() => closed() && received() !== "")
      assert.match(received(), /^HTTP\/1\.1 400/)
      assert.strictEqual(received().split("HTTP/1.1").length, 2)
    }
  })
})

describe("a host name", () => {
  it("that is ours is that of the public URL, too", () => {
    const hosts = listHosts("127.0.0.1", ["Other.example"], "https://labels.example.com:8443/api") ?? []
    for (const host of ["labels.example.com", "labels.example.com:8443", "localhost:1", "other.example"])
      assert.isTrue(isKnownHost(host, hosts), host)
    assert.isFalse(isKnownHost("evil.example.com", hosts))
    assert.isUndefined(listHosts("0.0.0.0", [], "https://labels.example.com"))
  })

  it("that is not is told which setting to change", async () => {
    const call = caller(makeWorld(), { settings: { allowedHosts: ["labels.example.com"] } })
    const answer = await call("POST", "/things/", sending({}))
    assert.strictEqual(answer.status, 421)
    assert.include((await problemIn(answer)).detail, "ANNOTARY_ALLOWED_HOSTS")
  })
})
