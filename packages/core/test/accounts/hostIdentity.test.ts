/** Identity of the application around the engine: a function names people, the engine keeps their accounts. */
import {
  type AuthenticationRequest,
  createEngine,
  type EngineOptions,
  type FindUser,
  findCookie,
  hostIdentity,
  reveal,
  toAccountName,
} from "@annotary/core"
import { Authenticator, Username } from "@annotary/core/effect"
import { memory } from "@annotary/core/memory"
import { Effect } from "effect"
import { assert, describe, it } from "vitest"

const requestOf = (headers: Readonly<Record<string, string>>): AuthenticationRequest => ({
  method: "GET",
  target: "/user/",
  header: (name) => headers[name],
})

const engineWith = (authenticator: NonNullable<EngineOptions["authenticator"]>) =>
  createEngine({ storage: memory(), worker: false, authenticator })

type Engine = Awaited<ReturnType<typeof engineWith>>

/** Who a request is: their name, or what became of it. */
const whose = (engine: Engine, headers: Readonly<Record<string, string>> = {}): Promise<string | undefined> =>
  engine.runtime
    .runPromise(
      Effect.flatMap(Authenticator, ({ authenticate }) => authenticate(requestOf(headers))).pipe(
        Effect.map((actor) => (actor._tag === "Person" ? actor : undefined)),
        Effect.catchAll((error) => Effect.succeed(error)),
      ),
    )
    .then((found) => (found?._tag === "Person" ? found.username : found?._tag))

const byCookie: FindUser = (request) => {
  const username = findCookie(request, "who")
  return username === undefined ? null : { username, email: `${username}@example.org` }
}

describe("a person whom the host knows", () => {
  it("gets an account at the first request, and keeps it", async () => {
    await using engine = await engineWith(byCookie)
    assert.strictEqual(await whose(engine, { cookie: "a=1; who=ann" }), "ann")
    assert.strictEqual(await whose(engine, { cookie: "who=ANN" }), "ann")
    assert.strictEqual((await engine.users.get("ann")).user.email, "ann@example.org")
    assert.lengthOf(await engine.users.list(), 1)
  })

  it("gets one account from twenty first requests at once", async () => {
    await using engine = await engineWith(async (request) => byCookie(request))
    const names = await Promise.all(Array.from({ length: 20 }, () => whose(engine, { cookie: "who=ann" })))
    assert.deepStrictEqual(new Set(names), new Set(["ann"]))
    assert.lengthOf(await engine.users.list(), 1)
  })

  it("is refused without an account, where the host makes those itself", async () => {
    await using engine = await engineWith(hostIdentity(byCookie, { unknown: "refuse" }))
    assert.strictEqual(await whose(engine, { cookie: "who=ann" }), "Unauthorized")
    await engine.users.create({ username: "ann" })
    assert.strictEqual(await whose(engine, { cookie: "who=ann" }), "ann")
  })

  it("is refused when disabled, at once, and as an organization", async () => {
    await using engine = await engineWith(byCookie)
    await whose(engine, { cookie: "who=ann" })
    await engine.users.setDisabled("ann", true)
    assert.strictEqual(await whose(engine, { cookie: "who=ann" }), "Unauthorized")
    await engine.users.create({ username: "acme", isOrganization: true })
    assert.strictEqual(await whose(engine, { cookie: "who=acme" }), "Unauthorized")
  })

  it("is found by an id of the host's, whatever that looks like", async () => {
    await using engine = await engineWith(({ header }) => ({ id: header("x-id") ?? "" }))
    assert.strictEqual(await whose(engine, { "x-id": "ann" }), "ann")
    const first = await whose(engine, { "x-id": "auth0|5f7c" })
    assert.match(first ?? "", /^id-[0-9a-f]{40}$/)
    assert.strictEqual(await whose(engine, { "x-id": "auth0|5f7c" }), first)
  })

  it("is found by their name where the host has no id of them", async () => {
    await using engine = await engineWith(() => ({ id: undefined, username: "ann" }))
    assert.strictEqual(await whose(engine), "ann")
  })

  it("may be a site admin for this request", async () => {
    await using engine = await engineWith(() => ({ username: "ann", siteAdmin: true }))
    const actor = await engine.runtime.runPromise(
      Effect.flatMap(Authenticator, ({ authenticate }) => authenticate(requestOf({}))),
    )
    assert.deepInclude(actor, { username: Username.make("ann"), siteAdmin: true })
    assert.isFalse((await engine.users.get("ann")).user.siteAdmin)
  })
})

