/** A checked file: the address policy, the limits, and connections that are closed. */
import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { Effect, Either } from "effect"
import { afterEach, assert, describe, it } from "vitest"
import { defaultLimits } from "../../src/http/limits.ts"
import { type FileLimits, openCheckedFile } from "../../src/http/openCheckedFile.ts"
import { makeAddressPolicy } from "../../src/ssrf/AddressPolicy.ts"

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

const serve = async (answer: RequestListener): Promise<string> => {
  server = createServer(answer)
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const countConnections = () =>
  new Promise<number>((resolve, reject) =>
    server?.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
  )

const isClosed = async (): Promise<boolean> => {
  for (let waited = 0; waited < 100 && (await countConnections()) > 0; waited++) await sleep(10)
  return (await countConnections()) === 0
}

const fileLimits = { maxBytes: 1_000_000, idleMillis: 5000, totalMillis: 10_000 }

const open = (
  url: string,
  limits: Partial<FileLimits> = {},
  allow: ReadonlyArray<string> = ["127.0.0.0/8"],
) =>
  Effect.runPromise(
    Effect.either(
      openCheckedFile(
        url,
        {
          policy: makeAddressPolicy({ allow }),
          resolver: () => Promise.resolve(["127.0.0.1"]),
          limits: defaultLimits,
        },
        { ...fileLimits, ...limits },
      ),
    ),
  )

const read = async (body: AsyncIterable<Uint8Array>): Promise<number> => {
  let bytes = 0
  for await (const part of body) bytes += part.length
  return bytes
}

const readFailure = (body: AsyncIterable<Uint8Array>): Promise<string> =>
  read(body).then(
    () => "nothing failed",
    (cause) => String(cause),
  )

describe("a checked file", () => {
  it("is read in parts that are no longer in memory, and its connection is closed", async () => {
    const url = await serve((_, answer) => answer.end(Buffer.alloc(600_000)))
    const { body, status } = Either.getOrThrow(await open(url))
    assert.strictEqual(status, 200)
    assert.strictEqual(await read(body), 600_000)
    assert.isTrue(await isClosed())
  })

  it("is closed by a reader that has enough, and by one that never began", async () => {
    const url = await serve((_, answer) => {
      answer.write(Buffer.alloc(100_000))
      setInterval(() => answer.write("more"), 20).unref()
    })
    const first = Either.getOrThrow(await open(url))
    for await (const part of first.body) if (part.length > 0) break
    assert.isTrue(await isClosed())
    const second = Either.getOrThrow(await open(url))
    assert.strictEqual(await countConnections(), 1)
    await second.body[Symbol.asyncIterator]().return?.()
    assert.isTrue(await isClosed())
  })

  it("is not opened at an address that the policy forbids", async () => {
    let requests = 0
    const url = await serve((_, answer) => {
      requests += 1
      answer.end()
    })
    for (const forbidden of [url, url.replace("127.0.0.1", "example.com"), "http://169.254.169.254/a.png"]) {
      const found = await open(forbidden, {}, [])
      assert.strictEqual(Either.isLeft(found) ? found.left.code : "opened", "unreachable", forbidden)
    }
    assert.strictEqual(requests, 0)
  })

  it("does not follow a redirect", async () => {
    const url = await serve((_, answer) => answer.writeHead(302, { location: "/other" }).end())
    const { close, status } = Either.getOrThrow(await open(url))
    assert.strictEqual(status, 302)
    await Effect.runPromise(close)
    assert.isTrue(await isClosed())
  })

  it("fails above its limit of bytes, announced or not", async () => {
    const url = await serve((request, answer) => {
      if (request.url === "/chunked") answer.write(Buffer.alloc(1))
      answer.end(Buffer.alloc(5000))
    })
    const announced = await open(`${url}/announced`, { maxBytes: 1000 })
    assert.strictEqual(Either.isLeft(announced) ? announced.left.code : "opened", "too_large")
    const { body } = Either.getOrThrow(await open(`${url}/chunked`, { maxBytes: 5000 }))
    assert.match(await readFailure(body), /larger than 5000 bytes/)
    assert.isTrue(await isClosed())
  })

  it("fails when the server sends nothing more for too long, but not when the reader is slow", async () => {
    const url = await serve((request, answer) => {
      if (request.url === "/slow") answer.end(Buffer.alloc(400_000))
      else answer.write("a part")
    })
    const stalled = Either.getOrThrow(await open(url, { idleMillis: 100 }))
    assert.notStrictEqual(await readFailure(stalled.body), "nothing failed")
    const slow = Either.getOrThrow(await open(`${url}/slow`, { idleMillis: 100 }))
    let bytes = 0
    for await (const part of slow.body) {
      if (bytes === 0) await sleep(300)
      bytes += part.length
    }
    assert.strictEqual(bytes, 400_000)
  })

  it("is closed after its time when nobody reads it", async () => {
    const url = await serve((_, answer) => answer.end(Buffer.alloc(900_000)))
    Either.getOrThrow(await open(url, { totalMillis: 100 }))
    assert.isTrue(await isClosed())
  })
})
