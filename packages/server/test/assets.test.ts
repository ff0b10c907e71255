/** `annotary asset`: what nothing names is listed by a dry run and deleted, and its URL no longer answers. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, assert, describe, it } from "@effect/vitest"
import Database from "better-sqlite3"
import { annotary } from "./support/annotary.ts"
import { type Api, apiOf, expectStatus, member, textMember } from "./support/api.ts"
import { onSqlite } from "./support/places.ts"
import { serveHere } from "./support/servedHere.ts"

const folder = mkdtempSync(join(tmpdir(), "annotary-assets-"))
const adminKey = `ann_assetadm_${"A".repeat(43)}`

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Uploads a file and returns its URL and id. */
const uploaded = async (api: Api, text: string) => {
  const made = expectStatus(await api.call("POST", "/assets/", { filename: "a.txt" }), 201).json()
  const form = new FormData()
  const fields = member(member(made, "presignedPostFields"), "fields") as Readonly<Record<string, string>>
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append("file", new Blob([text]), "a.txt")
  const target = textMember(member(made, "presignedPostFields"), "url")
  assert.strictEqual((await fetch(target, { method: "POST", body: form })).status, 204)
  return { id: textMember(made, "uuid"), url: textMember(made, "url") }
}

const statusOf = async (url: string): Promise<number> => (await fetch(url)).status

/** As if a scan had found the assets unnamed long ago. */
/** The server of this test runs in the same thread: to wait for its lock here would keep it from its commit. */
const marked = async (dataFolder: string): Promise<void> => {
  const database = new Database(join(dataFolder, "a.db"), { timeout: 0 })
  try {
    for (;;) {
      try {
        database.exec("UPDATE assets SET unreferenced_since = '2020-01-01T00:00:00.000000Z'")
        return
      } catch (error) {
        if (!(error instanceof Database.SqliteError) || error.code !== "SQLITE_BUSY") throw error
        await sleep(10)
      }
    }
  } finally {
    database.close()
  }
}

describe("annotary asset", () => {
  it("collects what only a deleted dataset named, and deletes others one by one", async () => {
    const data = join(folder, "data")
    const environment = { ...onSqlite(data).environment, ANNOTARY_ADMIN_API_KEY: adminKey }
    const server = await serveHere(environment)
    try {
      const api = apiOf(server.url, adminKey)
      const [lost, kept] = [await uploaded(api, "lost"), await uploaded(api, "kept")]
      for (const [name, { url }] of Object.entries({ gone: lost, stays: kept })) {
        const dataset = { name, category: "other", task_type: "vector" }
        expectStatus(await api.call("POST", "/user/datasets/", dataset), 201)
        const sample = { name: "a", attributes: { image: { url } } }
        expectStatus(await api.call("POST", `/datasets/admin/${name}/samples/`, sample), 201)
      }
      expectStatus(await api.call("DELETE", "/datasets/admin/gone/"), 204)
      await marked(data)

      const run = (...words: ReadonlyArray<string>) => annotary(["asset", ...words, "--json"], environment)
      const found = async (...words: ReadonlyArray<string>) => {
        const { code, stderr, stdout } = await run("collect", ...words)
        assert.strictEqual(code, 0, stderr)
        return JSON.parse(stdout)
      }
      const wouldDelete = await found("--dry-run", "--keep-hours", "1")
      assert.deepInclude(wouldDelete, { dry_run: true, bytes: 4 })
      assert.deepInclude(wouldDelete.assets[0], { uuid: lost.id, filename: "a.txt", created_by: "admin" })
      assert.deepStrictEqual([await statusOf(lost.url), await statusOf(kept.url)], [200, 200])
      const deleted = await found("--keep-hours", "1")
      assert.deepStrictEqual(
        [deleted.assets.length, await statusOf(lost.url), await statusOf(kept.url)],
        [1, 404, 200],
      )
      assert.deepInclude(await found(), { assets: [], bytes: 0 })
      assert.strictEqual((await run("collect", "--keep-hours", "0")).code, 2)

      const refused = await run("delete", kept.id)
      assert.strictEqual(refused.code, 1)
      assert.include(refused.stderr, '"asset_referenced"')
      assert.include(refused.stderr, "admin/stays: sample")
      assert.strictEqual(await statusOf(kept.url), 200)
      assert.strictEqual((await run("delete", kept.id, "--force")).code, 0)
      assert.strictEqual(await statusOf(kept.url), 404)
    } finally {
      await server.stop()
    }
  })
})
