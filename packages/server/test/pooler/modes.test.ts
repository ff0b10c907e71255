/** The other modes of PgBouncer: sessions serve as Postgres itself, and single statements are refused by name. */
import { afterAll, assert, beforeAll, it } from "vitest"
import { annotary } from "../support/annotary.ts"
import { apiOf, expectStatus, items } from "../support/api.ts"
import { ensureBuilt, startServer } from "../support/childServer.ts"
import { describeWith } from "../support/debian.ts"
import { type Pooled, pooledDatabase } from "./pooled.ts"

const adminKey = `ann_poolmode_${"M".repeat(43)}`

describeWith(["pgbouncer"], "the server behind PgBouncer", () => {
  const databases: Array<Pooled> = []
  const start = async (mode: "session" | "statement"): Promise<Pooled> => {
    const database = await pooledDatabase([["pool_mode = transaction", `pool_mode = ${mode}`]])
    databases.push(database)
    return database
  }
  beforeAll(ensureBuilt, 120_000)
  afterAll(async () => {
    for (const database of databases) await database.remove()
  }, 60_000)

  it("in session mode serves work, with the settings of transaction mode", async () => {
    const { environment } = await start("session")
    const server = await startServer({ ...environment, ANNOTARY_ADMIN_API_KEY: adminKey })
    const admin = apiOf(server.url, adminKey)
    const dataset = { name: "street", category: "other", task_type: "vector" }
    expectStatus(await admin.call("POST", "/user/datasets/", dataset), 201)
    const street = "/datasets/admin/street"
    const sample = { name: "s", attributes: { image: { url: "https://example.com/a.png" } } }
    expectStatus(await admin.call("POST", `${street}/samples/`, sample), 201)
    const claimed = await admin.call("POST", `${street}/queue/labeling/claim/`, {})
    assert.strictEqual(items(expectStatus(claimed, 200).json()).length, 1)
    server.process.kill("SIGKILL")
    await server.finished
  }, 120_000)

  it("in statement mode does not start, and says which mode it needs", async () => {
    const { environment } = await start("statement")
    const { code, stderr } = await annotary(["migrate"], environment)
    assert.strictEqual(code, 1)
    assert.include(stderr, "PgBouncer")
    assert.include(stderr, "pool_mode")
    assert.notInclude(stderr, "Waiting")
  }, 60_000)
})
