/** Signing in with an identity provider: a real one, and one whose answers are not to be trusted. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { findFreePort } from "@annotary/test-support/freePort"
import { afterAll, afterEach, assert, beforeAll, beforeEach, describe, it } from "vitest"
import { annotary } from "./support/annotary.ts"
import { type ChildServer, type Environment, ensureBuilt, startServer } from "./support/childServer.ts"
import { Browser, type RunningProvider, startProvider } from "./support/OpenIdProvider.ts"

const folder = mkdtempSync(join(tmpdir(), "annotary-openid-"))
const adminKey = `ann_openid00_${"O".repeat(43)}`

let server: ChildServer
let provider: RunningProvider
let environment: Environment

beforeAll(async () => {
  await ensureBuilt()
  // The provider knows the address of the server before it starts.
  const port = await findFreePort()
  provider = await startProvider(`http://127.0.0.1:${port}/console/openid/callback`)
  environment = {
    ANNOTARY_PORT: String(port),
    ANNOTARY_DATABASE_URL: `sqlite:${join(folder, "a.db")}`,
    ANNOTARY_DATA_DIR: join(folder, "data"),
    ANNOTARY_ADMIN_API_KEY: adminKey,
    ANNOTARY_CONSOLE: "on",
    ANNOTARY_OPENID_ISSUER: provider.issuer,
    ANNOTARY_OPENID_CLIENT_ID: "annotary",
    ANNOTARY_OPENID_CLIENT_SECRET: "the-secret",
    ANNOTARY_OPENID_ROLES: "labelers=acme:labeler,leads=acme:admin,lost=nowhere:labeler",
  }
  server = await startServer(environment)
  for (const username of ["acme"]) await api("POST", "/organizations/", { username })
}, 120_000)
afterAll(async () => {
  await server.stop()
  await provider.stop()
  rmSync(folder, { recursive: true, force: true })
})

let browser: Browser
beforeEach(() => {
  browser = new Browser()
})
afterEach(() => {
  provider.tamper = undefined
  provider.forge = false
})

const api = async (method: string, path: string, body?: unknown): Promise<unknown> => {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: { authorization: `APIKey ${adminKey}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  assert.isBelow(response.status, 300, `${method} ${path}: ${text}`)
  return text === "" ? undefined : JSON.parse(text)
}

/** Begins a sign-in, and returns the address at the provider. */
const begin = async (as = browser, path = ""): Promise<string> => {
  const response = await as.open(`${server.url}/console/openid/start${path}`)
  assert.strictEqual(response.status, 303, await response.text())
  return response.headers.get("location") ?? ""
}

/** Signs in up to the answer of the provider. */
const answerFor = async (subject: string, as = browser): Promise<string> =>
  as.signInAt(await begin(as), subject)

const signIn = async (subject: string, as = browser): Promise<Response> =>
  as.open(await answerFor(subject, as))

const codeOf = async (response: Response): Promise<readonly [number, unknown]> => {
  const text = await response.text()
  return [response.status, text === "" ? undefined : JSON.parse(text).code]
}

/** The name of the account that the browser is signed in to; null for none. */
const whoIs = async (as = browser): Promise<string | null> => {
  const response = await as.open(`${server.url}/user`, { headers: { "sec-fetch-site": "same-origin" } })
  const body = JSON.parse(await response.text())
  return response.status === 200 ? body.username : null
}

const roleOf = async (name: string): Promise<string | null> => {
  const members = await api("GET", "/organizations/acme/members/")
  const list: ReadonlyArray<{ readonly username: string; readonly organization_role: string }> =
    Array.isArray(members) ? members : []
  return list.find(({ username }) => username === name)?.organization_role ?? null
}

