/** Status, health, metrics: what a host says about itself. */
import { createHash } from "node:crypto"
import { Effect, Redacted } from "effect"
import { afterEach, assert, describe, it } from "vitest"
import { type ApiOptions, webHandler } from "../src/index.ts"
import { makeWorld, type World } from "./support/world.ts"

let world: World
const open = async (options: ApiOptions): Promise<World> => {
  world = await makeWorld(options)
  return world
}
afterEach(() => world.close())

const metrics = (isOpen: boolean) => ({ text: Effect.succeed("annotary_up 1\n"), open: isOpen })

describe("/api_status/", () => {
  it("answers with the version to a valid key, however the scheme is written", async () => {
    const { call, keys } = await open({ version: "1.2.3" })
    const answer = await call({ method: "GET", path: "/api_status/?lib_version=1.30.0" })
    assert.deepStrictEqual(answer.body, { status: "ok", version: "1.2.3" })
    const headers = { authorization: `apikey ${keys.owner}` }
    assert.strictEqual(
      (await call({ method: "GET", path: "/api_status", as: "nobody", headers })).status,
      200,
    )
    const wrong = await call({ method: "GET", path: "/api_status/", as: "nobody" })
    assert.deepStrictEqual(
      [wrong.status, wrong.at("detail")],
      [401, "Authentication credentials were not provided."],
    )
  })
})

describe("/readyz", () => {
  it("says no while the database is away, and /healthz goes on", async () => {
    const { call } = await open({ ready: Effect.succeed(false) })
    const answer = await call({ method: "GET", path: "/readyz", as: "nobody" })
    assert.strictEqual(answer.status, 503)
    assert.isNotNull(answer.headers.get("retry-after"))
    assert.strictEqual((await call({ method: "GET", path: "/healthz", as: "nobody" })).status, 200)
  })

  it("says no when asking fails", async () => {
    const { call } = await open({ ready: Effect.die("gone") })
    assert.strictEqual((await call({ method: "GET", path: "/readyz" })).status, 503)
  })
})

