/** `annotary agreement`: tables for people, and the figures of the API as JSON. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createEngine } from "@annotary/core"
import { sqlite } from "@annotary/storage-sqlite"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { formatOmitted } from "../src/commands/agreement.ts"
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

describe("the people and pairs that the tables leave out", () => {
  it("are counted after the number of samples", () => {
    assert.strictEqual(formatOmitted({ peopleOmitted: 0, pairsOmitted: 0 }), "")
    assert.strictEqual(
      formatOmitted({ peopleOmitted: 1, pairsOmitted: 43_850 }),
      " Not listed, with fewer samples: 1 person and 43850 pairs of people.",
    )
    assert.strictEqual(
      formatOmitted({ peopleOmitted: 0, pairsOmitted: 1 }),
      " Not listed, with fewer samples: 1 pair of people.",
    )
  })
})

describe("annotary agreement", () => {
  it("shows the figures as tables, the worst samples last", async () => {
    const { code, stderr, stdout } = await run("ann/streets")
    assert.deepStrictEqual([code, stderr], [0, ""])
    const tables = stdout.trimEnd().split("\n\n")
    assert.strictEqual(tables[0], "2 complete samples.")
    assert.match(tables[1] ?? "", /^agreement +0\.833 +0\.667 to 1\.000$/m)
    const person = [
      "ben",
      "2",
      "0.833",
      "0.667 to 1.000",
      "0.800",
      "0.667 to 1.000",
      "1.000",
      "1.000 to 1.000",
    ]
    const row = tables[2]?.split("\n").find((line) => line.startsWith("ben"))
    // Their one pair has one category: κ does not exist.
    assert.deepStrictEqual(row?.split(/ {2,}/), [...person, "0.000", "-0.167 to 0.000"])
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

  it("compares two releases, and a model with the truth in one of them", async () => {
    await using engine = await createEngine({
      storage: sqlite({ filename, blobs: join(folder, "data", "files") }),
    })
    const roads = { _tag: "Name", owner: "ann", name: "roads" } as const
    const owner = engine.as("ann")
    await owner.datasets.create({ ...roads, category: "other", taskType: "bboxes" })
    await owner.configurations.put(roads, {
      format_version: "0.1",
      categories: [{ id: 1, name: "car" }],
    })
    await owner.labelsets.create(roads, { name: "model-1" })
    const { sample } = await owner.samples.create(roads, { name: "one" })
    const put = (left: number) =>
      owner.labels.put(sample.id, "ground-truth", {
        attributes: { annotations: [box(1, left)] },
        status: "LABELED",
      })
    const release = async (name: string) => {
      await owner.releases.create(roads, { name })
      while ((await owner.releases.get(roads, name)).status === "PENDING")
        await new Promise((resolve) => setTimeout(resolve, 50))
    }
    await put(0)
    await owner.labels.put(sample.id, "model-1", {
      attributes: { annotations: [{ ...box(1, 0), score: 0.9 }] },
      status: "PRELABELED",
    })
    await release("v1")
    await put(500)
    await release("v2")
    const { code, stderr, stdout } = await run("ann/roads", "--json", "--releases", "v1,v2")
    assert.deepStrictEqual([code, stderr], [0, ""])
    const found = JSON.parse(stdout)
    assert.deepStrictEqual(
      [found.releases, found.labelset, found.samples, found.agreement.value, found.average_precision],
      [["v1", "v2"], "ground-truth", 1, 0, null],
    )
    const both = ["--labelsets", "model-1,ground-truth"]
    const model = JSON.parse((await run("ann/roads", "--json", "--release", "v1", ...both)).stdout)
    assert.deepInclude(model.average_precision, {
      predictions: "model-1",
      truth: "ground-truth",
      samples: 1,
      nuscenes: null,
    })
    assert.closeTo(model.average_precision.coco.precision, 1, 1e-12)
    assert.deepInclude(model.average_precision.coco.categories[0], { category_id: 1, category: "car" })
    const table = await run("ann/roads", "--release", "v2", ...both)
    assert.match(table.stdout, /^average precision \(COCO\) +0\.000$/m)
  }, 120_000)

  it("refuses releases and labelsets that do not belong together", async () => {
    for (const [words, sentence] of [
      [["--releases", "v1"], /--releases must be two releases/],
      [["--releases", "v1,v2", "--labelsets", "a,b"], /--releases excludes/],
      [["--release", "v1"], /--release needs --labelsets/],
      [["--labelset", "a"], /--labelset needs --releases/],
    ] as const) {
      const { code, stderr } = await run("ann/streets", ...words)
      assert.strictEqual(code, 2)
      assert.match(stderr, sentence)
    }
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
