/** Commands that are killed in the middle: what they write is there whole or not at all, and the same command succeeds afterwards. */
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { annotary } from "./support/annotary.ts"
import { type Environment, ensureBuilt, startCommand } from "./support/childServer.ts"

const folder = mkdtempSync(join(tmpdir(), "annotary-killed-"))
const environmentOf = (name: string): Environment => ({
  ANNOTARY_DATABASE_URL: `sqlite:${join(folder, `${name}.db`)}`,
  ANNOTARY_DATA_DIR: join(folder, `${name}-data`),
})
const full = environmentOf("full")
const count = 20_000
const source = join(folder, "samples.ndjson")
const importing = ["import", source, "--dataset", "admin/cars", "--create", "vector"]

const succeed = async (words: ReadonlyArray<string>, environment: Environment): Promise<string> => {
  const { code, stderr, stdout } = await annotary(words, environment)
  assert.strictEqual(code, 0, stderr)
  return stdout
}

/** Kills a command some milliseconds after something is there. Says whether it was still running. */
const kill = async (
  words: ReadonlyArray<string>,
  environment: Environment,
  { begun, after }: { readonly begun: () => boolean; readonly after: number },
): Promise<boolean> => {
  const { finished, process } = startCommand(words, environment)
  let hasEnded = false
  void finished.then(() => {
    hasEnded = true
  })
  while (!hasEnded && !begun()) await sleep(2)
  await sleep(after)
  process.kill("SIGKILL")
  return (await finished).signal === "SIGKILL"
}

const isLarge = (path: string): boolean => existsSync(path) && statSync(path).size > 0

beforeAll(async () => {
  await ensureBuilt()
  const annotations = [
    {
      id: 1,
      category_id: 1,
      type: "bbox",
      points: [
        [1, 1],
        [2, 2],
      ],
    },
  ]
  const lines = Array.from({ length: count }, (_, index) =>
    JSON.stringify({
      name: `s${index}`,
      attributes: { image: { url: "https://example.com/a.png" } },
      label: { label_status: "LABELED", attributes: { format_version: "0.1", annotations } },
    }),
  )
  writeFileSync(source, lines.join("\n"))
  await succeed(["user", "create", "admin"], full)
  await succeed(importing, full)
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }), 60_000)

describe("a command that is killed", () => {
  it.each([
    ["archive", "out.tar.gz", ["archive", "admin/cars"], []],
    ["export", "out", ["export", "admin/cars"], ["--format", "coco"]],
  ] as const)(
    "%s leaves nothing under the name of its file",
    async (name, file, words, more) => {
      const place = mkdtempSync(join(folder, `${name}-`))
      const out = join(place, file)
      const command = [...words, out, ...more]
      const begun = () => readdirSync(place).length > 0
      for (const after of [0, 100]) {
        const wasRunning = await kill(command, full, { begun, after })
        assert.isTrue(wasRunning || existsSync(out))
        if (wasRunning) assert.isFalse(existsSync(out))
        else rmSync(out, { recursive: true })
      }
      await succeed(command, full)
      assert.deepStrictEqual(readdirSync(place), [file])
    },
    120_000,
  )

  it("import has what it committed, and adds the rest when it is given again", async () => {
    const environment = environmentOf("import")
    await succeed(["user", "create", "admin"], environment)
    const journal = join(folder, "import.db-wal")
    const before = isLarge(journal) ? statSync(journal).size : 0
    const begun = () => existsSync(journal) && statSync(journal).size > before + 500_000
    assert.isTrue(await kill(importing, environment, { begun, after: 50 }))
    const again = await succeed(["import", source, "--dataset", "admin/cars"], environment)
    const [, created, existing] = /(\d+) samples? created, (\d+) existing/.exec(again) ?? []
    assert.strictEqual(Number(created) + Number(existing), count, again)
    assert.isAbove(Number(existing), 0)
    assert.include(await succeed(["doctor"], environment), "The database file passes the quick check.")
  }, 120_000)

  it("migrate makes the schema when it is given again", async () => {
    for (const after of [0, 5, 20, 60, 150]) {
      const environment = environmentOf(`migrate-${after}`)
      const file = join(folder, `migrate-${after}.db`)
      await kill(["migrate"], environment, { begun: () => existsSync(file), after })
      assert.include(await succeed(["migrate"], environment), "the database has this version's schema")
      await succeed(["user", "create", "admin"], environment)
    }
  }, 120_000)
})