describe("the sign-in with an identity provider", () => {
  it("uses the code flow with PKCE, state and nonce", async () => {
    const { origin, searchParams } = new URL(await begin())
    assert.strictEqual(origin, provider.issuer)
    assert.strictEqual(searchParams.get("response_type"), "code")
    assert.strictEqual(searchParams.get("code_challenge_method"), "S256")
    assert.strictEqual(searchParams.get("redirect_uri"), `${server.url}/console/openid/callback`)
    const secrets = ["state", "nonce", "code_challenge"].map((name) => searchParams.get(name) ?? "")
    for (const secret of secrets) assert.match(secret, /^[\w-]{43}$/)
    const [cookie = ""] = browser.cookiesFor(server.url).values()
    for (const secret of secrets) assert.notInclude(cookie, secret)
    const other = new URL(await begin(new Browser())).searchParams
    assert.notStrictEqual(other.get("state"), searchParams.get("state"))
  })

  it("makes an account for a person with a role by group, and begins a session", async () => {
    provider.people.set("s-ann", {
      preferred_username: "ann",
      groups: ["labelers", "others"],
      email: "ann@example.org",
      email_verified: true,
    })
    const response = await signIn("s-ann")
    assert.strictEqual(response.status, 303)
    assert.strictEqual(response.headers.get("location"), `${server.url}/console/`)
    const cookies = response.headers.getSetCookie()
    assert.lengthOf(cookies, 2)
    assert.match(cookies[0] ?? "", /^__Host-annotary=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/)
    assert.match(cookies[1] ?? "", /^__Host-annotary-sign-in=; Max-Age=0; .*SameSite=Lax$/)
    assert.strictEqual(await whoIs(), "ann")
    assert.strictEqual(await roleOf("ann"), "labeler")
    const again = new Browser()
    provider.people.set("s-ann", { preferred_username: "renamed", groups: ["labelers"] })
    await signIn("s-ann", again)
    assert.strictEqual(await whoIs(again), "ann")
  }, 30_000)

  it("gives and takes roles with the groups, and leaves those that people gave", async () => {
    const person = (groups: ReadonlyArray<string>) =>
      provider.people.set("s-bob", { preferred_username: "bob", groups })
    person(["labelers", "leads"])
    await signIn("s-bob")
    assert.strictEqual(await roleOf("bob"), "admin")
    person(["labelers"])
    await signIn("s-bob")
    assert.strictEqual(await roleOf("bob"), "labeler")
    person([])
    await signIn("s-bob")
    assert.strictEqual(await roleOf("bob"), null)
    assert.strictEqual(await whoIs(), "bob")
    person(["labelers"])
    await signIn("s-bob")
    // The same role, given by a person: the provider does not take it back.
    await api("PUT", "/organizations/acme/members/bob/", { role: "labeler" })
    person([])
    await signIn("s-bob")
    assert.strictEqual(await roleOf("bob"), "labeler")
    person(["leads"])
    await signIn("s-bob")
    assert.strictEqual(await roleOf("bob"), "labeler")
  }, 30_000)

  it("makes no account for people without a role, without a name, or with the name or address of another", async () => {
    await api("POST", "/users/", { username: "eve", email: "eve@example.org" })
    const eve = { preferred_username: "eve", email: "eve@example.org", email_verified: true }
    provider.people.set("s-1", { preferred_username: "cid", groups: ["others"] })
    provider.people.set("s-2", { groups: ["labelers"] })
    provider.people.set("s-3", { ...eve, groups: ["labelers"] })
    provider.people.set("s-4", { ...eve, preferred_username: "not a name", groups: ["labelers"] })
    const expected = ["unknown", "name_missing", "name_taken", "name_missing"]
    for (const [index, reason] of expected.entries()) {
      const one = new Browser()
      assert.deepStrictEqual(await codeOf(await signIn(`s-${index + 1}`, one)), [403, `sign_in_${reason}`])
      assert.isNull(await whoIs(one))
    }
    assert.isNull(await roleOf("eve"))
    // Until an operator links the two.
    const linked = await annotary(["user", "link", "eve", "s-3", "--json"], environment)
    assert.deepInclude(JSON.parse(linked.stdout), { user: "eve", subject: "s-3" })
    await signIn("s-3")
    assert.deepStrictEqual([await whoIs(), await roleOf("eve")], ["eve", "labeler"])
    assert.strictEqual((await annotary(["user", "link", "ann", "s-3"], environment)).code, 1)
  }, 60_000)

  it("refuses a disabled person, and ends their sessions", async () => {
    provider.people.set("s-dan", { preferred_username: "dan", groups: ["labelers"] })
    await signIn("s-dan")
    assert.strictEqual(await whoIs(), "dan")
    await api("PATCH", "/users/dan/", { disabled: true })
    assert.isNull(await whoIs())
    assert.deepStrictEqual(await codeOf(await signIn("s-dan")), [403, "sign_in_disabled"])
    assert.isNull(await whoIs())
  }, 30_000)
})

