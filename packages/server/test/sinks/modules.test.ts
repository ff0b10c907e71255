/** Modules of `ANNOTARY_EVENT_SINKS`: an operator's own sink is one file. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { apiOf, expectStatus, textMember } from "../support/api.ts"
import { ensureBuilt, startCommand, startServer } from "../support/childServer.ts"

const adminKey = `ann_AdminKey_${"a".repeat(43)}`
const folder = mkdtempSync(join(tmpdir(), "annotary-sinks-"))

beforeAll(ensureBuilt, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const writeModule = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const fileSink = (name: string) => `import { appendFile } from "node:fs/promises"
export default ({ env }) => ({
  name: ${JSON.stringify(name)},
  publish: (events) => appendFile(env.EVENTS_FILE, events.map(({ attributes, data }) => JSON.stringify({ ...attributes, data: JSON.parse(data) }) + "\\n").join("")),
})
`

const environment = {
  ANNOTARY_DATABASE_URL: "memory:",
  ANNOTARY_ADMIN_API_KEY: adminKey,
  EVENTS_FILE: join(folder, "events.jsonl"),
}

describe("a server with the file of a sink", () => {
  it("publishes the events of accounts that switched nothing on", async () => {
    const module = writeModule("files.mjs", fileSink("files"))
    const server = await startServer({ ...environment, ANNOTARY_EVENT_SINKS: module })
    try {
      const admin = apiOf(server.url, adminKey)
      const dataset = { name: "cats", category: "other", task_type: "vector" }
      expectStatus(await admin.call("POST", "/user/datasets/", dataset), 201)
      let lines: ReadonlyArray<string> = []
      for (let i = 0; i < 200 && lines.length === 0; i++) {
        await sleep(50)
        try {
          lines = readFileSync(environment.EVENTS_FILE, "utf8").split("\n").slice(0, -1)
        } catch {}
      }
      const [first, ...others] = lines.map((line): unknown => JSON.parse(line))
      assert.lengthOf(others, 0)
      assert.strictEqual(textMember(first, "type"), "dataset.created")
      assert.strictEqual(textMember(first, "source"), "/datasets/admin/cats/")
    } finally {
      await server.stop()
    }
  }, 60_000)
})

describe("a server with the package of a sink", () => {
  for (const name of ["@example/sinks", "@example/sinks/files"])
    it(`finds ${name} in the folder of its process, also one that cannot be required`, async () => {
      const installed = join(folder, "node_modules/@example/sinks")
      mkdirSync(installed, { recursive: true })
      const exports = { ".": { import: "./sink.js" }, "./files": { import: "./sink.js" } }
      writeFileSync(
        join(installed, "package.json"),
        JSON.stringify({ name: "@example/sinks", type: "module", exports }),
      )
      writeFileSync(join(installed, "sink.js"), fileSink("files"))
      const server = await startServer({ ...environment, ANNOTARY_EVENT_SINKS: name }, folder)
      await server.stop()
    }, 60_000)
})

describe("a server does not start", () => {
  const refused = async (modules: string) => {
    const child = startCommand(["serve"], {
      ...environment,
      ANNOTARY_PORT: "0",
      ANNOTARY_EVENT_SINKS: modules,
    })
    const { code, stderr } = await child.finished
    assert.strictEqual(code, 1, stderr)
    return stderr
  }

  it("with a file that is not there, which it names", async () => {
    const stderr = await refused("./missing.mjs")
    assert.include(stderr, "The module ./missing.mjs of ANNOTARY_EVENT_SINKS cannot be used.")
  }, 60_000)

  it("with a package that is not installed, which it names", async () => {
    assert.include(await refused("@example/no-such-sink"), "@example/no-such-sink")
  }, 60_000)

  it("with a file that exports no function", async () => {
    assert.include(
      await refused(writeModule("none.mjs", "export const a = 1\n")),
      "must export a function by default",
    )
  }, 60_000)

  it("with a function that returns no sink", async () => {
    assert.include(await refused(writeModule("empty.mjs", "export default () => ({})\n")), "name and publish")
  }, 60_000)

  it("with two sinks of one name", async () => {
    const modules = [writeModule("a.mjs", fileSink("same")), writeModule("b.mjs", fileSink("same"))]
    assert.include(await refused(modules.join(",")), "need their own names")
  }, 60_000)
})
