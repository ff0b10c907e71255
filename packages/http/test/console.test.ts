/** Signing in with a browser: what begins and ends a session, and which requests its cookie counts in. */
import { reveal } from "@annotary/core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { webHandler } from "../src/index.ts"
import { type Answer, type Caller, makeWorld, type World } from "./support/world.ts"

const origin = "https://label.example"
const ofPage = { host: "label.example", origin, "annotary-console": "1", "content-type": "application/json" }

let world: World
beforeAll(async () => {
  world = await makeWorld({ settings: { publicUrl: () => origin }, console: {} })
})
afterAll(() => world.close())

interface Sent {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly as?: Caller
}

const sendTo = (target: World, method: string, path: string, { as = "nobody", body, headers }: Sent = {}) =>
  target.call({ method, path, as, body, headers: { ...ofPage, ...headers } })

const send = (method: string, path: string, sent?: Sent) => sendTo(world, method, path, sent)

const cookieIn = (answer: Answer): string => (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? ""

/** Signs in and returns the cookie. */
const signIn = async (target = world, headers = {}, key = target.keys.labeler): Promise<string> => {
  const answer = await sendTo(target, "POST", "/console/session", { body: { api_key: key }, headers })
  assert.strictEqual(answer.status, 201, answer.text)
  return cookieIn(answer)
}

const statusOf = async (asked: Promise<Answer>) => {
  const answer = await asked
  return [answer.status, answer.at("code")]
}

describe("a session", () => {
  it("says whether the session has the permissions of a site admin", async () => {
    const isAdmin = async (key: string) => {
      const begun = await send("POST", "/console/session", { body: { api_key: key } })
      const read = await send("GET", "/console/session", { headers: { cookie: cookieIn(begun) } })
      return [begun.at("site_admin"), read.at("site_admin")]
    }
    assert.deepStrictEqual(await isAdmin(world.keys.root), [true, true])
    assert.deepStrictEqual(await isAdmin(world.keys.owner), [false, false])
    const body = { scope: { role: "labeler" } }
    const limited = await world.call({ method: "POST", path: "/user/api_keys/", body, as: "root" })
    assert.deepStrictEqual(await isAdmin(limited.textAt("key")), [false, false])
  })

  it("begins with an API key, and its cookie is bound to the host, to https and to scripts of nobody", async () => {
    const answer = await send("POST", "/console/session", { body: { api_key: world.keys.labeler } })
    assert.strictEqual(answer.status, 201)
    assert.match(
      answer.headers.get("set-cookie") ?? "",
      /^__Host-annotary=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
    )
    assert.strictEqual(answer.headers.get("cache-control"), "private, no-store")
    assert.strictEqual(answer.at("user"), "labeler")
    assert.strictEqual(answer.at("current"), true)
    assert.notInclude(answer.text, cookieIn(answer).split("=")[1] ?? "")
    const cookie = cookieIn(answer)
    const me = await send("GET", "/user", { headers: { cookie } })
    assert.strictEqual(me.at("username"), "labeler")
    const current = await send("GET", "/console/session", { headers: { cookie } })
    assert.strictEqual(current.at("uuid"), answer.at("uuid"))
  })

  it("begins once with a one-time token", async () => {
    const { secret } = await world.engine.sessions.createToken("reviewer")
    const sent = { body: { token: reveal(secret) } }
    const [one, other] = await Promise.all([
      send("POST", "/console/session", sent),
      send("POST", "/console/session", sent),
    ])
    assert.sameMembers([one.status, other.status], [201, 401])
    const cookie = cookieIn(one.status === 201 ? one : other)
    assert.strictEqual((await send("GET", "/user", { headers: { cookie } })).at("username"), "reviewer")
    assert.strictEqual((await send("POST", "/console/session", sent)).status, 401)
  })

  it("does not begin with anything else", async () => {
    const begin = (body: unknown) => statusOf(send("POST", "/console/session", { body }))
    const unknown = "A".repeat(43)
    assert.deepStrictEqual(await begin({ api_key: `ann_AAAAAAAA_${unknown}` }), [401, "unauthorized"])
    assert.deepStrictEqual(await begin({ api_key: "" }), [401, "unauthorized"])
    assert.deepStrictEqual(await begin({ token: unknown }), [401, "unauthorized"])
    assert.deepStrictEqual(await begin({}), [400, "invalid"])
    assert.deepStrictEqual(await begin({ api_key: world.keys.labeler, token: unknown }), [400, "invalid"])
  })

  it("is listed, and ended by its id or by itself, and then counts no more", async () => {
    const [here, there] = [await signIn(), await signIn()]
    const listed = await send("GET", "/user/sessions/", { headers: { cookie: here } })
    const others = listed.list.filter((row) => Object(row).current !== true)
    assert.strictEqual(listed.list.length - others.length, 1)
    const id = (await send("GET", "/console/session", { headers: { cookie: there } })).textAt("uuid")
    const stranger = await signIn(world, {}, world.keys.stranger)
    const end = (cookie: string) => send("DELETE", `/user/sessions/${id}/`, { headers: { cookie } })
    assert.deepStrictEqual(await statusOf(end(stranger)), [404, "session_not_found"])
    assert.strictEqual((await end(here)).status, 204)
    assert.strictEqual((await send("GET", "/user", { headers: { cookie: there } })).status, 401)
    const out = await send("DELETE", "/console/session", { headers: { cookie: here } })
    assert.strictEqual(out.status, 204)
    assert.match(out.headers.get("set-cookie") ?? "", /^__Host-annotary=; Max-Age=0; Path=\/; Secure;/)
    assert.strictEqual((await send("GET", "/user", { headers: { cookie: here } })).status, 401)
  })

  it("ends with its API key", async () => {
    const made = await world.ok({ method: "POST", path: "/user/api_keys/", body: {}, as: "manager" })
    const cookie = await signIn(world, {}, made.textAt("key"))
    assert.strictEqual((await send("GET", "/user", { headers: { cookie } })).status, 200)
    await world.ok({ method: "DELETE", path: `/user/api_keys/${made.textAt("id")}/`, as: "manager" })
    assert.strictEqual((await send("GET", "/user", { headers: { cookie } })).status, 401)
  })

  it("ends when its person is disabled, and does not return with them", async () => {
    const cookie = await signIn(world, {}, world.keys.reviewer)
    const disable = (disabled: boolean) =>
      world.ok({ method: "PATCH", path: "/users/reviewer/", body: { disabled }, as: "root" })
    await disable(true)
    assert.strictEqual((await send("GET", "/user", { headers: { cookie } })).status, 401)
    await disable(false)
    assert.strictEqual((await send("GET", "/user", { headers: { cookie } })).status, 401)
  })
})

describe("the cookie of a session", () => {
  it("counts only in requests of the console's own pages", async () => {
    const cookie = await signIn()
    const get = (headers: Record<string, string>) => {
      const { origin: _, ...rest } = { ...ofPage, cookie, ...headers }
      return world.call({
        method: "GET",
        path: "/user",
        as: "nobody",
        headers: "origin" in headers ? { ...rest, origin: headers.origin ?? "" } : rest,
      })
    }
    assert.strictEqual((await get({ "sec-fetch-site": "same-origin" })).status, 200)
    assert.strictEqual((await get({ origin })).status, 200)
    assert.strictEqual((await get({ origin, "sec-fetch-site": "same-site" })).status, 200)
    for (const foreign of [
      "https://label.example:8443",
      "http://label.example",
      "https://evil.example",
      "null",
    ])
      assert.strictEqual(
        (await get({ origin: foreign, "sec-fetch-site": "same-origin" })).status,
        401,
        foreign,
      )
    for (const site of ["same-site", "cross-site", "none", ""])
      assert.strictEqual((await get({ "sec-fetch-site": site })).status, 401, site)
    assert.strictEqual((await get({})).status, 401)
  })

  it("counts in changes only with JSON and the console's own header", async () => {
    const cookie = await signIn()
    const patch = (headers: Record<string, string>) =>
      send("PATCH", "/user", { body: `{"email":null}`, headers: { cookie, ...headers } })
    assert.strictEqual((await patch({})).status, 200)
    assert.strictEqual((await patch({ "annotary-console": "" })).status, 401)
    assert.strictEqual((await patch({ "annotary-console": "0" })).status, 401)
    assert.strictEqual((await patch({ "content-type": "text/plain" })).status, 401)
    assert.strictEqual((await patch({ "content-type": "application/x-www-form-urlencoded" })).status, 401)
    assert.strictEqual((await patch({ origin: "https://evil.example" })).status, 401)
  })

  it("does not count at another host name, which may have been pointed here", async () => {
    const cookie = await signIn()
    for (const host of [
      "evil.example",
      "label.example:8443",
      "label.example.evil.example",
      "",
      "user@label.example",
    ]) {
      const headers = { cookie, host, origin: `https://${host}` }
      assert.strictEqual((await send("GET", "/user", { headers })).status, 401, host)
    }
    const begin = send("POST", "/console/session", {
      body: { api_key: world.keys.labeler },
      headers: { host: "evil.example" },
    })
    assert.deepStrictEqual(await statusOf(begin), [421, "foreign_host"])
  })

  it("is ignored beside an Authorization header, even a bad one", async () => {
    const cookie = await signIn()
    assert.strictEqual(
      (await send("GET", "/user", { headers: { cookie }, as: "owner" })).at("username"),
      "owner",
    )
    const bad = await send("GET", "/user", { headers: { cookie, authorization: "APIKey none" } })
    assert.strictEqual(bad.status, 401)
  })

  it("is set by nothing but the addresses of the session, and readable across origins by nobody", async () => {
    const cookie = await signIn()
    const me = await send("GET", "/user", { headers: { cookie } })
    assert.isNull(me.headers.get("set-cookie"))
    assert.isNull(me.headers.get("access-control-allow-credentials"))
  })

  it("begins only for pages of the console", async () => {
    const begin = (headers: Record<string, string>) =>
      statusOf(send("POST", "/console/session", { body: { api_key: world.keys.labeler }, headers }))
    assert.deepStrictEqual(await begin({ origin: "https://evil.example" }), [403, "foreign_origin"])
    assert.deepStrictEqual(await begin({ "annotary-console": "" }), [403, "not_from_console"])
  })
})

describe("plain http", () => {
  it("is enough on a loopback address, by each of its names", async () => {
    await using local = await openWorld("http://127.0.0.1:8080", {})
    for (const host of ["127.0.0.1:8080", "localhost:8080", "[::1]:8080"]) {
      const headers = { host, origin: `http://${host}` }
      const cookie = await signIn(local.world, headers)
      assert.match(cookie, /^__Host-annotary=/)
      assert.strictEqual(
        (await sendTo(local.world, "GET", "/user", { headers: { ...headers, cookie } })).status,
        200,
      )
      const mixed = { host, origin: "http://127.0.0.2:8080", cookie }
      assert.strictEqual((await sendTo(local.world, "GET", "/user", { headers: mixed })).status, 401)
    }
  })

  it("is refused elsewhere, with what to do, unless it is allowed", async () => {
    const headers = { host: "box:8080", origin: "http://box:8080" }
    await using closed = await openWorld("http://box:8080", {})
    const body = { api_key: closed.world.keys.labeler }
    const answer = await sendTo(closed.world, "POST", "/console/session", { body, headers })
    assert.deepStrictEqual([answer.status, answer.at("code")], [403, "plain_http"])
    await using open = await openWorld("http://box:8080", { plainHttp: true })
    const cookie = await signIn(open.world, headers)
    assert.match(cookie, /^annotary=/)
    assert.strictEqual(
      (await sendTo(open.world, "GET", "/user", { headers: { ...headers, cookie } })).status,
      200,
    )
  })
})

describe("without the console", () => {
  it("there are no sessions, and no cookie counts", async () => {
    await using on = await openWorld(origin, {})
    const cookie = await signIn(on.world)
    const off = webHandler(on.world.engine)
    const ask = async (method: string, path: string, body?: string) => {
      const request = new Request(`${origin}${path}`, {
        method,
        headers: { ...ofPage, cookie },
        ...(body === undefined ? {} : { body }),
      })
      return (await off(request)).status
    }
    assert.strictEqual(await ask("GET", "/user"), 401)
    assert.strictEqual(await ask("GET", "/console/session"), 401)
    assert.strictEqual(
      await ask("POST", "/console/session", JSON.stringify({ api_key: on.world.keys.owner })),
      404,
    )
  })
})

const openWorld = async (publicUrl: string, options: { readonly plainHttp?: boolean }) => {
  const made = await makeWorld({ settings: { publicUrl: () => publicUrl }, console: options })
  return { world: made, [Symbol.asyncDispose]: () => made.close() }
}
