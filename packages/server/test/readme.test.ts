/** The README is true: its tour is run as it stands, and the code it shows is the code that is tested. */
import { execFile } from "node:child_process"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { assert, beforeAll, describe, it } from "vitest"
import { blockAfter } from "./documents/blocks.ts"
import { ensureBuilt, startServer } from "./support/childServer.ts"

const root = fileURLToPath(new URL("../../../", import.meta.url))
const page = (path: string): string => readFileSync(join(root, path), "utf8")
const readme = page("README.md")

/** What the tour's comments say that a command prints. */
const promised = [...blockAfter("tour", readme).matchAll(/ {2}# (.+)$/gm)].map((match) => match[1] ?? "")

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
      const tour = `set -euo pipefail\n${blockAfter("tour", readme)}`
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

  it("shows the code of an application that CI runs, and is short", () => {
    assert.strictEqual(
      blockAfter("packages/acceptance/consumer/app.ts", readme),
      page("packages/acceptance/consumer/app.ts"),
    )
    assert.isBelow(readme.split("\n").length, 150)
  })

  it("leads to pages that exist", () => {
    const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, path = ""]) => path)
    assert.isNotEmpty(links)
    for (const link of links) assert.isTrue(existsSync(join(root, link)), link)
  })
})

describe("the page about embedding", () => {
  it("shows the code of an example that is run by a test", () => {
    const example = "examples/promise-only/src/label.ts"
    assert.strictEqual(blockAfter(example, page("packages/core/docs/embedding.md")), page(example))
  })
})

describe("the page of dependencies", () => {
  it("names every dependency of every published package", () => {
    const text = page("packages/core/docs/dependencies.md")
    for (const name of readdirSync(join(root, "packages"))) {
      const path = join("packages", name, "package.json")
      if (!existsSync(join(root, path))) continue
      const manifest = JSON.parse(page(path))
      if (manifest.private === true) continue
      for (const dependency of Object.keys(manifest.dependencies ?? {})) {
        const scope = dependency.split("/")[0] ?? ""
        const named = text.includes(`\`${dependency}\``) || text.includes(`\`${scope}/*\``)
        assert.isTrue(named || scope === "@annotary", `The page misses ${dependency} of ${name}.`)
      }
    }
  })
})
