/** `annotary check`: a table of the warnings, and the exit code that was asked for. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { makeCheckProgress } from "../src/cli/Progress.ts"
import { annotary, ensureBuilt } from "./support/childServer.ts"
import { cuboid } from "./support/cuboid.ts"

const folder = mkdtempSync(join(tmpdir(), "annotary-check-"))
const environment = {
  ANNOTARY_DATABASE_URL: `sqlite:${join(folder, "annotary.db")}`,
  ANNOTARY_DATA_DIR: join(folder, "data"),
}
const run = (...words: ReadonlyArray<string>) => annotary(words, environment)

const scene = (name: string, x: number) =>
  `${JSON.stringify({ name, attributes: null, label: { attributes: { annotations: [cuboid(1, 0), cuboid(2, x)] } } })}\n`

beforeAll(async () => {
  await ensureBuilt()
  mkdirSync(join(folder, "source"))
  writeFileSync(
    join(folder, "source", "configuration.json"),
    JSON.stringify({
      categories: [{ id: 1, name: "car" }],
      warning_rules: [{ name: "intersecting-cuboids" }],
    }),
  )
  writeFileSync(join(folder, "source", "lines.ndjson"), scene("good", 9) + scene("b\u001bad\nname", 1))
  await run("user", "create", "ada")
  const imported = await run(
    "import",
    join(folder, "source"),
    "--dataset",
    "ada/drive",
    "--create",
    "pointcloud-cuboid",
  )
  assert.strictEqual(imported.code, 0, imported.stderr)
}, 180_000)
afterAll(() => rmSync(folder, { recursive: true }))

describe("annotary check", () => {
  it("shows warnings as a table, with the sums by rule, and succeeds", async () => {
    const { code, stderr, stdout } = await run("check", "ada/drive")
    assert.deepStrictEqual([code, stderr], [0, ""])
    const lines = stdout.trimEnd().split("\n")
    assert.match(lines[0] ?? "", /^SAMPLE +FRAME +SENSOR +RULE +WARNING$/)
    assert.match(lines[1] ?? "", /^b ad name +intersecting-cuboids +Cuboids 1 and 2 intersect\.$/)
    assert.deepStrictEqual(lines.slice(2), [
      "",
      "RULE                  WARNINGS",
      "intersecting-cuboids  1",
      "2 samples, 2 labels checked, 1 with warnings, 0 warnings dismissed",
    ])
  }, 60_000)

  it("fails because of warnings only when told to", async () => {
    const failed = await run("check", "ada/drive", "--fail-on-warnings")
    assert.strictEqual(failed.code, 1)
    assert.include(failed.stderr, "1 warning is not dismissed.")
    const other = await run("check", "ada/drive", "--fail-on-warnings", "--labelset", "none")
    assert.deepStrictEqual([other.code, other.stdout], [1, ""])
    assert.include(other.stderr, "Labelset not found.")
    assert.strictEqual((await run("check", "drive")).code, 2)
  }, 60_000)
})

describe("its progress", () => {
  it("is a bar on a terminal, out of the way of the rows, and nothing elsewhere", () => {
    const shown = (isTTY: boolean) => {
      let text = ""
      const progress = makeCheckProgress({ isTTY, write: (more) => (text += more) })
      progress.show(5, 10)
      progress.clear()
      progress.clear()
      return text
    }
    assert.strictEqual(
      shown(true),
      `\r[${"█".repeat(15)}${"░".repeat(15)}] 5 of 10 samples\u001b[K\r\u001b[K`,
    )
    assert.strictEqual(shown(false), "")
  })
})
