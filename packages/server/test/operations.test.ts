/** The port for operators: health, readiness and metrics of every role, the rule of access, and the start line. */

import { mkdtempSync, rmSync } from "node:fs"
import { createServer, get, request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, afterEach, assert, beforeAll, describe, it } from "@effect/vitest"
import { getVersion } from "../src/version.ts"
import { annotary } from "./support/annotary.ts"
import { textMember } from "./support/api.ts"
import { ensureBuilt, startServer, workerProcess } from "./support/childServer.ts"

let folder: string
const running: Array<{ readonly process: { readonly kill: (signal: "SIGKILL") => boolean } }> = []
beforeAll(async () => {
  await ensureBuilt()
  folder = mkdtempSync(join(tmpdir(), "annotary-operations-"))
}, 120_000)
afterEach(() => {
  for (const { process } of running.splice(0)) process.kill("SIGKILL")
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const adminKey = `ann_operatst_${"O".repeat(43)}`
const token = "token-of-the-monitor"

const place = (name: string) => ({
  ANNOTARY_DATABASE_URL: `sqlite:${join(folder, name, "a.db")}`,
  ANNOTARY_DATA_DIR: join(folder, name, "data"),
  ANNOTARY_ADMIN_API_KEY: adminKey,
  ANNOTARY_METRICS_TOKEN: token,
  ANNOTARY_METRICS_PORT: "0",
  ANNOTARY_LOG: "json",
})

const start = async (roles: string, environment: Readonly<Record<string, string>>) => {
  const child =
    roles === "worker"
      ? await workerProcess(environment)
      : await startServer({ ...environment, ANNOTARY_ROLES: roles })
  running.push(child)
  const url = /^health and metrics on (http:\/\/\S+)$/m.exec(child.stdout())?.[1] ?? ""
  return { ...child, url }
}

const statusOf = async (url: string, authorization?: string) =>
  (await fetch(url, authorization === undefined ? {} : { headers: { authorization } })).status

/** The log entry with this message. */
const entryOf = (stderr: string, message: string): unknown =>
  stderr
    .trim()
    .split("\n")
    .map((line): unknown => JSON.parse(line))
    .find((entry) => textMember(entry, "message") === message)

describe.each(["worker", "api", "api,worker"])("the port for health and metrics of the role %s", (roles) => {
  it("shows health and readiness to everybody, metrics to the monitor, and nothing else", async () => {
    const { finished, process, url } = await start(roles, place(`role ${roles}`))
    assert.match(url, /^http:\/\/127\.0\.0\.1:\d+$/)
    assert.strictEqual(await statusOf(`${url}/healthz`), 200)
    assert.strictEqual(await statusOf(`${url}/readyz`), 200)
    assert.strictEqual(await statusOf(`${url}/metrics`), 401)
    assert.strictEqual(await statusOf(`${url}/metrics`, `Bearer ${adminKey}`), 200)
    assert.strictEqual(await statusOf(`${url}/user`, `APIKey ${adminKey}`), 404)
    const metrics = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
    const text = await metrics.text()
    assert.match(text, /^process_resident_memory_bytes \d{7,}$/m)
    assert.include(
      text,
      `annotary_build_info{version="${getVersion()}",database="sqlite",roles="${roles}"} 1\n`,
    )
    for (const line of ["annotary_database_up 1", 'annotary_jobs{kind="release",state="waiting"} 0'])
      assert.include(text, `${line}\n`)
    // Without a dispatcher in the process, too: what waits for a worker that does not run.
    if (roles === "api")
      for (const line of [
        "annotary_webhook_due_lag_seconds 0",
        'annotary_webhook_backlog{state="pending"} 0',
      ])
        assert.include(text, `${line}\n`)
    process.kill("SIGTERM")
    const { code, stderr } = await finished
    assert.strictEqual(code, 0, stderr)
    assert.deepInclude(entryOf(stderr, "The server has started."), { roles, database: "sqlite" })
    assert.match(textMember(entryOf(stderr, "The server has started."), "version"), /^\d+\.\d+\.\d+/)
    assert.notInclude(stderr, token)
  }, 60_000)
})

describe("the port for health and metrics", () => {
  it("is one more address of the API's metrics, under the same rule", async () => {
    const { stdout, url } = await start("api", { ...place("open"), ANNOTARY_METRICS: "open" })
    const api = /^listening on (http:\/\/\S+)$/m.exec(stdout())?.[1] ?? ""
    await fetch(`${api}/openapi.json`)
    for (const each of [url, api]) {
      const text = await (await fetch(`${each}/metrics`)).text()
      assert.match(
        text,
        /^annotary_http_requests_total\{method="GET",route="\/openapi\.json",status="2xx"\} 1$/m,
      )
    }
  }, 60_000)

  it("refuses other host names on a loopback address, which a page in a browser could have sent", async () => {
    const { url } = await start("worker", place("host"))
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { host: "rebound.example.com" }
      get(`${url}/healthz`, { headers }, (answer) => resolve(answer.resume().statusCode)).on("error", reject)
    })
    assert.strictEqual(status, 421)
    assert.strictEqual(await statusOf(`${url.replace("127.0.0.1", "localhost")}/healthz`), 200)
  }, 60_000)

  it("shows health, and no readiness, while the API waits for a request before it stops", async () => {
    const { finished, process, stdout, url } = await start("api", place("draining"))
    const api = /^listening on (http:\/\/\S+)$/m.exec(stdout())?.[1] ?? ""
    const slow = request(`${api}/user/datasets/`, {
      method: "POST",
      headers: { authorization: `APIKey ${adminKey}`, "content-type": "application/json" },
    })
    const answered = new Promise<number | undefined>((resolve, reject) => {
      slow.on("response", (answer) => resolve(answer.resume().statusCode)).on("error", reject)
    })
    await new Promise<void>((resolve) => slow.write("{", () => resolve()))
    await sleep(300)
    assert.strictEqual(await statusOf(`${url}/readyz`), 200)
    process.kill("SIGTERM")
    while ((await statusOf(`${url}/readyz`)) === 200) await sleep(20)
    assert.deepStrictEqual([await statusOf(`${url}/readyz`), await statusOf(`${url}/healthz`)], [503, 200])
    slow.end('"name": "late", "category": "other", "task_type": "vector"}')
    assert.strictEqual(await answered, 201)
    assert.strictEqual((await finished).code, 0)
  }, 60_000)

  it("is named in the log of a worker that has none", async () => {
    const { finished, process } = await start("worker", { ...place("none"), ANNOTARY_METRICS_PORT: "" })
    process.kill("SIGTERM")
    const { stderr, stdout } = await finished
    assert.strictEqual(stdout, "working on jobs\n")
    assert.include(stderr, "ANNOTARY_METRICS_PORT")
  }, 60_000)

  it("in use ends the process with one sentence, also a worker", async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", () => resolve()))
    const address = other.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    const { code, stderr } = await annotary(["serve"], {
      ...place("taken"),
      ANNOTARY_ROLES: "worker",
      ANNOTARY_METRICS_PORT: String(port),
    })
    other.close()
    assert.strictEqual(code, 1)
    assert.strictEqual(
      stderr.trim().split("\n").at(-1),
      `annotary: The server cannot listen on 127.0.0.1:${port}: the address is in use.`,
    )
  }, 60_000)
})
