/** What site admins read: accounts by a text, the audit log by filters, jobs, and the state of the server. */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type Answer, makeWorld, type World } from "./support/world.ts"

let world: World
beforeAll(async () => {
  world = await makeWorld({ version: "1.2.3" })
})
afterAll(() => world.close())

const get = (path: string, as: "root" | "owner" = "root") => world.call({ method: "GET", path, as })

const call = (method: string, path: string, body: unknown) => world.ok({ method, path, body, as: "root" })

const listed = (answer: Answer, key: string): ReadonlyArray<unknown> => {
  assert.strictEqual(answer.status, 200, answer.text)
  return (JSON.parse(answer.text) as ReadonlyArray<Record<string, unknown>>).map((row) => row[key])
}

describe("the list of accounts", () => {
  it("is searched by name and address, and says who is disabled or a site admin", async () => {
    await call("POST", "/users/", { username: "zora", email: "z.searched@example.org" })
    await call("POST", "/users/", { username: "searched-one" })
    await call("POST", "/organizations/", { username: "searched-org" })
    await call("PATCH", "/users/searched-one/", { disabled: true })
    const found = await get("/users/?q=SEARCHED&is_organization=false")
    assert.deepStrictEqual(listed(found, "username"), ["searched-one", "zora"])
    assert.deepStrictEqual(
      listed(found, "disabled_at").map((at) => at !== null),
      [true, false],
    )
    assert.deepStrictEqual(listed(await get("/users/?q=root"), "site_admin"), [true])
    const first = await get("/users/?q=searched&per_page=1")
    assert.deepStrictEqual(listed(first, "username"), ["searched-one"])
    assert.strictEqual(
      first.headers.get("link"),
      '</users/?q=searched&per_page=1&after=searched-one>; rel="next"',
    )
  })
})

describe("the audit log", () => {
  it("has pages of the entries that match, and refuses a time that is none", async () => {
    await call("POST", "/users/", { username: "mira" })
    await call("POST", "/organizations/", { username: "logged-org" })
    for (const role of ["labeler", "reviewer", "manager"])
      await call("PUT", "/organizations/logged-org/members/mira/", { role })
    const first = await get("/audit/?action=member&account=logged-org&by=root&per_page=3")
    assert.deepStrictEqual(listed(first, "action"), ["member.changed", "member.changed", "member.added"])
    const next = /<([^>]*)>/.exec(first.headers.get("link") ?? "")?.[1] ?? ""
    assert.include(next, "action=member&account=logged-org&by=root")
    assert.deepStrictEqual(listed(await get(next), "action"), ["member.added"])
    assert.lengthOf(listed(await get("/audit/?action=member&until=2000-01-01T00:00:00Z"), "action"), 0)
    assert.strictEqual((await get("/audit/?since=yesterday")).status, 400)
  })
})

describe("the jobs", () => {
  it("are listed for site admins alone, by status", async () => {
    assert.deepStrictEqual(listed(await get("/jobs/?status=FAILED"), "uuid"), [])
    assert.strictEqual((await get("/jobs/", "owner")).status, 403)
    assert.strictEqual((await get("/jobs/?status=LOST")).status, 400)
  })
})

describe("the state of the server", () => {
  it("names the version and what waits, for site admins alone", async () => {
    const answer = await get("/server_status/")
    assert.strictEqual(answer.at("version"), "1.2.3")
    assert.strictEqual(answer.at("ready"), true)
    assert.deepInclude(answer.at("work"), { jobs: [], queues: { labeling: 0, reviewing: 0 } })
    assert.isNull(answer.at("database"))
    assert.strictEqual((await get("/server_status/", "owner")).status, 403)
  })
})
