/**
 * Kills models that answer claims, and now and then the server, again and again. Some models come back under the same account and get their
 * claims again; others never do, and their leases end. Beside them a person labels samples.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { makeRandoms } from "@annotary/test-support/random"
import type { StormDatabase } from "../../storm/databases.ts"
import { type Api, apiOf, expectStatus, items, textMember } from "../../support/api.ts"
import { ensureBuilt, makeEnvironment, startServer } from "../../support/childServer.ts"
import { checkPredictions, readPredictions } from "./checkPredictions.ts"

export interface ModelKillReport {
  readonly kills: number
  readonly serverKills: number
  readonly samples: number
  readonly acknowledged: number
  readonly ofPeople: number
  /** Sentences; empty when all is well. */
  readonly wrong: ReadonlyArray<string>
}

const adminKey = `ann_modkills_${"M".repeat(43)}`
const dataset = "admin/load"
const samplesOfKill = 200
const workers = 3
const patienceMillis = 180_000

interface Account {
  readonly name: string
  readonly key: string
}

interface Worker {
  readonly account: Account
  readonly process: ChildProcess
  readonly finished: Promise<void>
}

export const runModelKills = async (
  database: StormDatabase,
  kills: number,
  seed: number,
): Promise<ModelKillReport> => {
  await ensureBuilt()
  const random = makeRandoms(seed)
  const folder = mkdtempSync(join(tmpdir(), "annotary-model-kills-"))
  const urls = join(folder, "url")
  const environment = {
    ...database.environment,
    ANNOTARY_ADMIN_API_KEY: adminKey,
    ANNOTARY_LOG_LEVEL: "warning",
  }
  const answers = new Map<string, string>()
  const ofPeople = new Set<string>()
  const faults: Array<string> = []
  let server = await startServer(environment)
  writeFileSync(urls, server.url)
  const running = new Set<Worker>()

  const start = (account: Account): void => {
    const script = fileURLToPath(new URL("./worker.mjs", import.meta.url))
    const child = spawn(process.execPath, [script, urls, dataset, account.key, account.name], {
      env: makeEnvironment({}),
      stdio: ["ignore", "pipe", "inherit"],
    })
    let text = ""
    child.stdout.setEncoding("utf8").on("data", (part: string) => {
      text += part
      const lines = text.split("\n")
      text = lines.pop() ?? ""
      for (const line of lines) {
        const [word, claim, sample] = line.split(" ")
        if (word === "done" && claim !== undefined && sample !== undefined) answers.set(claim, sample)
        else faults.push(line)
      }
    })
    const finished = new Promise<void>((resolve) => child.on("close", () => resolve()))
    running.add({ account, process: child, finished })
  }

  try {
    const admin = () => apiOf(server.url, adminKey)
    const accounts = await addAccounts(admin(), workers + Math.ceil(kills / 3))
    const samples = await addSamples(admin(), kills * samplesOfKill)
    const waiting = accounts.slice(workers)
    for (const account of accounts.slice(0, workers)) start(account)
    let serverKills = 0
    for (let kill = 1; kill <= kills; kill++) {
      const enough = answers.size + 5 + random() * 100
      for (const deadline = Date.now() + 5000; answers.size < enough && Date.now() < deadline; )
        await sleep(5)
      await labelAsPerson(admin(), samples[Math.floor(random() * samples.length)], ofPeople)
      const victim = [...running][Math.floor(random() * running.size)]
      if (victim === undefined) break
      victim.process.kill("SIGKILL")
      await victim.finished
      running.delete(victim)
      const spare = random() < 0.3 ? waiting.pop() : undefined
      start(spare ?? victim.account)
      if (kill % 5 !== 0) continue
      server.process.kill("SIGKILL")
      await server.finished
      serverKills += 1
      server = await startServer(environment)
      writeFileSync(urls, server.url)
    }
    await waitForModels(admin, samples.length, answers)
    for (const { finished, process } of running) {
      process.kill("SIGKILL")
      await finished
    }
    const { code, stderr } = await server.stop()
    if (code !== 0) faults.push(`the last server ended with ${code}: ${stderr.slice(-2000)}`)
    const stored = await readPredictions(database.rows)
    return {
      kills,
      serverKills,
      samples: samples.length,
      acknowledged: answers.size,
      ofPeople: ofPeople.size,
      wrong: [...faults, ...checkPredictions({ answers, ofPeople }, stored)].slice(0, 20),
    }
  } finally {
    for (const { process } of running) process.kill("SIGKILL")
    server.process.kill("SIGKILL")
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Until no sample waits for a model, and none has one. */
const waitForModels = async (admin: () => Api, samples: number, answers: ReadonlyMap<string, string>) => {
  let before = -1
  for (let deadline = Date.now() + patienceMillis; ; await sleep(500)) {
    const dry = await admin().call("POST", `/datasets/${dataset}/predictions/requests/`, {
      filters: {},
      dry_run: true,
    })
    const { left_out: left } = expectStatus(dry, 200).json() as { left_out: { already_requested: number } }
    if (left.already_requested === 0) return
    if (answers.size > before) deadline = Date.now() + patienceMillis
    before = answers.size
    if (Date.now() > deadline)
      throw new Error(`${left.already_requested} of ${samples} samples wait, and nothing is answered.`)
  }
}

const addAccounts = async (admin: Api, count: number): Promise<ReadonlyArray<Account>> => {
  expectStatus(
    await admin.call("POST", "/user/datasets/", {
      name: "load",
      category: "other",
      task_type: "vector",
      enable_prelabeling: true,
    }),
    201,
  )
  const accounts: Array<Account> = []
  for (let index = 0; index < count; index++) {
    const name = `net${index}`
    expectStatus(await admin.call("POST", "/users/admin/models/", { username: name }), 201)
    expectStatus(await admin.call("POST", `/models/${name}/versions/`, { name: "v1" }), 201)
    const made = expectStatus(await admin.call("POST", `/models/${name}/api_keys/`, {}), 201)
    accounts.push({ name, key: textMember(made.json(), "key") })
    const added = await admin.call("POST", `/datasets/${dataset}/collaborators/`, {
      user: name,
      role: "model",
    })
    expectStatus(added, 201)
  }
  return accounts
}

const addSamples = async (admin: Api, count: number): Promise<ReadonlyArray<string>> => {
  const ids: Array<string> = []
  for (let at = 0; at < count; at += 5000) {
    const names = Array.from({ length: Math.min(5000, count - at) }, (_, index) => ({
      name: `s${at + index}`,
    }))
    const made = expectStatus(await admin.call("POST", `/datasets/${dataset}/samples_bulk/`, names), 201)
    ids.push(...items(made.json()).map((sample) => textMember(sample, "uuid")))
  }
  return ids
}

/** A person labels the sample, whether a model has it or not. */
const labelAsPerson = async (
  admin: Api,
  sample: string | undefined,
  ofPeople: Set<string>,
): Promise<void> => {
  if (sample === undefined) return
  const body = { label_status: "LABELED", attributes: { annotations: [], by: "a person" } }
  expectStatus(await admin.call("PUT", `/labels/${sample}/ground-truth/`, body), 200, 201)
  ofPeople.add(sample)
}
