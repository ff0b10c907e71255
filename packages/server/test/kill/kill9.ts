/**
 * Kills a server that is being written to, again and again, and holds what is left against what was acknowledged:
 * nothing acknowledged is lost, nothing is half there, every change has its event, and releases end as they should.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { makeRandoms } from "@annotary/test-support/random"
import Database from "better-sqlite3"
import { annotary } from "../support/annotary.ts"
import { type Api, apiOf, expectStatus, textMember } from "../support/api.ts"
import { type ChildServer, type Environment, ensureBuilt, startServer } from "../support/childServer.ts"
import { runClients, type Unanswered } from "./clients.ts"
import { brokenInvariants } from "./invariants.ts"
import { type Ledger, makeLedger } from "./Ledger.ts"
import { missingFrom } from "./missing.ts"
import { finishReleases } from "./releases.ts"

export interface KillReport {
  readonly kills: number
  readonly seed: number
  readonly samples: number
  readonly writes: number
  readonly reviews: number
  readonly releases: number
  readonly slowestRestartMillis: number
  /** Sentences; empty when all is well. */
  readonly wrong: ReadonlyArray<string>
}

const adminKey = `ann_killtest_${"K".repeat(43)}`
const peopleCount = 3

export const runKills = async (
  kills: number,
  seed: number,
  log: (line: string) => void,
): Promise<KillReport> => {
  await ensureBuilt()
  const folder = mkdtempSync(join(tmpdir(), "annotary-kill-"))
  const file = join(folder, "a.db")
  const environment: Environment = {
    ANNOTARY_DATABASE_URL: `sqlite:${file}`,
    ANNOTARY_DATA_DIR: join(folder, "data"),
    ANNOTARY_ADMIN_API_KEY: adminKey,
    ANNOTARY_LOG_LEVEL: "warning",
  }
  const random = makeRandoms(seed)
  const ledger = makeLedger()
  const wrong: Array<string> = []
  let slowestRestartMillis = 0
  let releases = 0
  let unanswered: ReadonlyArray<Unanswered> = []
  let server = await startServer(environment)
  try {
    const keys = await prepare(apiOf(server.url, adminKey))
    for (let kill = 1; kill <= kills && wrong.length === 0; kill++) {
      unanswered = await loadAndKill(server, keys, ledger, random, unanswered, kill)
      wrong.push(...(await check(file, ledger)))
      const before = performance.now()
      server = await startServer(environment)
      slowestRestartMillis = Math.max(slowestRestartMillis, performance.now() - before)
      if (isLate(ledger)) {
        releases += ledger.releases.size
        wrong.push(...(await finish(server, ledger, folder)))
      }
      if (kill % 10 === 0)
        log(`${kill} kills: ${ledger.samples.size} samples, ${ledger.writes.size} label writes`)
    }
    releases += ledger.releases.size
    if (wrong.length === 0) wrong.push(...(await finish(server, ledger, folder)))
    const { code, stderr } = await server.stop()
    if (code !== 0) wrong.push(`the last server ended with ${code}: ${stderr.slice(-2000)}`)
    wrong.push(...(await check(file, ledger)))
  } finally {
    server.process.kill("SIGKILL")
    if (wrong.length === 0) rmSync(folder, { recursive: true, force: true })
    else log(`the database is kept: ${file}`)
  }
  const { reviews, samples, writes } = ledger
  return {
    kills,
    seed,
    samples: samples.size,
    writes: writes.size,
    reviews: reviews.size,
    releases,
    slowestRestartMillis: Math.round(slowestRestartMillis),
    wrong: [...wrong, ...ledger.faults.slice(0, 5)],
  }
}

const dataset = "admin/load"

/**
 * A job whose process dies waits 30 seconds for the end of its lease and is given up after five attempts, as it should be:
 * so releases get the time to finish before they were attempted that often.
 */
const isLate = ({ releases }: Ledger): boolean => Math.min(...releases.values()) < Date.now() - 75_000

const finish = (server: ChildServer, ledger: Ledger, folder: string): Promise<ReadonlyArray<string>> =>
  finishReleases(apiOf(server.url, adminKey), dataset, ledger, folder, annotary)

/** The account tells its changes, three people work for it. Answers their keys. */
const prepare = async (admin: Api): Promise<ReadonlyArray<string>> => {
  expectStatus(await admin.call("PUT", "/user/webhooks/"), 200, 204)
  expectStatus(
    await admin.call("POST", "/user/datasets/", {
      name: "load",
      category: "other",
      task_type: "pointcloud-cuboid",
    }),
    201,
  )
  const keys: Array<string> = []
  for (let person = 1; person <= peopleCount; person++) {
    const user = `person${person}`
    expectStatus(await admin.call("POST", "/users/", { username: user }), 201)
    const made = expectStatus(await admin.call("POST", `/users/${user}/api_keys/`, {}), 201)
    keys.push(textMember(made.json(), "key"))
    expectStatus(
      await admin.call("POST", `/datasets/${dataset}/collaborators/`, { user, role: "reviewer" }),
      201,
    )
  }
  return keys
}

const loadAndKill = async (
  server: ChildServer,
  keys: ReadonlyArray<string>,
  ledger: Ledger,
  random: () => number,
  before: ReadonlyArray<Unanswered>,
  kill: number,
): Promise<ReadonlyArray<Unanswered>> => {
  const admin = apiOf(server.url, adminKey)
  if (kill % 5 === 1) {
    const name = `r${kill}`
    expectStatus(await admin.call("POST", `/datasets/${dataset}/releases/`, { name }), 201)
    ledger.releases.set(name, Date.now())
  }
  ledger.openBatches.length = 0
  let stopped = false
  const people = keys.map((key) => apiOf(server.url, key))
  const clients = runClients({ admin, people, dataset, ledger, random, stopped: () => stopped }, before)
  await workedFor(ledger, 5 + random() * 120, 10_000)
  await sleep(random() * 20)
  server.process.kill("SIGKILL")
  await server.finished
  stopped = true
  return await clients
}

/** Until so many requests were answered: a loaded machine starts slowly, and killing an idle server proves little. */
const workedFor = async (ledger: Ledger, answers: number, patienceMillis: number): Promise<void> => {
  const enough = ledger.answers + answers
  const deadline = Date.now() + patienceMillis
  while (ledger.answers < enough && Date.now() < deadline) await sleep(2)
}

/** The file as the killed process left it; opening it is what recovers the log. */
const check = async (file: string, ledger: Ledger): Promise<ReadonlyArray<string>> => {
  const database = new Database(file)
  try {
    return [...brokenInvariants(database), ...missingFrom(database, ledger).slice(0, 10)]
  } finally {
    database.close()
  }
}
