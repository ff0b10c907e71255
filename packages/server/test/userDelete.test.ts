/** `annotary user delete`: afterwards neither the database nor the files of the server name the person. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { inject } from "vitest"
import { annotary } from "./support/annotary.ts"
import { type Api, apiOf, expectStatus, member, textMember } from "./support/api.ts"
import { ensureBuilt, startServer } from "./support/childServer.ts"
import { onPostgres, onSqlite, type Place } from "./support/places.ts"

const folder = mkdtempSync(join(tmpdir(), "annotary-delete-"))
const adminKey = `ann_deletest_${"D".repeat(43)}`
const person = "grace-hopper"
const address = "grace@navy.example"

beforeAll(ensureBuilt, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const keyOf = async (admin: Api, name: string): Promise<string> => {
  expectStatus(await admin.call("POST", "/users/", { username: name, email: `${name}@navy.example` }), 201)
  return textMember(expectStatus(await admin.call("POST", `/users/${name}/api_keys/`, {}), 201).json(), "key")
}

const streets = "/datasets/acme/streets"

/** A person who labeled, commented, opened a webhook and made a release. */
const work = async (url: string): Promise<Api> => {
  const admin = apiOf(url, adminKey)
  const grace = apiOf(url, await keyOf(admin, person))
  expectStatus(await admin.call("PATCH", `/users/${person}/`, { email: address }), 200)
  expectStatus(await admin.call("POST", "/users/", { username: "acme", is_organization: true }), 201)
  expectStatus(await admin.call("PUT", `/organizations/acme/members/${person}/`, { role: "admin" }), 200)
  expectStatus(await admin.call("DELETE", "/organizations/acme/members/admin/"), 204)
  expectStatus(await grace.call("PUT", "/organizations/acme/webhooks/"), 200)
  expectStatus(await grace.call("PUT", "/user/webhooks/"), 200)
  const hook = { url: `https://hooks.example/${person}` }
  expectStatus(await grace.call("POST", "/user/webhooks/endpoints/", hook), 201)
  const dataset = { name: "streets", category: "other", task_type: "vector" }
  expectStatus(await grace.call("POST", "/organizations/acme/datasets/", dataset), 201)
  const sample = { name: "a", attributes: { image: { url: "https://x.example/a.png" } } }
  const made = expectStatus(await grace.call("POST", `${streets}/samples/`, sample), 201).json()
  const id = textMember(made, "uuid")
  const label = { label_status: "LABELED", attributes: { format_version: "0.1", annotations: [] } }
  expectStatus(await grace.call("PUT", `/labels/${id}/ground-truth/`, label), 201)
  expectStatus(await grace.call("POST", `/samples/${id}/issues/`, { description: "?" }), 201)
  expectStatus(await grace.call("POST", `${streets}/releases/`, { name: "v1" }), 201)
  for (let tries = 0; tries < 200; tries++) {
    const release = expectStatus(await grace.call("GET", `${streets}/releases/v1/`), 200).json()
    if (member(release, "status") === "SUCCEEDED") break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return admin
}

/** The files that contain a text, byte for byte. */
const filesWith = (under: string, text: string): ReadonlyArray<string> =>
  readdirSync(under, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && readFileSync(join(one.parentPath, one.name)).includes(text))
    .map(({ name }) => name)

/** Every line of a database that contains a text. */
type Finds = (place: Place, text: string) => Promise<ReadonlyArray<string>>

const inDump: Finds = async ({ row }, text) => {
  const tables = await row(
    "SELECT string_agg(table_name, ' ') AS names FROM information_schema.tables WHERE table_schema = current_schema()",
  )
  const found: Array<string> = []
  for (const table of textMember(tables, "names").split(" ")) {
    const rows = await row(`SELECT coalesce(string_agg(t::text, E'\\n'), '') AS lines FROM "${table}" t`)
    for (const line of textMember(rows, "lines").split("\n")) if (line.includes(text)) found.push(line)
  }
  return found
}

const databases: Readonly<
  Record<
    string,
    { readonly place: (name: string) => Promise<Place>; readonly finds: Finds; readonly compacts: boolean }
  >
> = {
  SQLite: {
    place: async (name) => onSqlite(join(folder, name)),
    finds: async (_, text) => filesWith(join(folder, "work"), text),
    compacts: true,
  },
  Postgres: { place: () => onPostgres(inject("postgresUrl")), finds: inDump, compacts: false },
}

// A deletion waits for seconds: the tests run beside each other.
describe.concurrent.each(Object.entries(databases))("annotary user delete on %s", (_, database) => {
  it("leaves nothing of the person, and all of the work", async () => {
    const place = await database.place("work")
    const environment = { ...place.environment, ANNOTARY_ADMIN_API_KEY: adminKey }
    const server = await startServer(environment)
    try {
      const admin = await work(server.url)
      for (const text of [person, address]) assert.isNotEmpty(await database.finds(place, text))
      const run = (...words: ReadonlyArray<string>) =>
        annotary(["user", "delete", person, ...words], environment)

      const refused = await run("--json")
      assert.strictEqual(refused.code, 1)
      assert.include(refused.stderr, '"last_admin"')
      expectStatus(await admin.call("GET", `/users/${person}`), 200)
      expectStatus(await admin.call("PUT", "/organizations/acme/members/admin/", { role: "admin" }), 200)

      const { code, stderr, stdout } = await run("--now", "--releases", "delete", "--json")
      assert.strictEqual(code, 0, stderr)
      const report = JSON.parse(stdout)
      assert.match(report.username, /^deleted-user-[0-9a-f]{12}$/)
      assert.deepInclude(report, {
        api_keys: 1,
        memberships: 1,
        webhook_endpoints: 1,
        compacted: database.compacts,
      })
      assert.deepInclude(report.datasets[0], { dataset: "acme/streets" })
      assert.isAbove(report.events, 0)
      assert.deepStrictEqual(report.releases, [
        { dataset: "acme/streets", release: "v1", outcome: "deleted" },
      ])

      const issues = expectStatus(await admin.call("GET", `${streets}/issues/`), 200).text
      assert.include(issues, report.username)
      expectStatus(await admin.call("GET", `/users/${person}`), 404)
      const samples = expectStatus(await admin.call("GET", `${streets}/samples/`), 200).text
      assert.include(samples, report.username)
      // The job of the server removes the file of the release.
      for (let tries = 0; tries < 100 && (await place.files()) > 0; tries++)
        await new Promise((resolve) => setTimeout(resolve, 50))
    } finally {
      await server.stop()
    }
    assert.strictEqual(await place.files(), 0)
    for (const text of [person, address]) assert.deepStrictEqual(await database.finds(place, text), [])
    await place.remove()
  }, 90_000)
})

describe.concurrent("annotary user delete", () => {
  it.each(Object.entries(databases))(
    "says on %s whether deleted rows may be left",
    async (_, database) => {
      const place = await database.place("left")
      assert.strictEqual((await annotary(["user", "create", "bob"], place.environment)).code, 0)
      const { code, stderr, stdout } = await annotary(["user", "delete", "bob", "--now"], place.environment)
      assert.strictEqual(code, 0, stderr)
      assert.strictEqual(stdout.includes("deleted rows may be left"), !database.compacts)
      await place.remove()
    },
    90_000,
  )

  it("refuses the owner of datasets until they are transferred, and unknown choices", async () => {
    const place = onSqlite(join(folder, "owner"))
    const run = (...words: ReadonlyArray<string>) => annotary(words, place.environment)
    for (const words of [
      ["create", person],
      ["create", "acme", "--organization"],
    ])
      assert.strictEqual((await run("user", ...words)).code, 0)
    const server = await startServer({ ...place.environment, ANNOTARY_ADMIN_API_KEY: adminKey })
    const key = (await run("api-key", "create", person)).stdout.trim()
    const dataset = { name: "mine", category: "other", task_type: "vector" }
    expectStatus(await apiOf(server.url, key).call("POST", "/user/datasets/", dataset), 201)
    const admin = apiOf(server.url, adminKey)
    const refused = expectStatus(await admin.call("DELETE", `/users/${person}/`), 409)
    assert.strictEqual(textMember(refused.json(), "code"), "owns_datasets")
    // Nothing has changed: the person can go on.
    expectStatus(await apiOf(server.url, key).call("GET", "/user"), 200)
    assert.strictEqual(
      (await run("dataset", "transfer", `${person}/mine`, "acme")).stdout,
      `${person}/mine is now acme/mine\n`,
    )
    assert.strictEqual((await run("user", "delete", person, "--releases", "burn")).code, 2)
    const { code, stdout } = await run("user", "delete", person)
    assert.strictEqual(code, 0)
    assert.match(
      stdout,
      /^the person is now deleted-user-[0-9a-f]{12}\n[\s\S]*acme\/mine: \d+ rows changed\n/,
    )
    assert.include(stdout, "--now deletes them at once")
    assert.strictEqual((await run("user", "delete", person)).code, 1)
    expectStatus(await admin.call("DELETE", "/users/admin/"), 409)
    expectStatus(await admin.call("DELETE", "/users/acme/"), 400)
    await server.stop()
  }, 90_000)
})
