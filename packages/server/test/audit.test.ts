/** Audits on the command line: shown on the server, and verified on another machine with the file, the statements and the public keys alone. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createEngine } from "@annotary/core"
import { sqlite } from "@annotary/storage-sqlite"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { annotary } from "./support/annotary.ts"

const folder = mkdtempSync(join(tmpdir(), "annotary-audit-"))
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

beforeAll(async () => {
  for (const name of ["ada", "kim"]) await run("user", "create", name)
  const engine = await createEngine({
    storage: sqlite({ filename: path("a.db"), blobs: join(folder, "data", "files") }),
  })
  const ada = engine.as("ada")
  await ada.datasets.create({ owner: "ada", name: "streets", category: "other", taskType: "vector" })
  const ref = { _tag: "Name", owner: "ada", name: "streets" } as const
  await ada.collaborators.add(ref, { user: "kim", role: "reviewer" })
  for (let index = 0; index < 12; index++) {
    const { sample } = await ada.samples.create(ref, { name: `${index}` })
    await ada.labels.put(sample.id, "ground-truth", { attributes: { annotations: [] }, status: "LABELED" })
  }
  await ada.releases.create(ref, { name: "v1" })
  while ((await ada.releases.get(ref, "v1")).status === "PENDING")
    await new Promise((resolve) => setTimeout(resolve, 50))
  const begin = async () => {
    const { id } = await ada.releaseAudits.create(ref, "v1")
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
  it("shows the bound of each audit of a release, and those of its strata", async () => {
    const text = await run("audit", "ada/streets", "v1")
    assert.match(text, /^audit [\da-f-]{36}, begun .*, finished\n/)
    assert.match(text, /at most \d+\.\d\d % at 95 %, 6 of 12 audited, 1 with an error/)
    assert.match(text, /labeler +ada +12 +6 +1 +0 /)
    const { audits } = JSON.parse(await run("audit", "ada/streets", "v1", "--json"))
    assert.include(audits[0], { state: "finished", population: 12, audited: 6, errors: 1 })
  }, 60_000)
})

describe("the work of an audit on the command line", () => {
  const findOpen = async (): Promise<string> => {
    const { audits } = JSON.parse(await run("audit", "ada/streets", "v1", "--json"))
    return audits.find(({ state }: { readonly state: string }) => state === "open").uuid
  }

  it("claims, answers and finishes as a person", async () => {
    const id = await findOpen()
    const as = ["--user", "kim", "--json"]
    const [work] = JSON.parse(await run("audit", "claim", "ada/streets", "v1", id, ...as))
    assert.strictEqual(work.number, 1)
    assert.deepStrictEqual(work.label_attributes, { annotations: [] })
    assert.match(await run("audit", "claim", "ada/streets", "v1", id, "--user", "kim"), /^number 1, until /)
    const wrong = ["--errors", "spurious,missing"]
    const audit = JSON.parse(await run("audit", "answer", "ada/streets", "v1", id, "1", ...as, ...wrong))
    assert.deepInclude(audit, { uuid: id, audited: 1, errors: 1 })
    const text = await run("audit", "answer", "ada/streets", "v1", id, "1", "--user", "kim")
    assert.match(text, /1 of 12 audited, 0 with an error, 1 outcome changed afterwards/)
    const finished = await run("audit", "finish", "ada/streets", "v1", id, "--user", "ada")
    assert.match(finished, /, finished\n/)
  }, 120_000)

  it("begins an audit with its plan, which a server prepares", async () => {
    const plan = [
      "--goal",
      "0.05",
      "--metric",
      "iou",
      "--tolerance",
      "0.9",
      "--draws",
      "5",
      "--unit",
      "samples",
    ]
    const audit = JSON.parse(
      await run("audit", "create", "ada/streets", "v1", "--user", "ada", "--json", ...plan),
    )
    assert.deepInclude(audit, {
      state: "preparing",
      goal: 0.05,
      metric: "iou",
      tolerance: 0.9,
      created_by: "ada",
    })
  }, 60_000)

  it("refuses work without a person, by one who may not do it, and what is no number and no error", async () => {
    const refuse = async (...words: ReadonlyArray<string>) => {
      const { code, stderr } = await annotary(["audit", ...words], environment)
      assert.notStrictEqual(code, 0)
      return stderr
    }
    const id = "01900000-0000-7000-8000-000000000000"
    assert.match(await refuse("finish", "ada/streets", "v1", id), /--user must be/)
    assert.match(
      await refuse("finish", "ada/streets", "v1", id, "--user", "nobody"),
      /no person called nobody/,
    )
    assert.match(await refuse("create", "ada/streets", "v1", "--user", "kim"), /permission/i)
    assert.match(
      await refuse("create", "ada/streets", "v1", "--user", "ada", "--goal", "x"),
      /--goal must be/,
    )
    assert.match(
      await refuse("create", "ada/streets", "v1", "--user", "ada", "--unit", "x"),
      /--unit must be/,
    )
    const answer = ["answer", "ada/streets", "v1", id]
    assert.match(await refuse(...answer, "0", "--user", "kim"), /NUMBER must be/)
    assert.match(await refuse(...answer, "1", "--user", "kim", "--errors", "bad"), /--errors must be/)
    assert.match(await refuse(...answer, "1", "--user", "kim", "--errors", "geometry:x"), /must be a number/)
  }, 240_000)
})

describe("annotary verify", () => {
  it("draws the audited samples again, and recomputes the bound", async () => {
    const { code, stdout } = await verify("statements.json")
    assert.strictEqual(code, 0, stdout)
    assert.match(stdout, /statement urn:annotary:audit-plan:v1, signed by [\w-]{43}: verified/)
    assert.match(stdout, /statement urn:annotary:audit:v1, signed by [\w-]{43}: verified/)
    assert.match(
      stdout,
      /at most \d+ of 12 samples with a finished label in ground-truth \(the release has 12\) have an error \(\d+\.\d\d %\), at 95 %, 6 audited/,
    )
    assert.match(stdout, /plan of an audit without a result: 2$/m)
  }, 60_000)

  it("refuses a second result of one plan, and statements without an earlier plan", async () => {
    const statements: ReadonlyArray<unknown> = JSON.parse(readFileSync(path("statements.json"), "utf8"))
    writeFileSync(path("twice.json"), JSON.stringify([...statements, statements[4]]))
    const twice = await verify("twice.json")
    assert.strictEqual(twice.code, 1)
    assert.match(twice.stdout, /Another result is of plan 1, too\./)
    writeFileSync(
      path("gap.json"),
      JSON.stringify(statements.filter((_, index) => index !== 3 && index !== 4)),
    )
    const gap = await verify("gap.json")
    assert.strictEqual(gap.code, 1)
    assert.match(gap.stdout, /The plan before it, number 1, is not among the statements\./)
  }, 60_000)

  it("refuses the result of an audit without its plan", async () => {
    const statements: ReadonlyArray<unknown> = JSON.parse(readFileSync(path("statements.json"), "utf8"))
    writeFileSync(path("planless.json"), JSON.stringify(statements.filter((_, index) => index !== 3)))
    const { code, stdout } = await verify("planless.json")
    assert.strictEqual(code, 1)
    assert.match(stdout, /The plan of the audit is not among the statements/)
  }, 60_000)
})