describe("/metrics", () => {
  it("needs a site admin's key, unless it is open", async () => {
    const closed = await open({ metrics: metrics(false) })
    const statusOf = async (as: "root" | "owner" | "nobody") =>
      (await world.call({ method: "GET", path: "/metrics", as })).status
    assert.deepStrictEqual(
      [await statusOf("root"), await statusOf("owner"), await statusOf("nobody")],
      [200, 403, 401],
    )
    await closed.close()
    await open({ metrics: metrics(true) })
    const answer = await world.call({ method: "GET", path: "/metrics", as: "nobody" })
    assert.strictEqual(answer.text, "annotary_up 1\n")
    assert.strictEqual(answer.headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8")
  })

  it("takes a site admin's key as Bearer, too, which no other address does", async () => {
    const { call, keys } = await open({ metrics: metrics(false) })
    const statusOf = async (path: string, credentials: string) =>
      (await call({ method: "GET", path, as: "nobody", headers: { authorization: `Bearer ${credentials}` } }))
        .status
    assert.strictEqual(await statusOf("/metrics", keys.root), 200)
    assert.strictEqual(await statusOf("/metrics", keys.owner), 403)
    assert.strictEqual(await statusOf("/metrics", `ann_nowhere0_${"0".repeat(43)}`), 401)
    assert.strictEqual(await statusOf("/user", keys.root), 401)
  })

  it("takes the token of the host, which no other address does", async () => {
    const token = "a-token-of-a-monitor"
    const { call } = await open({ metrics: { ...metrics(false), token: Redacted.make(token) } })
    const statusOf = async (path: string, authorization: string) =>
      (await call({ method: "GET", path, as: "nobody", headers: { authorization } })).status
    assert.strictEqual(await statusOf("/metrics", `Bearer ${token}`), 200)
    assert.strictEqual(await statusOf("/metrics", `bearer  ${token} `), 200)
    assert.strictEqual(await statusOf("/metrics", `Bearer ${token}x`), 401)
    assert.strictEqual(await statusOf("/metrics", token), 401)
    assert.strictEqual(await statusOf("/metrics", `APIKey ${token}`), 401)
    assert.strictEqual(await statusOf("/user", `Bearer ${token}`), 401)
    assert.strictEqual(await statusOf("/api_status/", `APIKey ${token}`), 401)
  })

  it("is not there where nobody counts", async () => {
    const { call } = await open({})
    assert.strictEqual((await call({ method: "GET", path: "/metrics", as: "root" })).status, 404)
  })
})

describe("a site admin who meets what others keep to themselves", () => {
  it("is told by which call to join", async () => {
    const { call } = await open({})
    const answer = await call({ method: "GET", path: "/datasets/owner/nowhere/", as: "root" })
    assert.deepStrictEqual(
      [answer.status, answer.at("detail")],
      [404, "Dataset not found. As a site admin, join the organization or the dataset first: POST …/join/."],
    )
  })
})

describe("a document of the API itself", () => {
  it.each(["/openapi.json", "/configuration/schema.json"])(
    "is sent to others when the first caller leaves before it is complete: %s",
    async (path) => {
      const { call, engine } = await open({})
      const leaving = new AbortController()
      const handle = webHandler(engine)
      const first = handle(new Request(`http://localhost${path}`, { signal: leaving.signal }))
      await new Promise(setImmediate)
      leaving.abort()
      await first.catch(() => undefined)
      const second = await handle(new Request(`http://localhost${path}`))
      assert.strictEqual(second.status, 200)
      assert.strictEqual(
        JSON.stringify(await second.json()),
        JSON.stringify((await call({ method: "GET", path })).body),
      )
    },
  )

  it.each(["/docs", "/openapi.json", "/configuration/schema.json"])(
    "is compressed once, may be cached by everybody, and is not sent twice: %s",
    async (path) => {
      const { call } = await open({})
      const get = (headers: Record<string, string>) => call({ method: "GET", path, as: "nobody", headers })
      const plain = await get({ "accept-encoding": "identity" })
      const tag = plain.headers.get("etag") ?? ""
      assert.match(tag, /^"[\w-]{22}"$/)
      assert.include(plain.headers.get("cache-control"), "public")
      assert.include(plain.headers.get("vary"), "Accept-Encoding")
      const gzip = await get({ "accept-encoding": "gzip" })
      const gzipTag = gzip.headers.get("etag") ?? ""
      assert.deepStrictEqual(
        [gzip.headers.get("content-encoding"), gzipTag],
        ["gzip", `${tag.slice(0, -1)}-gzip"`],
      )
      assert.isBelow(Number(gzip.headers.get("content-length")), plain.text.length / 2)
      for (const known of [tag, `"other", ${tag}`, `W/${tag}`, "*"]) {
        const again = await get({ "accept-encoding": "identity", "if-none-match": known })
        assert.deepStrictEqual([again.status, again.text, again.headers.get("etag")], [304, "", tag])
      }
      const other = await get({ "accept-encoding": "gzip", "if-none-match": tag })
      assert.strictEqual(other.status, 200)
      const head = await call({ method: "HEAD", path, as: "nobody", headers: { "accept-encoding": "gzip" } })
      assert.deepStrictEqual(
        [head.text, head.headers.get("content-length")],
        ["", gzip.headers.get("content-length")],
      )
    },
  )

  it("is shown by a page whose policy names its scripts and style by their hashes, and nothing else", async () => {
    const { call } = await open({})
    const page = await call({ method: "GET", path: "/docs", as: "nobody" })
    const policy = page.headers.get("content-security-policy") ?? ""
    assert.notInclude(policy, "unsafe")
    const hash = (text = "") => `'sha256-${createHash("sha256").update(text).digest("base64")}'`
    const scripts = [...page.text.matchAll(/<script>([\s\S]*?)<\/script>/g)].map((found) => hash(found[1]))
    const styles = [...page.text.matchAll(/<style>([\s\S]*?)<\/style>/g)].map((found) => hash(found[1]))
    assert.deepStrictEqual([scripts.length, styles.length], [2, 1])
    assert.include(policy, `script-src ${scripts.join(" ")};`)
    assert.include(policy, `style-src ${styles.join(" ")};`)
    const document =
      /<script type="application\/json" id="document">([^<]*)<\/script>/.exec(page.text)?.[1] ?? ""
    assert.deepStrictEqual(JSON.parse(document), (await call({ method: "GET", path: "/openapi.json" })).body)
  })
})

describe("a closed engine", () => {
  it("has nothing to answer with: 503, and when to come back", async () => {
    const { call, close } = await open({})
    assert.strictEqual((await call({ method: "GET", path: "/user" })).status, 200)
    const closing = close()
    for (const path of ["/user", "/healthz"]) {
      const answer = await call({ method: "GET", path })
      assert.deepStrictEqual([answer.status, answer.at("code")], [503, "unavailable"])
      assert.strictEqual(answer.headers.get("retry-after"), "1")
      assert.strictEqual(answer.headers.get("content-type"), "application/problem+json")
    }
    await closing
    assert.strictEqual((await call({ method: "GET", path: "/user" })).status, 503)
  })
})

describe("a malformed id", () => {
  it("is no address, whatever the method", async () => {
    const { call } = await open({})
    const statusOf = async (method: string, path: string) => (await call({ method, path })).status
    assert.strictEqual(await statusOf("GET", "/issues/12345/"), 404)
    assert.strictEqual(await statusOf("PUT", "/samples/12345/"), 404)
    assert.strictEqual(await statusOf("PATCH", "/issues/12345/"), 404)
    const known = "/issues/01a1f9e8-3381-7003-be79-b590e062b7fe/"
    const answer = await call({ method: "PUT", path: known })
    assert.deepStrictEqual(
      [answer.status, answer.headers.get("allow")],
      [405, "GET, PATCH, DELETE, HEAD, OPTIONS"],
    )
  })
})

describe("the host", () => {
  it("observes every request with its pattern, never its path", async () => {
    const seen: Array<string> = []
    const { call } = await open({
      observe: ({ method, route, status }) => seen.push(`${method} ${route} ${status}`),
    })
    await call({ method: "GET", path: "/users/owner" })
    await call({ method: "GET", path: "/nowhere" })
    assert.deepStrictEqual(seen, ["GET /users/:username 200", "GET undefined 404"])
  })
})
