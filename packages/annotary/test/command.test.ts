/** The command of the package without a scope is the command of the server. */
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, beforeAll, describe, it } from "vitest"
import { ensureBuilt } from "../../server/test/support/childServer.ts"

const manifest = (folder: string) =>
  JSON.parse(readFileSync(new URL(`../../${folder}/package.json`, import.meta.url), "utf8"))

/** What a command of a package prints and how it ends. */
const run = (folder: string, words: ReadonlyArray<string>) => {
  const command = fileURLToPath(new URL(`../../${folder}/${manifest(folder).bin.annotary}`, import.meta.url))
  const { status, stderr, stdout } = spawnSync(process.execPath, [command, ...words], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"], ANNOTARY_DATABASE_URL: "memory:" },
  })
  return { status, stderr, stdout }
}

describe("the package annotary", () => {
  beforeAll(ensureBuilt, 120_000)

  it.each([
    [["--version"], 0],
    [["--help"], 0],
    // A database in memory has nothing to read.
    [["dataset", "list"], 1],
    [["no-such-command"], 2],
  ])("prints what the server's command prints, and ends as it does: %j", (words, status) => {
    const own = run("annotary", words)
    assert.deepStrictEqual(own, run("server", words))
    assert.strictEqual(own.status, status, own.stderr)
  })

  it("has the version of the server, and depends on nothing else", () => {
    const { dependencies, version } = manifest("annotary")
    assert.strictEqual(version, manifest("server").version)
    assert.deepStrictEqual(Object.keys(dependencies), ["@annotary/server"])
  })
})
