/** Bun and Deno, by their npm packages, with the packages as they are built: webhooks with their address check, and SQLite. */
import { execFile } from "node:child_process"
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { copyPackages } from "@annotary/test-support/copyPackages"
import { afterAll, assert, beforeAll, describe, it } from "vitest"

const run = promisify(execFile)
const built = ["core", "webhooks", "storage-sql", "storage-sqlite"]
const installed = ["bun@1.4.4", "deno@2.9.6", "better-sqlite3-13@npm:better-sqlite3@13.2.0"]

const program = `
import http from "node:http"
import { createEngine } from "@annotary/core"
import { memory } from "@annotary/core/memory"
import { sqlite } from "@annotary/storage-sqlite"
import { webhooks } from "@annotary/webhooks"

const arrived = []
const server = http.createServer((request, response) => {
  arrived.push(request.socket.localAddress)
  request.resume()
  response.end("ok")
})
await new Promise((resolve) => server.listen(0, "0.0.0.0", resolve))
const url = (host) => "http://" + host + ":" + server.address().port + "/"

for (const storage of [memory(), sqlite({ filename: process.argv[2] })]) {
  arrived.length = 0
  const engine = await createEngine({ storage, extensions: [webhooks({ allow: ["127.0.0.2/32"] })], logger: () => {} })
  await engine.users.create({ username: "ana" })
  const ana = engine.as("ana")
  await ana.users.setWebhooks(true)
  const { endpoints } = engine.webhooks.as("ana")
  const refused = await endpoints.create({ url: url("127.0.0.1") }).then(() => "made", (error) => error._tag)
  await endpoints.create({ url: url("127.0.0.2") })
  await ana.datasets.create({ name: "street", category: "other", taskType: "vector" })
  for (let waits = 0; arrived.length === 0 && waits < 200; waits++) await new Promise((resolve) => setTimeout(resolve, 50))
  console.log(refused, arrived.join(" "))
  await engine.close()
}
process.exit(0)
`

let folder = ""
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "annotary-runtimes-"))
  writeFileSync(join(folder, "package.json"), '{"type":"module","private":true}')
  await run("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", ...installed], { cwd: folder })
  copyPackages(folder, built)
  writeFileSync(join(folder, "program.js"), program)
}, 600_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const runtimes = [
  ["Bun", "@oven/bun-linux-x64/bin/bun", "bun/bin/bun.exe", []],
  ["Deno", "@deno/linux-x64-glibc/deno", "deno/deno", ["run", "--allow-all"]],
] as const

describe.each(runtimes)("%s", (name, binary, moved, words) => {
  it("delivers webhooks to allowed addresses alone, from memory and from SQLite", async () => {
    const found = [binary, moved].map((path) => join(folder, "node_modules", path)).find(existsSync)
    assert.isDefined(found, `${name} is installed`)
    const { stdout } = await run(found ?? "", [...words, "program.js", join(folder, `${name}.db`)], {
      cwd: folder,
    })
    assert.strictEqual(stdout, "InvalidInput 127.0.0.2\n".repeat(2))
  }, 120_000)

  it("is named where version 13 of the driver of SQLite is missing", async () => {
    const found = [binary, moved].map((path) => join(folder, "node_modules", path)).find(existsSync)
    const hidden = join(folder, "node_modules/better-sqlite3-13")
    rmSync(`${hidden}-hidden`, { recursive: true, force: true })
    cpSync(hidden, `${hidden}-hidden`, { recursive: true })
    rmSync(hidden, { recursive: true })
    try {
      const failure = await run(found ?? "", [...words, "program.js", ":memory:"], { cwd: folder }).then(
        () => "",
        ({ stderr }: { stderr: string }) => stderr,
      )
      assert.include(failure, `does not run safely on ${name} `)
      assert.include(failure, "npm install better-sqlite3-13@npm:better-sqlite3@13")
    } finally {
      cpSync(`${hidden}-hidden`, hidden, { recursive: true })
    }
  }, 120_000)
})
