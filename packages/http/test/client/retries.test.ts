/** A server that fails first: what is sent again, and what is not. */
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { it as effectIt } from "@effect/vitest"
import { Effect, Fiber, Random, TestClock } from "effect"
import { assert, describe, it } from "vitest"
import { ApiProblem, type ClientOptions, createClient, isApiError } from "../../src/client/index.ts"
import { retry, retryAfterMillis } from "../../src/client/retries.ts"
import { cars, newDataset, rejection, serve } from "./server.ts"

type Fault = number | "cut"

/** Fails as it is told, one fault a request, then answers `{}`. */
const failing = async (faults: ReadonlyArray<Fault>, headers: Record<string, string> = {}) => {
  const seen: Array<Pick<IncomingMessage, "method" | "headers">> = []
  const left = [...faults]
  const served = await serve((request, response) => {
    seen.push({ method: request.method, headers: request.headers })
    request.resume()
    request.on("end", () => {
      const fault = left.shift()
      if (fault === "cut") {
        response.destroy()
        return
      }
      response.writeHead(fault ?? 200, { "content-type": "application/json", ...headers })
      response.end("{}")
    })
  })
  const client = (options: Partial<ClientOptions> = {}) =>
    createClient({ baseUrl: served.url, firstWaitMillis: 1, ...options })
  return { seen, client, [Symbol.asyncDispose]: served[Symbol.asyncDispose] }
}

const label = { sample: "1c1b4a0e-0000-4000-8000-000000000000", labelset: "ground-truth" }
const claim = { claim: "1c1b4a0e-0000-4000-8000-000000000000" }

describe("a request that fails for a while", () => {
  it.each([["429 and 503", [429, 503]] as const, ["a broken connection", ["cut"]] as const])(
    "is sent again after %s when it reads, replaces or deletes",
    async (_name, faults) => {
      for (const call of ["get", "put", "remove"] as const) {
        await using server = await failing(faults)
        const labels = server.client().labels
        if (call === "put") await labels.put({ path: label, payload: {} })
        else await labels[call]({ path: label })
        assert.strictEqual(server.seen.length, faults.length + 1, call)
      }
    },
  )

  it("is sent again under the same key of its own when it creates or changes", async () => {
    await using server = await failing(["cut", 503])
    await server.client().datasets.create({ payload: newDataset })
    await server.client().datasets.update({ path: cars, payload: { description: "x" } })
    const keys = server.seen.map(({ headers }) => headers["idempotency-key"])
    assert.strictEqual(server.seen.length, 4)
    assert.match(String(keys[0]), /^[0-9a-f]{32}$/)
    assert.strictEqual(new Set(keys.slice(0, 3)).size, 1)
    assert.notStrictEqual(keys[3], keys[2])
  })

  it("is sent again when the endpoint is repeatable by itself", async () => {
    await using server = await failing(["cut"])
    await server.client().claims.submit({ path: claim, payload: {} })
    assert.strictEqual(server.seen.length, 2)
    assert.isUndefined(server.seen[0]?.headers["idempotency-key"])
  })

  it("is not sent again when it could be done twice, or be answered otherwise", async () => {
    for (const fault of ["cut", 503] as const) {
      await using server = await failing([fault, fault, fault, fault])
      const client = server.client()
      await rejection(client.samples.createMany({ path: cars, payload: [{ name: "a" }] }))
      await rejection(client.labels.put({ path: label, headers: { "if-match": '"v"' }, payload: {} }))
      const absent = { headers: { "if-none-match": "*" as const }, payload: { attributes: {} } }
      await rejection(client.gold.set({ path: { sample: claim.claim }, ...absent }))
      await rejection(client.assets.upload({ path: { asset: claim.claim }, payload: new FormData() }))
      assert.strictEqual(server.seen.length, 4)
    }
  })

  it("is not sent again without retries: no key is made either", async () => {
    await using server = await failing([503])
    const error = await rejection(server.client({ retries: 0 }).datasets.create({ payload: newDataset }))
    assert.isTrue(isApiError(error, "ApiProblem"))
    assert.strictEqual(server.seen.length, 1)
    assert.isUndefined(server.seen[0]?.headers["idempotency-key"])
  })

  it("is given up after as many tries as were allowed, and at once for other statuses", async () => {
    await using server = await failing([503, 503, 503, 500])
    const users = server.client({ retries: 2 }).users
    assert.isTrue(isApiError(await rejection(users.me()), "ApiProblem"))
    assert.strictEqual(server.seen.length, 3)
    await rejection(users.me())
    assert.strictEqual(server.seen.length, 4)
  })

  it("is given up at once when the server asks for more time than the client has", async () => {
    await using server = await failing([503], { "retry-after": "3600" })
    await rejection(server.client().users.me())
    assert.strictEqual(server.seen.length, 1)
  })

  it("fails as ConnectionFailed when nobody listens, and as TimedOut when nobody answers", async () => {
    const closed = createServer().listen(0)
    const { port } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    const nobody = createClient({ baseUrl: `http://127.0.0.1:${port}`, retries: 0 })
    assert.isTrue(isApiError(await rejection(nobody.users.me()), "ConnectionFailed"))
    await using silent = await serve(() => {})
    const client = createClient({ baseUrl: silent.url })
    assert.isTrue(isApiError(await rejection(client.users.me({}, { timeoutMillis: 20 })), "TimedOut"))
  })

  it("sends no key of anybody else and no header of tracing", async () => {
    await using server = await failing([])
    await server.client({ apiKey: "k" }).users.me()
    assert.strictEqual(server.seen[0]?.headers.authorization, "APIKey k")
    assert.isUndefined(server.seen[0]?.headers.traceparent)
    assert.isUndefined(server.seen[0]?.headers.b3)
  })
})

describe("the waits between tries", () => {
  const problem = (retryAfterMillis?: number) =>
    new ApiProblem({ status: 503, code: "unavailable", detail: "", requestId: undefined, retryAfterMillis })

  /** How long after the first the further tries come, with dice that always fall on one half. */
  const timesOf = (error: ApiProblem) =>
    Effect.gen(function* () {
      const times: Array<number> = []
      const attempt = Effect.zipRight(
        Effect.map(TestClock.currentTimeMillis, (at) => times.push(at)),
        Effect.fail(error),
      )
      const half = { ...Random.make("half"), next: Effect.succeed(0.5) }
      const tries = Effect.withRandom(retry(attempt, { firstWaitMillis: 100, mostWaitMillis: 300 }), half)
      const fiber = yield* Effect.fork(Effect.exit(tries))
      yield* TestClock.adjust("10 minutes")
      yield* Fiber.join(fiber)
      return times
    })

  effectIt.effect("grow twofold up to a limit, below which they are drawn", () =>
    Effect.map(timesOf(problem()), (times) => assert.deepStrictEqual(times, [0, 50, 150, 300])),
  )

  effectIt.effect("begin when the time is over that the server asked for", () =>
    Effect.map(timesOf(problem(200)), (times) => assert.deepStrictEqual(times, [0, 250, 550, 900])),
  )

  it("are read from Retry-After as seconds or as a date", () => {
    assert.strictEqual(retryAfterMillis("3", 0), 3000)
    assert.strictEqual(retryAfterMillis("Thu, 01 Jan 1970 00:00:10 GMT", 4000), 6000)
    assert.strictEqual(retryAfterMillis("soon", 0), undefined)
    assert.strictEqual(retryAfterMillis(undefined, 0), undefined)
  })
})