describe("accounts of ids", () => {
  it("are never shared by two ids", () => {
    const ids = ["ann", "Ann", "ANN", "a b", "a-b", "", "é", "id-1", toAccountName("Ann"), "x".repeat(300)]
    const names = ids.map((id) => toAccountName(id).toLowerCase())
    assert.strictEqual(new Set(names).size, ids.length)
  })
})

describe("nobody", () => {
  it("is unauthorized, whichever way the function says so", async () => {
    for (const none of [() => null, () => undefined, async () => null]) {
      await using engine = await engineWith(none)
      assert.strictEqual(await whose(engine), "Unauthorized")
    }
  })
})

describe("a function that fails", () => {
  it("is a fault of the host: it throws, rejects, or names nobody that can be", async () => {
    const faults: ReadonlyArray<FindUser> = [
      () => {
        throw new Error("session store")
      },
      () => Promise.reject(new Error("session store")),
      () => ({ username: "not a name" }),
    ]
    for (const fault of faults) {
      await using engine = await engineWith(fault)
      const error = await whose(engine).catch((reason: unknown) => String(reason))
      assert.include(error, "HostIdentityFailed")
    }
  })
})

describe("an answer of the function that is no person", () => {
  const answers: Readonly<Record<string, unknown>> = {
    "an object without a name": {},
    "a name that is no text": { username: 7 },
    "an id that is no text": { id: 7 },
    "a list": [],
    "an empty id, which would be everybody's": { id: "" },
    "a text": "ann",
    "a switch": true,
    "a switch in the place of siteAdmin": { username: "ann", siteAdmin: "no" },
  }
  it.each(Object.keys(answers))("is a fault of the host that is named as such: %s", async (name) => {
    const find = (() => answers[name]) as FindUser
    await using engine = await engineWith(find)
    const error = await whose(engine).catch((reason: unknown) => String(reason))
    assert.include(error, "HostIdentityFailed")
    assert.lengthOf(await engine.users.list(), 0)
  })
})

describe("the function", () => {
  it("is asked at every request, and may change its mind", async () => {
    let asked = 0
    await using engine = await engineWith(() => ({ username: asked++ === 0 ? "ann" : "bob" }))
    assert.deepStrictEqual(
      [await whose(engine), await whose(engine), await whose(engine)],
      ["ann", "bob", "bob"],
    )
    assert.strictEqual(asked, 3)
  })

  it("is not asked for an API key, where those are let in, too", async () => {
    let asked = 0
    const nobody: FindUser = () => {
      asked++
      return null
    }
    for (const [apiKeys, expected] of [
      [true, "ann"],
      [false, "Unauthorized"],
    ] as const) {
      await using engine = await engineWith(hostIdentity(nobody, { apiKeys }))
      await engine.users.create({ username: "ann" })
      const { secret } = await engine.apiKeys.create({ user: "ann" })
      assert.strictEqual(await whose(engine, { authorization: `APIKey ${reveal(secret)}` }), expected)
    }
    assert.strictEqual(asked, 1)
  })
})

describe("a cookie", () => {
  it("is found by its name, decoded, the first of two", () => {
    const request = requestOf({ cookie: 'x=1; who="a%20b"; who=second; bad=%E0%A4%A; empty=' })
    assert.deepStrictEqual(
      ["who", "bad", "empty", "none"].map((name) => findCookie(request, name)),
      ["a b", "%E0%A4%A", "", undefined],
    )
  })
})
