/** Audits of objects on the command line: of the tracks of sequences, shown and verified with their bound. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createEngine } from "@annotary/core"
import { sqlite } from "@annotary/storage-sqlite"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { annotary } from "./support/annotary.ts"

const folder = mkdtempSync(join(tmpdir(), "annotary-objects-"))
const environment = {
  ANNOTARY_DATABASE_URL: `sqlite:${join(folder, "a.db")}`,
  ANNOTARY_DATA_DIR: join(folder, "data"),
}
const path = (name: string) => join(folder, name)

const run = async (...words: ReadonlyArray<string>): Promise<string> => {
  const { code, stderr, stdout } = await annotary(words, environment)
  assert.strictEqual(code, 0, stderr)
  return stdout.trimEnd()
}

const annotate = (track_id: number, index: number) => ({
  ...{ id: index + 1, track_id, category_id: 1, type: "bbox" },
  points: [
    [0, 0],
    [1, 1],
  ],
})

beforeAll(async () => {
  for (const name of ["ada", "kim"]) await run("user", "create", name)
  const engine = await createEngine({
    storage: sqlite({ filename: path("a.db"), blobs: join(folder, "data", "files") }),
  })
  const ada = engine.as("ada")
  await ada.datasets.create({
    owner: "ada",
    name: "streets",
    category: "other",
    taskType: "image-vector-sequence",
  })
  const ref = { _tag: "Name", owner: "ada", name: "streets" } as const
  await ada.collaborators.add(ref, { user: "kim", role: "reviewer" })
  for (let index = 0; index < 4; index++) {
    const { sample } = await ada.samples.create(ref, { name: `${index}` })
    // A label has three tracks in two frames, and a track that the second frame has twice.
    const frames = [
      [1, 2, 4],
      [2, 3, 4, 4],
    ].map((tracks) => ({ annotations: tracks.map(annotate) }))
    await ada.labels.put(sample.id, "ground-truth", { attributes: { frames }, status: "LABELED" })
  }
  await ada.releases.create(ref, { name: "v1" })
  while ((await ada.releases.get(ref, "v1")).status === "PENDING")
    await new Promise((resolve) => setTimeout(resolve, 50))
  const begin = async () => {
    const { id } = await ada.releaseAudits.create(ref, "v1", { unit: "objects" })
    while ((await ada.releaseAudits.get(ref, "v1", id)).state === "preparing")
      await new Promise((resolve) => setTimeout(resolve, 50))
    return id
  }
  const id = await begin()
  const kim = engine.as("kim").releaseAudits
  for (let index = 0; index < 6; index++) {
    const work = await kim.claim(ref, "v1", id)
    const errors = index === 2 ? [{ type: "spurious" as const }] : []
    await kim.submit(ref, "v1", id, work?.number ?? 0, { errors })
  }
  await ada.releaseAudits.finish(ref, "v1", id)
  await begin()
  await engine.close()
  await run("export", "ada/streets", path("v1.json"), "--release", "v1")
  writeFileSync(path("statements.json"), await run("statement", "list", "ada/streets", "v1"))
  writeFileSync(path("keys.json"), await run("signing-key", "list"))
}, 240_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const verify = (statements: string) =>
  annotary(["verify", path("v1.json"), "--statements", path(statements), "--keys", path("keys.json")], {})

describe("annotary audit", () => {
  it("shows the bound of objects, and that objects that were missed are not counted", async () => {
    const text = await run("audit", "ada/streets", "v1")
    assert.match(text, /^audit [\da-f-]{36} of objects, begun .*, finished\n/)
    assert.match(
      text,
      /at most \d+\.\d\d % of the objects at 95 %, 6 of 24 objects audited, 1 with an error; objects that were missed are not counted/,
    )
    const { audits } = JSON.parse(await run("audit", "ada/streets", "v1", "--json"))
    assert.include(audits[0], { unit: "objects", population: 24, audited: 6, errors: 1 })
  }, 60_000)
})

describe("annotary verify", () => {
  it("makes the objects again from the labels in the file, and recomputes their bound", async () => {
    const { code, stdout } = await verify("statements.json")
    assert.strictEqual(code, 0, stdout)
    assert.match(stdout, /statement urn:annotary:audit:v1, signed by [\w-]{43}: verified/)
    assert.match(
      stdout,
      /at most \d+ of 24 objects of the finished labels in ground-truth have an error \(\d+\.\d\d %\), at 95 %, 6 audited; objects that were missed are not counted/,
    )
  }, 60_000)
})