describe("an answer that does not count", () => {
  const refused = async (response: Response, as = browser) => {
    assert.deepStrictEqual(await codeOf(response), [400, "sign_in_failed"])
    assert.isNull(await whoIs(as))
  }

  beforeAll(() => {
    provider.people.set("s-fay", { preferred_username: "fay", groups: ["labelers"] })
  })

  it("is one for another browser, or for another sign-in of this one", async () => {
    const answer = await answerFor("s-fay")
    await refused(await new Browser().open(answer), new Browser())
    const stranger = new Browser()
    await begin(stranger)
    await refused(await stranger.open(answer), stranger)
    // Another sign-in was begun meanwhile, whose state replaced that of the first.
    await begin()
    await refused(await browser.open(answer))
  }, 30_000)

  it("is one with another state", async () => {
    const answer = new URL(await answerFor("s-fay"))
    answer.searchParams.set("state", "A".repeat(43))
    await refused(await browser.open(answer.href))
  }, 30_000)

  it("is one whose code was used before", async () => {
    const answer = await answerFor("s-fay")
    const state = [...browser.cookiesFor(server.url)].map(([name, value]) => `${name}=${value}`).join("; ")
    assert.strictEqual((await browser.open(answer)).status, 303)
    const replay = new Browser()
    await refused(await replay.open(answer, { headers: { cookie: state } }), replay)
  }, 30_000)

  it("is one with a changed or a foreign cookie", async () => {
    const answer = await answerFor("s-fay")
    const [[name, value] = ["", ""]] = browser.cookiesFor(server.url)
    const parts = value.split(".")
    for (const wrong of [
      [parts[0], "9999999999", parts[2], parts[3]],
      [parts[0], parts[1], Buffer.from("//evil.example").toString("base64url"), parts[3]],
      ["A".repeat(43), parts[1], parts[2], parts[3]],
      [],
    ])
      await refused(
        await new Browser().open(answer, { headers: { cookie: `${name}=${wrong.join(".")}` } }),
        new Browser(),
      )
  }, 30_000)

  const wrongTokens: ReadonlyArray<readonly [string, { readonly [claim: string]: unknown }]> = [
    ["another nonce", { nonce: "A".repeat(43) }],
    ["no nonce", { nonce: undefined }],
    ["another issuer", { iss: "https://evil.example" }],
    ["another audience", { aud: "somebody-else" }],
    ["an expired token", { exp: 1_000_000_000 }],
    ["no subject", { sub: undefined }],
  ]
  it.each(wrongTokens)(
    "is one with %s",
    async (_what, claims) => {
      const answer = await answerFor("s-fay")
      provider.tamper = claims
      await refused(await browser.open(answer))
    },
    30_000,
  )

  it("is one with a token that was issued more than a minute in the future", async () => {
    const now = Math.floor(Date.now() / 1000)
    const answer = await answerFor("s-fay")
    provider.tamper = { iat: now + 120, exp: now + 3600 }
    await refused(await browser.open(answer))
    assert.match(
      server.stdout() + server.stderr(),
      /The ID token says that it was issued 1\d\d seconds in the future; check the clocks/,
    )
    // Clocks that differ less are usual.
    const other = new Browser()
    const early = await answerFor("s-fay", other)
    provider.tamper = { iat: Math.floor(Date.now() / 1000) + 30 }
    assert.strictEqual((await other.open(early)).status, 303)
    assert.strictEqual(await whoIs(other), "fay")
  }, 30_000)

  it("is one that somebody else has signed", async () => {
    const answer = await answerFor("s-fay")
    provider.forge = true
    await refused(await browser.open(answer))
  }, 30_000)

  it("is one that says no", async () => {
    const { searchParams } = new URL(await begin())
    const answer = new URLSearchParams({
      error: "access_denied",
      state: searchParams.get("state") ?? "",
      iss: provider.issuer,
    })
    const response = await browser.open(`${server.url}/console/openid/callback?${answer}`)
    assert.deepStrictEqual(await codeOf(response), [403, "sign_in_denied"])
    assert.isNull(await whoIs())
  })

  it("leads a person in a browser back to the page where they sign in, with the code of the reason", async () => {
    const page = { headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" } }
    const reasonAfter = async (address: string): Promise<string | null> => {
      const { headers, status } = await browser.open(address, page)
      assert.strictEqual(status, 303)
      const { origin, pathname, searchParams } = new URL(headers.get("location") ?? "")
      assert.strictEqual(`${origin}${pathname}`, `${server.url}/console/sign-in`)
      assert.isNull(await whoIs())
      return searchParams.get("error")
    }
    const { searchParams } = new URL(await begin())
    const answer = new URLSearchParams({
      error: "access_denied",
      state: searchParams.get("state") ?? "",
      iss: provider.issuer,
    })
    const callback = `${server.url}/console/openid/callback`
    assert.strictEqual(await reasonAfter(`${callback}?${answer}`), "sign_in_denied")
    browser = new Browser()
    assert.strictEqual(await reasonAfter(`${callback}?code=a&state=b`), "sign_in_failed")
  }, 30_000)

  it("leaves no token, code or secret in the log", () => {
    const log = server.stdout() + server.stderr()
    assert.include(log, "A sign-in with the identity provider failed.")
    assert.notMatch(log, /the-secret|eyJ|[?&]code=/)
  })
})

describe("the page after the sign-in", () => {
  beforeAll(() => {
    provider.people.set("s-gus", { preferred_username: "gus", groups: ["labelers"] })
  })

  const landing = async (wanted: string): Promise<string | null> => {
    const one = new Browser()
    const authorization = await begin(one, `?return=${encodeURIComponent(wanted)}`)
    return (await one.open(await one.signInAt(authorization, "s-gus"))).headers.get("location")
  }

  it("is the one of the console that was wanted", async () => {
    const wanted = "/console/d/acme/street/samples?status=LABELED#top"
    assert.strictEqual(await landing(wanted), `${server.url}${wanted}`)
  }, 30_000)

  it("is on no other server, and nothing else of this one", async () => {
    const hostile = [
      "https://evil.example/console/",
      "//evil.example/console/",
      "/\\evil.example/console/",
      "/console/../user",
      "/console/..%2f..//evil.example\n",
      "/console/\\..\\..",
      "/console",
      "javascript:alert(1)",
      "/console/\r\nSet-Cookie: a=b",
    ]
    for (const wanted of hostile) assert.strictEqual(await landing(wanted), `${server.url}/console/`, wanted)
  }, 60_000)

  it("begins at the public address, from each name of a loopback address", async () => {
    const local = server.url.replace("127.0.0.1", "localhost")
    const response = await browser.open(`${local}/console/openid/start?return=/console/a`)
    assert.strictEqual(
      response.headers.get("location"),
      `${server.url}/console/openid/start?return=%2Fconsole%2Fa`,
    )
    assert.lengthOf(response.headers.getSetCookie(), 0)
  })
})
