import { Deferred, Exit } from "effect"
import { afterEach, assert, describe, it } from "vitest"
import type { Observation } from "../../src/transport/exchange/exchange.ts"
import { makeWorld, type ProblemBody } from "./fixture.ts"
import { head, key, later, raw, start, stopAll, until } from "./sockets.ts"

afterEach(stopAll)

const json = { "Content-Type": "application/json" }

/** The one answer that a socket was given: its head, and its body as the problem that it must be. */
const problemOf = (received: string): { readonly head: string; readonly problem: ProblemBody } => {
  const [head = "", body = ""] = received.split("\r\n\r\n")
  assert.match(head, /\r\nContent-Type: application\/problem\+json/)
  return { head, problem: JSON.parse(body) as ProblemBody }
}

/** What every answer carries, this kind too. */
const assertUsual = (head: string): void => {
  for (const line of [
    /^annotary-version: \d/m,
    /^Vary: Authorization/m,
    /^Cache-Control: private, no-store/m,
  ])
    assert.match(head, line)
}

describe("a request that takes too long", () => {
  it("over its headers is answered as a time-out, and seen", async () => {
    const seen: Array<Observation> = []
    const options = { observe: (observation: Observation) => void seen.push(observation) }
    const { port } = await start(makeWorld(), options, { headersMillis: 200 })
    const { closed, received, socket } = raw(port)
    socket.write("GET /healthz HTTP/1.1\r\nHost: loc")
    await until(closed)
    const { head, problem } = problemOf(received())
    assert.match(head, /^HTTP\/1\.1 408 Request Timeout\r\n/)
    assert.match(problem.detail, /Request time-out\./)
    assertUsual(head)
    assert.deepStrictEqual(
      seen.map(({ requestId, status }) => [status, head.includes(`X-Request-Id: ${requestId}`)]),
      [[408, true]],
    )
  })

  it.each([
    ["that has begun", '{"nam'],
    ["that has not", ""],
  ])("over a body %s is answered as a time-out", async (_name, begun) => {
    const world = makeWorld()
    const { port } = await start(world, {}, { idleMillis: 100 })
    const { closed, received, socket } = raw(port)
    socket.write(head("POST /things/ HTTP/1.1", { ...json, "Content-Length": 1_000 }) + begun)
    await until(() => received().includes("\r\n\r\n{"))
    const { head: answered, problem } = problemOf(received())
    assert.match(answered, /^HTTP\/1\.1 408 /)
    assert.match(problem.detail, /Request time-out\./)
    assertUsual(answered)
    assert.deepStrictEqual(world.calls, [])
    socket.end()
    await until(closed)
  })

  it("over an upload is answered as a time-out", async () => {
    const { port } = await start(makeWorld(), {}, { idleMillis: 100 })
    const { received, socket } = raw(port)
    socket.write(`${head("POST /upload/ HTTP/1.1", { "Transfer-Encoding": "chunked" })}3\r\nabc\r\n`)
    await until(() => received().includes("\r\n\r\n{"))
    assert.match(problemOf(received()).problem.detail, /Request time-out\./)
    socket.destroy()
  })
})

describe("what is no request", () => {
  it.each([
    ["garbage", "garbage\r\n\r\n", 400, "Bad Request"],
    ["one without a Host", "GET /healthz HTTP/1.1\r\n\r\n", 400, "Bad Request"],
    [
      "one of huge headers",
      head("GET /healthz HTTP/1.1", { a: "b".repeat(20_000) }),
      431,
      "Request Header Fields Too Large",
    ],
    [
      "one that expects wonders",
      head("GET /healthz HTTP/1.1", { Expect: "wonders" }),
      417,
      "Expectation Failed",
    ],
  ])("%s, is told so like everybody else", async (_name, text, status, title) => {
    const { port } = await start()
    const { received, socket } = raw(port)
    socket.write(text)
    await until(() => received().includes("\r\n\r\n{"))
    const { head: answered, problem } = problemOf(received())
    assert.match(answered, new RegExp(`^HTTP/1\\.1 ${status} ${title}\r\n`))
    assert.deepStrictEqual([problem.status, problem.title], [status, title])
    assertUsual(answered)
    socket.destroy()
  })

  it("does not break into an answer that has begun", async () => {
    const { port } = await start()
    const { closed, received, socket } = raw(port)
    socket.write(head("GET /endless/ HTTP/1.1"))
    await until(() => received().length > 10_000)
    socket.write("garbage\r\n\r\n")
    await until(closed)
    assert.notInclude(received(), "400 Bad Request")
  })

  it("is one with two keys or two hosts", async () => {
    const { port } = await start(makeWorld(), { settings: { allowedHosts: ["localhost"] } })
    const status = async (header: string): Promise<string | undefined> => {
      const { received, socket } = raw(port)
      socket.write(
        head("GET /things/ HTTP/1.1", { Connection: "close" }).replace("\r\n\r\n", `\r\n${header}\r\n\r\n`),
      )
      await until(() => received().includes("\r\n\r\n"))
      socket.destroy()
      return received().split(" ")[1]
    }
    assert.strictEqual(await status("X-Other: 1"), "200")
    assert.strictEqual(await status("Authorization: APIKey other"), "401")
    assert.strictEqual(await status("Host: other"), "421")
  })
})

describe("a handler that takes its time", () => {
  it("is not taken for a sender who does, though nobody has read the body yet", async () => {
    const world = makeWorld()
    const { port } = await start(world, {}, { idleMillis: 50 })
    const { received, socket } = raw(port)
    socket.write(head("GET /slow/ HTTP/1.1", { "Content-Length": 10 }))
    await until(() => world.calls.includes("slow"))
    await later(150)
    Deferred.unsafeDone(world.gate, Exit.void)
    await until(() => received().includes('"done"'))
    socket.destroy()
  })
})

describe("a handler that is closed", () => {
  it("answers 503 to come back later, whatever is asked", async () => {
    const world = makeWorld()
    let closed = false
    const { url } = await start(world, { closed: () => closed })
    assert.strictEqual((await fetch(`${url}/things/`, { headers: key })).status, 200)
    closed = true
    for (const path of ["/things/", "/healthz", "/nowhere"]) {
      const answer = await fetch(`${url}${path}`, { headers: key })
      assert.deepStrictEqual(
        [answer.status, answer.headers.get("retry-after"), answer.headers.get("content-type")],
        [503, "1", "application/problem+json"],
      )
    }
  })
})
