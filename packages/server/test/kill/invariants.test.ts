import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import Database from "better-sqlite3"
import { apiOf, expectStatus, items, member, textMember } from "../support/api.ts"
import { ensureBuilt, startServer } from "../support/childServer.ts"
import { brokenInvariants } from "./invariants.ts"
import { type Ledger, makeLedger } from "./Ledger.ts"
import { missingFrom } from "./missing.ts"

let folder: string
let database: Database.Database
const ledger: Ledger = makeLedger()
const key = `ann_invarian_${"I".repeat(43)}`

/** A little of everything that the questions are about. */
beforeAll(async () => {
  await ensureBuilt()
  folder = mkdtempSync(join(tmpdir(), "annotary-invariants-"))
  const file = join(folder, "a.db")
  const server = await startServer({
    ANNOTARY_DATABASE_URL: `sqlite:${file}`,
    ANNOTARY_DATA_DIR: join(folder, "data"),
    ANNOTARY_ADMIN_API_KEY: key,
    ANNOTARY_EVENTS: "always",
  })
  const { call } = apiOf(server.url, key)
  expectStatus(
    await call("POST", "/user/datasets/", { name: "d", category: "other", task_type: "vector" }),
    201,
  )
  const samples = Array.from({ length: 4 }, (_, index) => ({
    name: `s${index}`,
    attributes: { token: `s${index}` },
  }))
  const made = expectStatus(await call("POST", "/datasets/admin/d/samples_bulk/", samples), 201)
  const ids = items(made.json()).map((sample) => textMember(sample, "uuid"))
  ids.forEach((id, index) => {
    ledger.samples.set(id, JSON.stringify(samples[index]?.attributes))
  })
  const [first = "", second = "", third = ""] = ids
  const label = { label_status: "PRELABELED", attributes: { annotations: [], token: "w" } }
  expectStatus(await call("PUT", `/labels/${first}/ground-truth/`, label), 201)
  ledger.writes.set("w", { sample: first, action: "write" })
  const claim = items(
    expectStatus(await call("POST", "/datasets/admin/d/queue/labeling/claim/", {}), 200).json(),
  )[0]
  const path = `/claims/${textMember(claim, "claim_id")}/submit/`
  expectStatus(await call("POST", path, { attributes: { annotations: [], token: "c" } }), 200)
  ledger.writes.set("c", { sample: textMember(member(claim, "sample"), "uuid"), action: "submit" })
  expectStatus(await call("POST", "/datasets/admin/d/queue/labeling/claim/", {}), 200)
  expectStatus(await call("DELETE", `/samples/${ids[3] ?? ""}/`), 204)
  ledger.perhapsDeleted.add(ids[3] ?? "")
  ledger.deleted.add(ids[3] ?? "")
  expectStatus(await call("POST", "/datasets/admin/d/releases/", { name: "r" }), 201)
  for (let turn = 0; turn < 100; turn++) {
    const release = expectStatus(await call("GET", "/datasets/admin/d/releases/r/"), 200)
    if (textMember(release.json(), "status") === "SUCCEEDED") break
    await sleep(50)
  }
  await server.stop()
  assert.notStrictEqual(second, third)
  database = new Database(file)
}, 120_000)

afterAll(() => {
  database.close()
  rmSync(folder, { recursive: true, force: true })
})

/** What the questions find after a change, which is undone. */
const after = (sql: string): ReadonlyArray<string> => {
  database.exec("BEGIN")
  try {
    database.exec(sql)
    return [...brokenInvariants(database), ...missingFrom(database, ledger)]
  } finally {
    database.exec("ROLLBACK")
  }
}

const oneSample = "(SELECT MIN(id) FROM samples)"

describe("the questions asked after a kill", () => {
  it("find nothing where nothing is wrong", () => {
    assert.deepStrictEqual(after("SELECT 1"), [])
  })

  it.each([
    ["a sample without its content", `DELETE FROM sample_versions WHERE sample_id = ${oneSample}`],
    ["a sample without its place in the queue", `DELETE FROM sample_queue WHERE sample_id = ${oneSample}`],
    ["a place in the queue without its sample", `DELETE FROM samples WHERE id = ${oneSample}`],
    ["something the directory does not know", `DELETE FROM directory WHERE id = ${oneSample}`],
    ["something only the directory knows", "DELETE FROM releases"],
    [
      "a sample without its event",
      `DELETE FROM outbox WHERE type = 'sample.created' AND json_extract(object, '$.uuid') = ${oneSample}`,
    ],
    ["an event of a sample that is not there", `DELETE FROM samples WHERE id = ${oneSample}`],
    ["a deleted sample without its event", "DELETE FROM outbox WHERE type = 'sample.deleted'"],
    ["a label without its history", `DELETE FROM label_versions WHERE sample_id = ${oneSample}`],
    [
      "a label that is not the newest of its history",
      `UPDATE label_versions SET version = 'ffffffff-ffff-7fff-bfff-ffffffffffff'
        WHERE version = (SELECT MIN(version) FROM label_versions WHERE sample_id = ${oneSample})`,
    ],
    ["a version of a label without its body", "DELETE FROM label_contents"],
    ["a version of a label without its event", "DELETE FROM outbox WHERE type = 'label.updated'"],
    ["work without its label", "DELETE FROM label_versions WHERE action = 'submit'"],
    ["half a claim", "UPDATE sample_queue SET lease_until = NULL WHERE holder IS NOT NULL"],
    ["a release without its job", "UPDATE releases SET status = 'PENDING'"],
    ["a finished release without its event", "DELETE FROM outbox WHERE type = 'release.created'"],
    ["counts that are not those of the samples", "UPDATE dataset_counts SET samples = samples + 1"],
    ["counts that are not those of the labels", "UPDATE dataset_counts SET prelabeled = prelabeled + 1"],
    ["is gone", `UPDATE samples SET deleted_at = 'x' WHERE id = ${oneSample}`],
    ["has other attributes", `UPDATE sample_versions SET attributes = '{}' WHERE sample_id = ${oneSample}`],
    ["is back", "UPDATE samples SET deleted_at = NULL"],
    ["is not in its history", "UPDATE label_contents SET attributes = '{}'"],
    ["has no event", "DELETE FROM outbox"],
  ])("find %s", (sentence, sql) => {
    assert.include(after(sql).join("\n"), sentence)
  })

  it("find a batch of which only a part is there", () => {
    ledger.openBatches.push(["s0", "another"])
    assert.include(after("SELECT 1").join("\n"), "1 of a batch of 2 are there")
    ledger.openBatches.length = 0
  })
})
