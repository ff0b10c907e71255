import { assert, describe, it } from "vitest"
import { caller, makeWorld, problemIn, sending } from "./fixture.ts"

const thing = { name: "a", attributes: { x: 1 } }

describe("an answer", () => {
  it("carries the headers that every answer carries", async () => {
    const call = caller()
    for (const response of [
      await call("GET", "/healthz"),
      await call("GET", "/nowhere"),
      await call("POST", "/things/", { key: null }),
    ]) {
      assert.strictEqual(response.headers.get("cache-control"), "private, no-store")
      assert.strictEqual(response.headers.get("annotary-version"), "2026-11-01")
      assert.strictEqual(response.headers.get("x-content-type-options"), "nosniff")
      assert.include(response.headers.get("vary") ?? "", "Authorization")
      assert.match(response.headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/)
    }
  })

  it("keeps a sane request id of the caller and replaces another", async () => {
    const call = caller()
    const sane = await call("GET", "/healthz", { headers: { "x-request-id": "trace-1.2:3" } })
    assert.strictEqual(sane.headers.get("x-request-id"), "trace-1.2:3")
    const odd = await call("GET", "/healthz", { headers: { "x-request-id": "a b<c>" } })
    assert.match(odd.headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/)
  })

  it("lets a reply say its own caching and length", async () => {
    const response = await caller()("GET", "/file/")
    assert.strictEqual(response.headers.get("content-length"), "10000")
    assert.strictEqual(response.headers.get("cache-control"), "public, max-age=60")
  })

  it("quotes the version as ETag", async () => {
    const response = await caller()("GET", "/things/10000000-0000-7000-8000-000000000000/")
    assert.strictEqual(response.headers.get("etag"), '"v1"')
  })

  it("has no body and no length when there is nothing to say", async () => {
    const response = await caller()("DELETE", "/things/10000000-0000-7000-8000-000000000000/")
    assert.strictEqual(response.status, 204)
    assert.strictEqual(await response.text(), "")
    assert.isNull(response.headers.get("content-length"))
  })
})

describe("an address", () => {
  it("answers with and without a trailing slash, never with a redirect", async () => {
    const call = caller()
    for (const path of ["/things/", "/things", "/healthz", "/healthz/", "/healthz?"])
      assert.strictEqual((await call("GET", path)).status, 200, path)
  })

  it("is case-sensitive", async () => {
    assert.strictEqual((await caller()("GET", "/Things/")).status, 404)
  })

  it("decodes a name of 500 characters, with slashes and question marks in it", async () => {
    const name = `${"é".repeat(240)}${"😀".repeat(128)}a/b?c`
    const response = await caller()("GET", `/names/${encodeURIComponent(name)}/`)
    assert.deepStrictEqual(await response.json(), { name })
  })

  it("does not exist when an escape is broken, empty, or holds U+0000", async () => {
    const call = caller()
    for (const path of ["/names/%zz/", "/names/%c3/", "/names/%00/", "/names//", "/nowhere/", "//"]) {
      const response = await call("GET", path)
      assert.strictEqual(response.status, 404, path)
      assert.strictEqual((await problemIn(response)).detail, "Not found.")
    }
  })

  it("does not exist when an id is malformed, and says so only to who may ask", async () => {
    const call = caller()
    const response = await call("GET", "/things/12345/")
    assert.strictEqual(response.status, 404)
    assert.strictEqual((await problemIn(response)).detail, "Not found.")
    assert.strictEqual((await call("GET", "/things/12345/", { key: null })).status, 401)
  })

  it("names its methods to another one", async () => {
    const response = await caller()("PUT", "/things/")
    assert.strictEqual(response.status, 405)
    assert.strictEqual(response.headers.get("allow"), "GET, POST, HEAD, OPTIONS")
    assert.strictEqual((await problemIn(response)).code, "method_not_allowed")
  })

  it("answers OPTIONS with its methods, also without a key", async () => {
    const response = await caller()("OPTIONS", "/things/", { key: null })
    assert.strictEqual(response.status, 204)
    assert.strictEqual(response.headers.get("allow"), "GET, POST, HEAD, OPTIONS")
    assert.isNull(response.headers.get("access-control-allow-origin"))
  })

  it("answers HEAD as GET without the body", async () => {
    const call = caller()
    const response = await call("HEAD", "/text/100")
    assert.strictEqual(response.status, 200)
    assert.strictEqual(response.headers.get("content-length"), "111")
    assert.strictEqual(await response.text(), "")
    assert.strictEqual((await call("HEAD", "/stream/list")).status, 200)
  })
})

