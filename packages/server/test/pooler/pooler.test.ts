/** The server behind PgBouncer in transaction mode: everything works, and what cannot work says what to set. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { afterAll, assert, beforeAll, it } from "vitest"
import { annotary } from "../support/annotary.ts"
import { type Api, apiOf, expectStatus, items, textMember } from "../support/api.ts"
import { type ChildServer, type Environment, ensureBuilt, startServer } from "../support/childServer.ts"
import { describeWith } from "../support/debian.ts"
import { type Pooled, pooledDatabase } from "./pooled.ts"

const adminKey = `ann_poolrtst_${"P".repeat(43)}`

describeWith(["pgbouncer"], "the server behind PgBouncer in transaction mode", () => {
  const folder = mkdtempSync(join(tmpdir(), "annotary-pooled-"))
  let database: Pooled
  let environment: Environment
  let server: ChildServer
  let admin: Api
  beforeAll(async () => {
    await ensureBuilt()
    // As few connections that a test can use them all.
    database = await pooledDatabase([
      ["default_pool_size = 20", "default_pool_size = 3"],
      ["query_wait_timeout = 5", "query_wait_timeout = 1"],
    ])
    environment = { ...database.environment, ANNOTARY_ADMIN_API_KEY: adminKey }
    server = await startServer({ ...environment, ANNOTARY_DATABASE_POOL_SIZE: "10" })
    admin = apiOf(server.url, adminKey)
  }, 120_000)
  afterAll(async () => {
    server?.process.kill("SIGKILL")
    await server?.finished
    await database?.remove()
    rmSync(folder, { recursive: true, force: true })
  }, 60_000)

  it("serves claims at the same time and runs jobs, with fewer connections than it opens", async () => {
    const dataset = { name: "street", category: "other", task_type: "vector" }
    expectStatus(await admin.call("POST", "/user/datasets/", dataset), 201)
    const samples = Array.from({ length: 40 }, (_, index) => ({
      name: `s${index}`,
      attributes: { image: { url: "https://example.com/a.png" } },
    }))
    const street = "/datasets/admin/street"
    expectStatus(await admin.call("POST", `${street}/samples_bulk/`, samples), 200, 201)
    /** Returns how many samples were claimed. */
    const work = async (): Promise<number> => {
      const answer = await admin.call("POST", `${street}/queue/labeling/claim/`, { count: 4 })
      const claims = items(expectStatus(answer, 200).json())
      for (const claim of claims) {
        const submitted = { attributes: { annotations: [] }, time: 1000 }
        await admin.call("POST", `/claims/${textMember(claim, "claim_id")}/submit/`, submitted)
      }
      return claims.length
    }
    let claimed = 1
    while (claimed > 0) {
      const counts = await Promise.all(Array.from({ length: 6 }, work))
      claimed = counts.reduce((sum, count) => sum + count, 0)
    }
    const labels = await database.rows("SELECT status FROM labels")
    assert.deepStrictEqual(
      labels.map(({ status }) => status),
      Array(40).fill("LABELED"),
    )
    expectStatus(await admin.call("POST", `${street}/releases/`, { name: "v1" }), 201)
    let release: unknown
    do {
      await sleep(100)
      release = expectStatus(await admin.call("GET", `${street}/releases/v1/`), 200).json()
    } while (textMember(release, "status") === "PENDING")
    assert.strictEqual(textMember(release, "status"), "SUCCEEDED")
    const pools = await database.console("SHOW POOLS")
    const own = pools.find((pool) => pool["user"] === "annotary")
    assert.strictEqual(own?.["pool_mode"], "transaction")
    const servers = (await database.console("SHOW SERVERS")).filter((one) => one["user"] === "annotary")
    assert.isAtMost(servers.length, 3)
  }, 60_000)

  it("is backed up, archived and checked by the commands", async () => {
    for (const words of [
      ["backup", join(folder, "all.tar.gz")],
      ["archive", "admin/street", join(folder, "street.tar.gz")],
      ["doctor"],
      ["migrate"],
    ]) {
      const { code, stderr } = await annotary(words, environment)
      assert.strictEqual(code, 0, stderr)
    }
  }, 60_000)

  it("answers 503 while PgBouncer has no connection left, and recovers", async () => {
    const locking = new pg.Client({ connectionString: database.directUrl })
    await locking.connect()
    await locking.query("BEGIN; LOCK TABLE datasets IN ACCESS EXCLUSIVE MODE")
    const calls = Array.from({ length: 8 }, () => admin.call("GET", "/datasets/admin/street/"))
    const first = await Promise.race(calls)
    assert.strictEqual(first.status, 503)
    await locking.query("COMMIT")
    await locking.end()
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    assert.deepStrictEqual([...new Set(statuses)].sort(), [200, 503])
    let status = 0
    while (status !== 200) status = (await admin.call("GET", "/datasets/admin/street/")).status
  }, 60_000)

  it("says at once what to set when settings of sessions are refused", async () => {
    const { ANNOTARY_DATABASE_PREPARE: _, ...preparing } = environment
    for (const [settings, words] of [
      [preparing, "refuses the setting statement_timeout of a session: turn prepared statements off"],
      [
        { ...environment, ANNOTARY_DATABASE_SCHEMA: "labels" },
        "refuses options of a session, such as the schema",
      ],
    ] as const) {
      const { code, stderr } = await annotary(["migrate"], settings)
      assert.strictEqual(code, 1)
      assert.include(stderr, words)
      assert.notInclude(stderr, "Waiting")
    }
  }, 60_000)
})
