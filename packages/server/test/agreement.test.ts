/** `annotary agreement`: tables for people, and the figures of the API as JSON. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createEngine } from "@annotary/core"
import { sqlite } from "@annotary/storage-sqlite"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { annotary } from "./support/annotary.ts"

const folder = mkdtempSync(join(tmpdir(), "annotary-agreement-"))
const filename = join(folder, "annotary.db")
const environment = {
  ANNOTARY_DATABASE_URL: `sqlite:${filename}`,
  ANNOTARY_DATA_DIR: join(folder, "data"),
}
const run = (...words: ReadonlyArray<string>) => annotary(["agreement", ...words], environment)

const box = (id: number, left: number) => ({
  id,
  category_id: 1,
  type: "bbox",
  points: [
    [left, 0],
    [left + 10, 10],
  ],
})

/** Two samples that ann and ben labeled: they agree on the first, and ben misses an object of the second. */
beforeAll(async () => {
  for (const name of ["ann", "ben"]) await annotary(["user", "create", name], environment)
  await using engine = await createEngine({ storage: sqlite({ filename }), worker: false })
  const streets = { _tag: "Name", owner: "ann", name: "streets" } as const
  const owner = engine.as("ann")
  await owner.datasets.create({ ...streets, category: "other", taskType: "bboxes" })
  await owner.configurations.put(streets, {
    format_version: "0.1",
    categories: [{ id: 1, name: "car" }],
  })
  await owner.datasets.update(streets, { settings: { overlap: 2 } })
  await owner.collaborators.add(streets, { user: "ben", role: "labeler" })
  await owner.samples.createMany(streets, [{ name: "equal" }, { name: "other" }])
  for (const [labeler, second] of [
    ["ann", [box(1, 0), box(2, 50)]],
    ["ben", [box(1, 0)]],
  ] as const)
    for (const annotations of [[box(1, 0)], second]) {
      const caller = engine.as(labeler)
      for await (const { claim } of await caller.queue.claim(streets, "labeling"))
        await caller.queue.perform(claim.id, "submit", { attributes: { annotations: [...annotations] } })
    }
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true }))

describe("annotary agreement", () => {
  it("shows the figures as tables, the worst samples last", async () => {
    const { code, stderr, stdout } = await run("ann/streets")
    assert.deepStrictEqual([code, stderr], [0, ""])
    const tables = stdout.trimEnd().split("\n\n")
    assert.strictEqual(tables[0], "2 complete samples.")
    assert.match(tables[1] ?? "", /^agreement +0\.833 +0\.667 to 1\.000$/m)
    assert.match(tables[2] ?? "", /^ben +2 +0\.833 +0\.667 to 1\.000 +1\.000$/m)
    assert.match(tables[3] ?? "", /^ann, ben +2 +0\.833 /m)
    assert.match(tables[4] ?? "", /^car +3 +/m)
    assert.match(tables[5] ?? "", /^car +absent +1$/m)
    assert.deepStrictEqual((tables[6] ?? "").split("\n"), [
      "agreement  state         sample",
      "0.667      adjudicating  other",
    ])
  }, 60_000)

  it("prints what the API answers with --json", async () => {
    const { code, stdout } = await run("ann/streets", "--json", "--lowest", "1", "--seed", "7")
    assert.strictEqual(code, 0)
    const { alpha, complete, lowest, pairs, seed } = JSON.parse(stdout)
    assert.deepStrictEqual([complete, seed, lowest.length, pairs[0].people], [2, 7, 1, ["ann", "ben"]])
    // Of (car, car), (car, car) and (car, absent): α = 1 − 5 · 1 / 5.
    assert.strictEqual(alpha.value, 0)
  }, 60_000)

  it("refuses options that are not numbers", async () => {
    for (const words of [
      ["--lowest", "101"],
      ["--seed", "x"],
    ]) {
      const { code, stderr } = await run("ann/streets", ...words)
      assert.strictEqual(code, 2)
      assert.match(stderr, /must be a whole number from 0 to /)
    }
  }, 60_000)
})
