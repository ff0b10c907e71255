/** One checked GET: the address policy, the limits, and no redirect. */
import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect, Either } from "effect"
import { afterEach, assert, describe, it } from "vitest"
import { getChecked } from "../../src/http/checkedGet.ts"
import { defaultLimits } from "../../src/http/limits.ts"
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

const get = (url: string, allow: ReadonlyArray<string> = ["127.0.0.0/8"], limits = defaultLimits) => {
  const policy = makeAddressPolicy({ allow })
  return Effect.runPromise(
    Effect.either(getChecked(url, { policy, resolver: () => Promise.resolve(["127.0.0.1"]), limits })),
  )
}

const codeOf = (found: Awaited<ReturnType<typeof get>>) =>
  Either.isLeft(found) ? found.left.code : found.right.status

describe("a checked GET", () => {
  it("returns status and body, with a query of any length", async () => {
    const url = await serve(({ headers, url: path }, answer) => answer.end(`${headers.host} ${path}`))
    const query = `/a%20b?x=${"y".repeat(3000)}`
    const found = await get(url + query)
    const { body, status } = Either.getOrThrow(found)
    assert.strictEqual(status, 200)
    assert.strictEqual(Buffer.from(body).toString(), `${new URL(url).host} ${query}`)
  })

  it("encodes a query as browsers do, and drops the fragment", async () => {
    const url = await serve(({ url: path }, answer) => answer.end(path))
    const { body } = Either.getOrThrow(await get(`${url}/a.png?x=ü b&signature=%2F+#part`))
    assert.strictEqual(Buffer.from(body).toString(), "/a.png?x=%C3%BC%20b&signature=%2F+")
  })

  it("is sent to no address that the policy forbids, by number or by name", async () => {
    let asked = 0
    const url = await serve((_, answer) => {
      asked += 1
      answer.end()
    })
    assert.strictEqual(codeOf(await get(url, [])), "unreachable")
    assert.strictEqual(codeOf(await get(url.replace("127.0.0.1", "example.com"), [])), "unreachable")
    assert.strictEqual(asked, 0)
  })

  it("follows no redirect, and reads no more than its limit", async () => {
    const url = await serve((request, answer) => {
      if (request.url === "/moved") answer.writeHead(302, { location: "/" }).end()
      else answer.end("x".repeat(100_000))
    })
    assert.strictEqual(codeOf(await get(`${url}/moved`)), 302)
    assert.strictEqual(codeOf(await get(url)), "too_large")
  })
})