describe("who asks", () => {
  it("is refused without a known key before anything else is looked at", async () => {
    const world = makeWorld()
    const call = caller(world)
    for (const key of [null, "APIKey bad", "Bearer good"]) {
      const response = await call("POST", "/things/", { ...sending("{broken"), key })
      assert.strictEqual(response.status, 401)
      assert.strictEqual(response.headers.get("www-authenticate"), "APIKey")
      const problem = await problemIn(response)
      assert.strictEqual(problem.detail, "Authentication credentials were not provided.")
      assert.strictEqual(problem.type, "urn:annotary:error:unauthorized")
    }
    assert.deepStrictEqual(world.calls, [])
  })

  it("is nobody where the endpoint is public", async () => {
    const response = await caller()("GET", "/healthz", { key: null })
    assert.deepStrictEqual(await response.json(), { actor: "nobody" })
  })
})

describe("a failure", () => {
  it("has the status that its endpoint declares and the sentence of its class", async () => {
    const response = await caller()("POST", "/things/", sending({ ...thing, name: "taken" }))
    assert.strictEqual(response.status, 409)
    assert.strictEqual(response.headers.get("content-type"), "application/problem+json")
    assert.deepStrictEqual(await problemIn(response), {
      type: "urn:annotary:error:sample_already_exists",
      title: "Conflict",
      status: 409,
      detail: "A sample with this name already exists.",
      code: "sample_already_exists",
      resource: "sample",
    })
  })

  it("has the status of the table when the endpoint declares none", async () => {
    const call = caller(makeWorld(), { statuses: { Undeclared: 422 } })
    const response = await call("GET", "/fail/undeclared")
    assert.strictEqual(response.status, 422)
    const problem = await problemIn(response)
    assert.strictEqual(problem.code, "undeclared")
    assert.strictEqual(problem.detail, "A sentence of the domain.")
  })

  it("that nobody declared is a 500 which is logged with its cause and shows none of it", async () => {
    for (const how of ["defect", "undeclared", "forbidden"]) {
      const world = makeWorld()
      const response = await caller(world)("GET", `/fail/${how}`, { headers: { "x-request-id": "r1" } })
      assert.strictEqual(response.status, 500)
      const text = await response.text()
      assert.notInclude(text, "hunter2")
      assert.notInclude(text, "permission")
      assert.include(text, '"request_id":"r1"')
      assert.include(world.logged.join("\n"), "requestId=r1")
      if (how === "defect") assert.include(world.logged.join("\n"), "hunter2")
    }
  })

  it("of a handler that interrupts itself asks to come back", async () => {
    const response = await caller()("GET", "/fail/interrupt")
    assert.strictEqual(response.status, 503)
    assert.isNotNull(response.headers.get("retry-after"))
  })
})

describe("a stream", () => {
  it("arrives as it was made", async () => {
    const call = caller()
    const lines = await call("GET", "/stream/lines")
    assert.strictEqual(lines.headers.get("content-type"), "application/x-ndjson")
    assert.strictEqual(await lines.text(), '{"n":1}\n{"n":2}\n')
    assert.strictEqual(await (await call("GET", "/stream/list")).text(), "[1,2]")
  })

  it("tells of a storage that is away once, and of each fault beside it", async () => {
    const world = makeWorld()
    const call = caller(world)
    for (let i = 0; i < 20; i++) assert.strictEqual((await call("GET", "/fail/away")).status, 503)
    assert.lengthOf(world.logged, 1)
    assert.match(world.logged[0] ?? "", /level=WARN .*The storage is unavailable.*reason=full/)
    assert.notInclude(world.logged.join(), "fixture.ts")
    for (let i = 0; i < 3; i++) await call("GET", "/fail/defect")
    assert.lengthOf(world.logged, 4)
    assert.match(world.logged[3] ?? "", /level=ERROR .*requestId=/s)
  })

  it("that fails half-way ends with the line that its handler supplies", async () => {
    const world = makeWorld()
    const lines = (await (await caller(world)("GET", "/stream/trailer")).text()).trim().split("\n")
    assert.strictEqual(lines.length, 3)
    assert.strictEqual(JSON.parse(lines[2] ?? "").error.status, 503)
    assert.notInclude(lines[2] ?? "", "disk")
    assert.include(world.logged.join("\n"), "the disk went away")
  })

  it("that fails half-way without such a line is broken off", async () => {
    const response = await caller()("GET", "/stream/broken")
    const error = await response.text().catch((cause: unknown) => cause)
    assert.instanceOf(error, Error)
  })

  it("stops when its reader goes away", async () => {
    const world = makeWorld()
    const response = await caller(world)("GET", "/endless/")
    const reader = response.body?.getReader()
    await reader?.read()
    await reader?.cancel()
    await new Promise((resolve) => setTimeout(resolve, 20))
    assert.strictEqual(world.finalized, 1)
  })
})

