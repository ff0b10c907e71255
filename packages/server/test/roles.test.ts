/** Processes with different roles share one database, and the work of one that dies is done by another. */
import { createHash } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, afterEach, assert, beforeAll, describe, it } from "@effect/vitest"
import { inject } from "vitest"
import { type Api, apiOf, expectStatus, member, textMember } from "./support/api.ts"
import { ensureBuilt, startServer, workerProcess } from "./support/childServer.ts"
import { onPostgres, onSqlite, type Place } from "./support/places.ts"

const adminKey = `ann_rolestst_${"R".repeat(43)}`
const leaseSeconds = 3
const running: Array<{ readonly process: { readonly kill: (signal: "SIGKILL") => boolean } }> = []
let folder: string

beforeAll(async () => {
  await ensureBuilt()
  folder = mkdtempSync(join(tmpdir(), "annotary-roles-"))
}, 300_000)
afterEach(() => {
  for (const { process } of running.splice(0)) process.kill("SIGKILL")
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Processes on one database. */
const processesOn = ({ environment: where }: Place) => {
  const environment = {
    ...where,
    ANNOTARY_ADMIN_API_KEY: adminKey,
    ANNOTARY_JOB_LEASE_SECONDS: String(leaseSeconds),
  }
  const server = async (roles: string) => {
    const child = await startServer({ ...environment, ANNOTARY_ROLES: roles })
    running.push(child)
    return apiOf(child.url, adminKey)
  }
  const worker = async () => {
    const child = await workerProcess(environment)
    running.push(child)
    return child
  }
  return { server, worker }
}

const databases: Readonly<Record<string, (name: string) => Promise<Place>>> = {
  SQLite: async (name) => onSqlite(join(folder, name)),
  Postgres: () => onPostgres(inject("postgresUrl")),
}

const path = "/datasets/admin/load/releases/"

const prepare = async (api: Api, samples: number) => {
  expectStatus(
    await api.call("POST", "/user/datasets/", { name: "load", category: "other", task_type: "vector" }),
    201,
  )
  for (let from = 0; from < samples; from += 10_000) {
    const some = Array.from({ length: Math.min(10_000, samples - from) }, (_, i) => ({
      name: `sample ${from + i}`,
      attributes: { image: { url: `https://example.com/${from + i}.png` } },
    }))
    expectStatus(await api.call("POST", "/datasets/admin/load/samples_bulk/", some), 200, 201)
  }
}

const ask = async (api: Api) => expectStatus(await api.call("POST", path, { name: "v1" }), 201)

const look = async (api: Api) => expectStatus(await api.call("GET", `${path}v1/`), 200).json()

const until = async (holds: () => boolean | Promise<boolean>, millis = 30_000) => {
  const deadline = Date.now() + millis
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error("That never came.")
    await sleep(5)
  }
}

/** The release, made, with the file that its record tells of. */
const made = async (api: Api, samples: number) => {
  await until(async () => textMember(await look(api), "status") !== "PENDING")
  const release = await look(api)
  assert.strictEqual(textMember(release, "status"), "SUCCEEDED")
  assert.strictEqual(member(release, "samples_count"), samples)
  const answer = await fetch(textMember(member(release, "attributes"), "url"))
  const bytes = Buffer.from(await answer.arrayBuffer())
  assert.strictEqual(createHash("sha256").update(bytes).digest("hex"), textMember(release, "sha256"))
}

describe("roles on one SQLite file", () => {
  it("an API alone asks for work and leaves it; a worker beside it does it", async () => {
    const place = onSqlite(join(folder, "apart"))
    const { server, worker } = processesOn(place)
    const api = await server("api")
    await prepare(api, 3)
    await ask(api)
    await sleep(1500)
    assert.strictEqual(textMember(await look(api), "status"), "PENDING")
    assert.strictEqual(await place.row("SELECT 1 FROM duties"), undefined)
    await worker()
    await made(api, 3)
    const next = expectStatus(await api.call("POST", path, { name: "v2" }), 201)
    assert.strictEqual(textMember(next.json(), "status"), "PENDING")
    const second = async () => expectStatus(await api.call("GET", `${path}v2/`), 200).json()
    await until(async () => textMember(await second(), "status") === "SUCCEEDED", 5000)
  }, 60_000)

  it("a process of both roles does its own work", async () => {
    const api = await processesOn(onSqlite(join(folder, "both"))).server("api,worker")
    await prepare(api, 3)
    await ask(api)
    await made(api, 3)
  }, 60_000)

  it("processes that start at once on a new file make one admin, and show the key once", async () => {
    const name = join(folder, "together")
    const environment = {
      ANNOTARY_DATABASE_URL: `sqlite:${join(name, "a.db")}`,
      ANNOTARY_DATA_DIR: join(name, "data"),
    }
    const started = await Promise.all([
      startServer({ ...environment, ANNOTARY_ROLES: "api" }),
      workerProcess(environment),
      startServer({ ...environment, ANNOTARY_ROLES: "api,worker" }),
    ])
    running.push(...started)
    const shown = started.map(({ stdout }) => stdout()).join("")
    assert.lengthOf(shown.match(/^admin API key of admin written to/gm) ?? [], 1)
    assert.lengthOf(shown.match(/^(listening on|working on jobs)/gm) ?? [], 3)
  }, 60_000)
})

describe.each(Object.keys(databases))("two workers on %s", (database) => {
  it("finish the job of the one that is killed in its middle, and run its periodic tasks", async () => {
    const place = await databases[database]?.("killed")
    if (place === undefined) return assert.fail()
    const { server, worker } = processesOn(place)
    const api = await server("api")
    const samples = 30_000
    await prepare(api, samples)
    const first = await worker()
    await ask(api)
    const job = () => place.row("SELECT status, attempts FROM jobs WHERE kind = 'release'")
    await until(async () => textMember(await job(), "status") === "RUNNING")
    first.process.kill("SIGKILL")
    await first.finished
    const killedAt = Date.now()
    assert.deepStrictEqual(await job(), { status: "RUNNING", attempts: 1 })
    assert.strictEqual(textMember(await look(api), "status"), "PENDING")
    /** 0 while nobody has had the task. */
    const due = async () =>
      Number(
        member(
          await place.row("SELECT COALESCE(max(due_at), 0) AS at FROM duties WHERE name = 'expire-leases'"),
          "at",
        ),
      )
    const before = await due()

    await worker()
    await made(api, samples)
    assert.isAtLeast(Date.now() - killedAt, leaseSeconds * 1000 - 1000)
    assert.deepStrictEqual(await job(), { status: "SUCCEEDED", attempts: 2 })
    assert.strictEqual(await place.files(), 1)
    await until(async () => (await due()) > before, 20_000)
    await place.remove()
  }, 120_000)
})
