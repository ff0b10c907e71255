/** The client that keeps servers busy counts what it is answered, and nothing else. */
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, describe, expect, it } from "vitest"
import { serialMark } from "../src/harness/labels.ts"
import { requestText } from "../src/harness/load.ts"
import { run } from "../src/harness/socketClient.ts"

const ends: Array<() => unknown> = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

const listen = async (listener: RequestListener): Promise<number> => {
  const server = createServer(listener)
  ends.push(() => server.close().closeAllConnections())
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return (server.address() as AddressInfo).port
}

const load = { connections: 3, millis: 150, status: 200 }

describe("the client", () => {
  it("counts every answer, also one that comes in many pieces", async () => {
    let answered = 0
    const port = await listen((_, response) => {
      const text = "x".repeat(300_000)
      response.writeHead(200, { "Content-Length": text.length })
      response.write(text.slice(0, 7))
      response.end(text.slice(7), () => {
        answered += 1
      })
    })
    const request = requestText({ method: "GET", path: "/" })
    const answers = await run({ ...load, port, request })
    expect(answers.wrong).toBeUndefined()
    expect(answers.count).toBe(answered)
    expect(answers.count).toBeGreaterThan(load.connections)
  })

  it("counts answers in chunks", async () => {
    let answered = 0
    const port = await listen((_, response) => {
      response.writeHead(200)
      response.write("[1", () =>
        response.end(",2]", () => {
          answered += 1
        }),
      )
    })
    const answers = await run({ ...load, port, request: requestText({ method: "GET", path: "/" }) })
    expect(answers.wrong).toBeUndefined()
    expect(answers.count).toBe(answered)
    expect(answers.count).toBeGreaterThan(load.connections)
  })

  it("sends another number in each request, and the body whole", async () => {
    const seen = new Set<string>()
    let bodies = 0
    const port = await listen((incoming, response) => {
      let body = ""
      incoming.on("data", (chunk) => {
        body += String(chunk)
      })
      incoming.on("end", () => {
        bodies += 1
        seen.add(body)
        response.setHeader("Content-Length", 0).end()
      })
    })
    const request = requestText({ method: "POST", path: "/", body: `{"name":"é-${serialMark}"}` })
    const { count, wrong } = await run({ ...load, port, request })
    expect(wrong).toBeUndefined()
    expect(seen.size).toBe(bodies)
    expect(bodies).toBe(count)
    expect([...seen].every((body) => /^\{"name":"é-\d{8}"\}$/.test(body))).toBe(true)
  })

  it("says what it was answered instead of the status that it expects", async () => {
    const port = await listen((_, response) => response.writeHead(503, { "Content-Length": 0 }).end())
    const { wrong } = await run({ ...load, port, request: requestText({ method: "GET", path: "/" }) })
    expect(wrong).toContain("503")
  })

  it("says when nobody answers at all", async () => {
    const { wrong } = await run({ ...load, port: 1, request: requestText({ method: "GET", path: "/" }) })
    expect(wrong).toContain("ECONNREFUSED")
  })

  it("says when a server goes away in the middle", async () => {
    const port = await listen((_, response) => {
      response.writeHead(200, { "Content-Length": 10 })
      response.write("12345", () => response.socket?.end())
    })
    const { wrong } = await run({ ...load, port, request: requestText({ method: "GET", path: "/" }) })
    expect(wrong).toBe("The server closed a connection.")
  })
})
