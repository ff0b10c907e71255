/** The README is true: its tour is run as it stands, and the code it shows is the code that is tested. */
import { execFile } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { assert, beforeAll, describe, it } from "vitest"
import { ensureBuilt, startServer } from "./support/childServer.ts"

const root = fileURLToPath(new URL("../../../", import.meta.url))
const readme = readFileSync(join(root, "README.md"), "utf8")

/** The fenced block that follows a marker. */
const blockAfter = (marker: string): string => {
  const after = readme.split(`<!-- ${marker} -->`)[1]
  const block = after === undefined ? null : /^\s*```\w*\n([\s\S]*?)```/.exec(after)
  if (block === null) throw new Error(`The README has no block after ${marker}.`)
  return block[1] ?? ""
}

/** What the tour's comments say that a command prints. */
const promised = [...blockAfter("tour").matchAll(/ {2}# (.+)$/gm)].map((match) => match[1] ?? "")

describe("the README", () => {
  beforeAll(ensureBuilt, 120_000)

  it("has a tour whose every command does what its comment says", async () => {
    const folder = mkdtempSync(join(tmpdir(), "annotary-tour-"))
    const key = `ann_readmeto_${"R".repeat(43)}`
    const server = await startServer({
      ANNOTARY_DATABASE_URL: `sqlite:${join(folder, "a.db")}`,
      ANNOTARY_DATA_DIR: folder,
      ANNOTARY_ADMIN_API_KEY: key,
    })
    try {
      const tour = `set -euo pipefail\n${blockAfter("tour")}`
      const { stdout } = await promisify(execFile)("bash", ["-c", tour], {
        cwd: root,
        env: { ...process.env, URL: server.url, KEY: key, TMPDIR: folder },
        timeout: 60_000,
      })
      assert.deepStrictEqual(promised, [
        "admin/street",
        "0002.jpg",
        "LABELED",
        "REVIEWED",
        "verified: whole and unchanged",
      ])
      let rest = stdout
      for (const line of promised) {
        assert.include(rest, line)
        rest = rest.slice(rest.indexOf(line) + line.length)
      }
      assert.include(stdout, '{"created":2,"existing":0,"failed":0}')
    } finally {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  }, 90_000)

  it("shows the code of an example that is run by a test", () => {
    for (const path of [".ci/consumer/app.ts", "examples/promise-only/src/label.ts"])
      assert.strictEqual(blockAfter(path), readFileSync(join(root, path), "utf8"))
  })

  it("names every package and every dependency of the packages", () => {
    for (const name of ["core", "storage-sql", "storage-sqlite", "http", "server"]) {
      assert.include(readme, `@annotary/${name}`)
      const manifest = JSON.parse(readFileSync(join(root, "packages", name, "package.json"), "utf8"))
      for (const dependency of Object.keys(manifest.dependencies ?? {})) {
        const scope = dependency.split("/")[0] ?? ""
        const named = readme.includes(`\`${dependency}\``) || readme.includes(`\`${scope}/*\``)
        assert.isTrue(named || scope === "@annotary", `The README's table misses ${dependency} of ${name}.`)
      }
    }
  })
})