describe("a caller who goes away", () => {
  it("interrupts the handler", async () => {
    const world = makeWorld()
    const seen: Array<boolean> = []
    const call = caller(world, { observe: ({ aborted }) => void seen.push(aborted) })
    const abort = new AbortController()
    const answer = call("GET", "/slow/", { signal: abort.signal })
    await new Promise((resolve) => setTimeout(resolve, 10))
    abort.abort()
    assert.strictEqual((await answer).status, 499)
    await new Promise((resolve) => setTimeout(resolve, 10))
    assert.strictEqual(world.finalized, 1)
    assert.deepStrictEqual(seen, [true])
  })
})

describe("a caller who goes away in the middle of a stream", () => {
  it("sees it broken off, and its stream is finalized", async () => {
    const world = makeWorld()
    const abort = new AbortController()
    const response = await caller(world)("GET", "/endless/", { signal: abort.signal })
    const reader = response.body?.getReader()
    await reader?.read()
    abort.abort()
    const rest = async () => {
      while (!(await reader?.read())?.done);
    }
    assert.instanceOf(await rest().catch((cause: unknown) => cause), Error)
    assert.strictEqual(world.finalized, 1)
  })
})

describe("a handler that is busy", () => {
  it("lets other requests and the event loop have their turns", async () => {
    const world = makeWorld()
    const call = caller(world)
    const abort = new AbortController()
    const busy = call("GET", "/busy/", { signal: abort.signal })
    for (let i = 0; i < 3; i++) {
      await new Promise((resolve) => setImmediate(resolve))
      assert.strictEqual((await call("GET", "/healthz")).status, 200)
    }
    assert.deepStrictEqual(world.calls, ["busy"])
    abort.abort()
    await busy
  })
})

describe("a page of another origin", () => {
  const settings = { corsOrigins: ["https://console.example"] }
  const origin = "https://console.example"

  it("may read answers when it is listed", async () => {
    const call = caller(makeWorld(), { settings })
    const response = await call("GET", "/healthz", { headers: { origin } })
    assert.strictEqual(response.headers.get("access-control-allow-origin"), origin)
    assert.include(response.headers.get("access-control-expose-headers") ?? "", "ETag")
    assert.strictEqual(response.headers.get("vary"), "Authorization, Origin")
  })

  it("is told before it sends what it may send", async () => {
    const call = caller(makeWorld(), { settings })
    const response = await call("OPTIONS", "/things/", { key: null, headers: { origin } })
    assert.strictEqual(response.headers.get("access-control-allow-methods"), "GET, POST, HEAD, OPTIONS")
    assert.include(response.headers.get("access-control-allow-headers") ?? "", "Authorization")
  })

  it("is told nothing when it is not listed", async () => {
    const call = caller(makeWorld(), { settings })
    const response = await call("GET", "/healthz", { headers: { origin: "https://evil.example" } })
    assert.isNull(response.headers.get("access-control-allow-origin"))
    assert.strictEqual(response.headers.get("vary"), "Authorization, Origin")
  })

  it("gets one answer where the reply is open to all", async () => {
    const response = await caller(makeWorld(), { settings })("GET", "/file/", { headers: { origin } })
    assert.strictEqual(response.headers.get("access-control-allow-origin"), "*")
  })
})

describe("a host name", () => {
  it("that is not ours is refused", async () => {
    const call = caller(makeWorld(), { settings: { allowedHosts: ["localhost", "[::1]", "box.local"] } })
    for (const [host, status] of [
      ["localhost", 200],
      ["LOCALHOST:8080", 200],
      ["[::1]:80", 200],
      ["box.local", 200],
      ["evil.example", 421],
      ["localhost.evil.example", 421],
    ] as const)
      assert.strictEqual((await call("GET", "/healthz", { headers: { host } })).status, status, host)
  })
})

describe("an observer", () => {
  it("is told about every request, with the pattern and not the address", async () => {
    const seen: Array<string> = []
    const call = caller(makeWorld(), {
      observe: ({ bytes, durationMillis, method, route, status }) => {
        assert.isAtLeast(durationMillis, 0)
        seen.push(`${method} ${route} ${status} ${bytes > 0}`)
      },
    })
    await call("GET", "/names/x/")
    await call("GET", "/nowhere/")
    await call("DELETE", "/things/10000000-0000-7000-8000-000000000000")
    await call("GET", "/names/x/", { key: null })
    await (await call("GET", "/stream/lines")).text()
    assert.deepStrictEqual(seen, [
      "GET /names/:name/ 200 true",
      "GET undefined 404 true",
      "DELETE /things/:uuid/ 204 false",
      "GET /names/:name/ 401 true",
      "GET /stream/:how 200 true",
    ])
  })
})
