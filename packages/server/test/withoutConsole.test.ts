/** A server whose package is installed without the optional one of the console. */
import { type ChildProcess, spawn } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { ensureBuilt } from "./support/childServer.ts"

const adminKey = `ann_AdminKey_${"a".repeat(43)}`
const server = fileURLToPath(new URL("..", import.meta.url))
/** Its files are copied, because Node looks for packages beside the file that a link points to. */
const folder = mkdtempSync(join(tmpdir(), "annotary-without-console-"))

beforeAll(async () => {
  await ensureBuilt()
  for (const name of ["package.json", "bin", "dist/bundle"])
    cpSync(join(server, name), join(folder, name), { recursive: true })
  mkdirSync(join(folder, "node_modules"))
  for (const name of readdirSync(join(server, "node_modules")))
    if (!name.startsWith(".") && name !== "@annotary")
      symlinkSync(join(server, "node_modules", name), join(folder, "node_modules", name))
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Started {
  readonly child: ChildProcess
  readonly url: string
  readonly output: () => string
}

const start = async (): Promise<Started> => {
  const child = spawn(process.execPath, [join(folder, "bin/annotary.js"), "serve"], {
    env: {
      PATH: process.env.PATH,
      ANNOTARY_PORT: "0",
      ANNOTARY_DATABASE_URL: "memory:",
      ANNOTARY_DATA_DIR: join(folder, "data"),
      ANNOTARY_ADMIN_API_KEY: adminKey,
      ANNOTARY_CONSOLE: "on",
    },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let output = ""
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text
        const found = /^listening on (http:\/\/\S+)$/m.exec(output)?.[1]
        if (found !== undefined) resolve(found)
      })
    child.once("exit", (code) => reject(new Error(`The server has ended with ${code}: ${output}`)))
  })
  return { child, url, output: () => output }
}

describe("annotary serve without the package of the console", () => {
  it("serves the API, says what is missing in its log and at /console/, and prints no link to it", async () => {
    const { child, output, url } = await start()
    try {
      const headers = { authorization: `APIKey ${adminKey}` }
      assert.strictEqual((await fetch(`${url}/api_status/`, { headers })).status, 200)
      const page = await fetch(`${url}/console/`, { headers: { accept: "text/html" } })
      assert.strictEqual(page.status, 404)
      assert.deepInclude(await page.json(), {
        code: "console_missing",
        detail:
          "The console is not installed on this server. Install the package @annotary/console beside it.",
      })
      const ended = new Promise((resolve) => child.once("exit", resolve))
      child.kill("SIGTERM")
      assert.strictEqual(await ended, 0)
      assert.include(
        output(),
        "The console is not served: the package @annotary/console is not installed, or not built.",
      )
      assert.notInclude(output(), "sign-in#t=")
    } finally {
      child.kill("SIGKILL")
    }
  }, 60_000)
})
