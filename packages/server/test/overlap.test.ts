/** Several people label the same samples: `annotary import --overlap`, and `annotary export --labeler`. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createEngine } from "@annotary/core"
import { sqlite } from "@annotary/storage-sqlite"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { annotary } from "./support/annotary.ts"

const folder = mkdtempSync(join(tmpdir(), "annotary-overlap-"))
const filename = join(folder, "annotary.db")
const environment = {
  ANNOTARY_DATABASE_URL: `sqlite:${filename}`,
  ANNOTARY_DATA_DIR: join(folder, "data"),
}
const streets = { _tag: "Name", owner: "ann", name: "streets" } as const
const openEngine = () => createEngine({ storage: sqlite({ filename }), worker: false })
const run = (...words: ReadonlyArray<string>) => annotary(words, environment)

const listFiles = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** Boxes by which labels are told apart. */
const box = (left: number) => ({
  id: 1,
  category_id: 1,
  type: "bbox",
  points: [
    [left, 0],
    [left + 10, 10],
  ],
})
const places = { ann: 100, ben: 300 } as const

beforeAll(async () => {
  for (const name of ["ann", "ben"]) await run("user", "create", name)
  await using engine = await openEngine()
  const owner = engine.as("ann")
  await owner.datasets.create({ ...streets, category: "other", taskType: "bboxes" })
  await owner.configurations.put(streets, { format_version: "0.1", categories: [{ id: 1, name: "car" }] })
  await owner.collaborators.add(streets, { user: "ben", role: "labeler" })
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true }))

describe("annotary import --overlap", () => {
  it("asks as many people for labels of each new sample that names no number", async () => {
    const attributes = { image: { url: "https://example.com/a.jpg" } }
    const lines = [
      { name: "both", attributes },
      { name: "single", attributes, overlap: 1 },
    ]
    const file = join(folder, "samples.ndjson")
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""))
    const refused = await run("import", file, "--dataset", "ann/streets", "--overlap", "11")
    assert.strictEqual(refused.code, 2)
    assert.include(refused.stderr, "--overlap must be a whole number from 1 to 10.")
    const imported = await run("import", file, "--dataset", "ann/streets", "--overlap", "2")
    assert.strictEqual(imported.code, 0, imported.stderr)
    await using engine = await openEngine()
    const owner = engine.as("ann")
    const counts = new Map<string, number>()
    const { rows } = await owner.samples.list(streets)
    for await (const { sample } of rows)
      counts.set(sample.name, (await owner.overlaps.get(sample.id)).overlap)
    assert.deepStrictEqual([...counts].sort(), [
      ["both", 2],
      ["single", 1],
    ])
  }, 120_000)
})

describe("annotary export --labeler", () => {
  beforeAll(async () => {
    await using engine = await openEngine()
    for (const name of ["ann", "ben"] as const) {
      const caller = engine.as(name)
      for await (const { claim, sample } of await caller.queue.claim(streets, "labeling", { count: 10 }))
        if (sample.name === "both")
          await caller.queue.perform(claim.id, "submit", { attributes: { annotations: [box(places[name])] } })
    }
  }, 120_000)

  /** The left sides of all boxes: the format has their centers. */
  const readLefts = (folder: string): ReadonlyArray<number> =>
    listFiles(folder)
      .filter((file) => file.endsWith(".json"))
      .flatMap((file) => JSON.parse(readFileSync(file, "utf8")))
      .flatMap(({ annotations }) => annotations)
      .map(({ coordinates }) => coordinates.x - 5)
  const exportFor = (name: string, out: string) =>
    run("export", "ann/streets", out, "--format", "createml", "--labeler", name)

  it("writes the labels of one of the people, of each their own", async () => {
    for (const name of ["ann", "ben"] as const) {
      const out = join(folder, `of-${name}`)
      const { code, stderr } = await exportFor(name, out)
      assert.strictEqual(code, 0, stderr)
      assert.deepStrictEqual(readLefts(out), [places[name]])
    }
  }, 120_000)

  it("is refused beside a labelset", async () => {
    const out = join(folder, "refused")
    const words = ["--format", "createml", "--labeler", "ann", "--labelset", "model-1"]
    const { code, stderr } = await run("export", "ann/streets", out, ...words)
    assert.notStrictEqual(code, 0)
    assert.include(stderr, "must be absent where a labelset or a release is exported")
  }, 120_000)
})
