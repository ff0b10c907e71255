/** Several processes behind one port: what is printed, what the death of one costs, and how all of them end. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, afterEach, assert, beforeAll, describe, it } from "@effect/vitest"
import { inject, vi } from "vitest"
import { type ChildServer, ensureBuilt, startCommand, startServer } from "./support/childServer.ts"
import { onPostgres, type Place } from "./support/places.ts"

let folder: string
let place: Place
let server: ChildServer | undefined
beforeAll(async () => {
  await ensureBuilt()
  folder = mkdtempSync(join(tmpdir(), "annotary-processes-"))
  place = await onPostgres(inject("postgresUrl"))
}, 120_000)
afterEach(async () => {
  await server?.stop("SIGKILL")
  server = undefined
})
afterAll(async () => {
  await place.remove()
  rmSync(folder, { recursive: true, force: true })
})

const start = async (environment: { readonly [name: string]: string } = {}): Promise<ChildServer> => {
  server = await startServer({
    ...place.environment,
    ANNOTARY_DATABASE_POOL_SIZE: "2",
    ANNOTARY_DATA_DIR: folder,
    ANNOTARY_WORKERS: "3",
    ANNOTARY_METRICS_PORT: "0",
    ANNOTARY_METRICS: "open",
    ANNOTARY_LOG: "json",
    ...environment,
  })
  return server
}

const listOperations = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/^health and metrics on (http:\/\/\S+)$/gm)].map(([, url = ""]) => url)

/** The number of the process and its id, which the log names. */
const readProcesses = async (urls: ReadonlyArray<string>) =>
  await Promise.all(
    urls.map(async (url) => {
      const text = await (await fetch(`${url}/metrics`)).text()
      const [, index] = /^annotary_build_info\{[^}]*process="(\d+)"[^}]*\} 1$/m.exec(text) ?? []
      return index
    }),
  )

/** The ids of the children of a process. */
const listChildren = (parent: number | undefined): ReadonlyArray<number> =>
  readFileSync(`/proc/${parent}/task/${parent}/children`, "utf8")
    .trim()
    .split(" ")
    .filter((id) => id !== "")
    .map(Number)

const isAlive = (id: number): boolean => {
  try {
    return process.kill(id, 0)
  } catch {
    return false
  }
}

/** A process that was killed accepts connections until the kernel has closed its files. */
const holdsFiles = (id: number): boolean => {
  try {
    return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${id}/stat`, "utf8"))
  } catch {
    return false
  }
}

/** A request on a connection of its own. */
const request = async (url: string): Promise<number> =>
  (await fetch(`${url}/healthz`, { headers: { connection: "close" } })).status

describe.skipIf(process.platform !== "linux")("several processes behind one port", () => {
  it("print one address and the key once, and count apart", async () => {
    const { stdout, url } = await start()
    assert.strictEqual(stdout().match(/^listening on /gm)?.length, 1)
    assert.strictEqual(stdout().match(/^admin API key/gm)?.length, 1)
    assert.strictEqual(await request(url), 200)
    const operations = listOperations(stdout())
    assert.strictEqual(new Set(operations).size, 3)
    assert.deepStrictEqual(await readProcesses(operations), ["0", "1", "2"])
  }, 180_000)

  it("answer every request that begins after one of them was killed, and start another one", async () => {
    const { process: parent, stderr, url } = await start()
    const before = listChildren(parent.pid)
    assert.strictEqual(before.length, 3)
    const failures: Array<number> = []
    let ended = false
    const work = Array.from({ length: 4 }, async () => {
      while (!ended) {
        const begun = performance.now()
        await request(url).then(
          (status) => assert.strictEqual(status, 200),
          () => failures.push(begun),
        )
      }
    })
    const countStarts = () => stderr().match(/"The server has started\."/g)?.length ?? 0
    let endedAt = 0
    try {
      await sleep(300)
      process.kill(before[1] ?? 0, "SIGKILL")
      await vi.waitUntil(() => !holdsFiles(before[1] ?? 0), { interval: 5, timeout: 30_000 })
      endedAt = performance.now()
      await vi.waitUntil(() => countStarts() === 4, { timeout: 60_000 })
      await sleep(200)
    } finally {
      ended = true
      await Promise.all(work)
    }
    // Those that the killed one had begun.
    assert.isAtMost(failures.filter((begun) => begun <= endedAt).length, 4)
    assert.deepStrictEqual(
      failures.filter((begun) => begun > endedAt),
      [],
    )
    const after = listChildren(parent.pid)
    assert.strictEqual(after.length, 3)
    assert.strictEqual(after.filter((id) => before.includes(id)).length, 2)
    assert.include(stderr(), "A process of the server ended; another one is started.")
  }, 180_000)

  it("end in order with the process that supervises them, and with it when it is killed", async () => {
    const first = await start()
    const children = listChildren(first.process.pid)
    const { code, stderr } = await first.stop()
    assert.strictEqual(code, 0)
    assert.strictEqual(stderr.match(/waiting for running requests/g)?.length, 3)
    assert.deepStrictEqual(children.filter(isAlive), [])
    const second = await start()
    const orphans = listChildren(second.process.pid)
    await second.stop("SIGKILL")
    await vi.waitUntil(() => !orphans.some(isAlive), { timeout: 30_000 })
  }, 180_000)

  it("end with the message of the one that cannot start", async () => {
    const { finished } = startCommand(["serve"], {
      ...place.environment,
      ANNOTARY_DATA_DIR: folder,
      ANNOTARY_WORKERS: "2",
      ANNOTARY_HOST: "203.0.113.1",
      ANNOTARY_PORT: "0",
    })
    const { code, stderr } = await finished
    assert.strictEqual(code, 1)
    assert.include(stderr, "The server cannot listen on 203.0.113.1:0")
    assert.include(stderr, "Process 1 of ANNOTARY_WORKERS ended with exit code 1 at its start.")
  }, 180_000)

  it("are refused on SQLite, and where their ports for metrics meet that of the API", async () => {
    const run = async (environment: { readonly [name: string]: string }) =>
      await startCommand(["serve"], { ANNOTARY_DATA_DIR: folder, ANNOTARY_WORKERS: "2", ...environment })
        .finished
    const onSqlite = await run({})
    assert.strictEqual(onSqlite.code, 1)
    assert.include(
      onSqlite.stderr,
      "ANNOTARY_WORKERS must be 1 unless ANNOTARY_DATABASE_URL is Postgres: SQLite has its writer in one process.",
    )
    const meeting = await run({ ...place.environment, ANNOTARY_PORT: "9092", ANNOTARY_METRICS_PORT: "9091" })
    assert.include(
      meeting.stderr,
      "ANNOTARY_METRICS_PORT must leave the ports from 9091 to 9092 to the processes",
    )
  }, 180_000)
})
