/**
 * A storm: several servers on one database, many people who claim and work until nothing is left, first labeling, then
 * reviewing, while servers are killed. Afterwards the checker is asked what was wrong.
 */
import { setTimeout as sleep } from "node:timers/promises"
import { makeRandoms } from "@annotary/test-support/random"
import { ensureBuilt } from "../support/childServer.ts"
import { checkStorm } from "./checkStorm.ts"
import { desert, type Person, type Storm, work } from "./clients.ts"
import type { StormDatabase } from "./databases.ts"
import { type Fleet, startFleet } from "./Fleet.ts"
import { type Grant, Memory, type QueueName } from "./Memory.ts"
import { makeWires } from "./requests.ts"
import { adminKey, datasetsOf, prepare } from "./stage.ts"
import { readStored } from "./stored.ts"

export interface StormSize {
  readonly processes: number
  readonly clients: number
  /** Of all datasets together. */
  readonly samples: number
  readonly datasets: number
  /**
   * So many in each queue, spread over the work; or one every so many milliseconds until all is done, but not the last that
   * listens: starting takes longer than that, and nothing would ever be done.
   */
  readonly kills: { readonly times: number } | { readonly everyMillis: number }
  /** People who claim and go away. */
  readonly deserters: number
  /** What the leases of those who went away are cut to. A lease lasts 30 seconds at least, which a short storm cannot wait. */
  readonly leaseMillis?: number
  readonly seed: number
}

/** Of one queue. */
export interface PhaseReport {
  readonly seconds: number
  /** Until nine tenths were done: what is left may wait for the end of a lease. */
  readonly perSecond: number
  readonly claims: number
  readonly claimMillis: Spread
  /** Claims of several samples at once. */
  readonly severalMillis: Spread
  /** Claims that found nothing. */
  readonly nothingMillis: Spread
  readonly workMillis: Spread
}

interface Spread {
  readonly p50: number
  readonly p95: number
  readonly most: number
}

export interface StormReport extends Omit<StormSize, "kills"> {
  readonly database: string
  readonly labeling: PhaseReport
  readonly reviewing: PhaseReport
  readonly kills: number
  readonly restarts: number
  /** Crashes of a node of the database. */
  readonly crashes: number
  /** Requests that no server took, and those whose answer never came. */
  readonly away: number
  readonly lost: number
  /** People who never came back for their claims. */
  readonly gone: number
  /** Sentences; empty when all is well. */
  readonly wrong: ReadonlyArray<string>
}

export const runStorm = async (
  database: StormDatabase,
  size: StormSize,
  signal: AbortSignal,
): Promise<StormReport> => {
  await ensureBuilt()
  const random = makeRandoms(size.seed)
  const memory = new Memory()
  const environment = {
    ...database.environment,
    ANNOTARY_ADMIN_API_KEY: adminKey,
    ANNOTARY_LOG_LEVEL: "warning",
  }
  const fleet = await startFleet(size.processes, environment, random)
  const wires = makeWires(fleet.urls, random, signal)
  try {
    const datasets = datasetsOf(size.datasets)
    const people = await prepare(wires, 2 * size.clients + size.deserters, size.samples, datasets)
    const gone: Array<string> = []
    const phase = (queue: QueueName) =>
      runPhase({ database, datasets, fleet, gone, memory, people, queue, random, size, wires })
    const labeling = await phase("labeling")
    const wrong = [...checkStorm(memory, await readStored(database.rows))]
    const reviewing = wrong.length === 0 ? await phase("reviewing") : labeling
    await fleet.whole()
    if (wrong.length === 0)
      wrong.push(
        ...checkStorm(memory, await readStored(database.rows)),
        ...(await wrongAnswers(wires, datasets)),
      )
    wrong.push(...(await fleet.stop()))
    const { kills: _, ...rest } = size
    return {
      database: database.name,
      ...rest,
      labeling,
      reviewing,
      kills: fleet.kills(),
      restarts: fleet.restarts(),
      crashes: database.crashNode === undefined ? 0 : 1,
      ...wires.count,
      gone: gone.length,
      wrong,
    }
  } finally {
    wires.close()
    fleet.end()
  }
}

/** One queue of a storm. `size.samples`: the work that is to be done. */
export interface Scene extends Pick<Storm, "gone" | "memory" | "queue" | "random" | "wires"> {
  readonly database: StormDatabase
  readonly datasets: ReadonlyArray<string>
  readonly fleet: Fleet
  readonly people: ReadonlyArray<Person>
  readonly size: StormSize
}

/** People work in one queue until nothing is left, or nothing has been done for too long. */
export const runPhase = async (scene: Scene): Promise<PhaseReport> => {
  const { database, datasets, gone, memory, people, queue, random, size, wires } = scene
  const done = memory.done[queue]
  const started = Date.now()
  const patienceMillis = 20_000 + (size.leaseMillis ?? 30_000)
  let ended = false
  const isOver = () =>
    ended || done.length >= size.samples || Date.now() - Math.max(started, done.at(-1) ?? 0) > patienceMillis
  const millis: Storm["millis"] = { claims: [], several: [], nothing: [], works: [] }
  const here = people.filter(({ name }) => !gone.includes(name))
  const workers = here.slice(0, size.clients)
  const deserters = here.slice(size.clients, size.clients + size.deserters)
  const spares = here.slice(size.clients + size.deserters)
  /** People are spread over the datasets in turns. */
  const stormOf = (index: number): Storm => ({
    wires,
    memory,
    dataset: datasets[index % datasets.length] ?? "",
    random,
    queue,
    isOver,
    spares,
    gone,
    millis,
  })
  const cut = () => shorten(database, size, gone)
  const lapse = async (grants: ReadonlyArray<Grant>) => {
    await cut()
    for (const grant of grants) grant.expiresAt = Math.min(grant.expiresAt, cutTo(size, grant))
    await sleep(Math.max(0, ...grants.map(({ expiresAt }) => expiresAt - Date.now())) + 100)
  }
  await Promise.all([
    kill(scene, isOver),
    crash(scene, isOver),
    repeatedly(cut, isOver),
    ...deserters.map((person, index) => desert(stormOf(index), person, lapse)),
    ...workers.map((person, index) => work(stormOf(index), person)),
  ]).finally(() => {
    ended = true
  })
  const most = Math.ceil(size.samples * 0.9)
  return {
    seconds: rounded((Date.now() - started) / 1000),
    perSecond: Math.round((most / ((done[most - 1] ?? Number.POSITIVE_INFINITY) - started)) * 1000),
    claims: millis.claims.length + millis.several.length,
    claimMillis: spread(millis.claims),
    severalMillis: spread(millis.several),
    nothingMillis: spread(millis.nothing),
    workMillis: spread(millis.works),
  }
}

const repeatedly = async (act: () => Promise<void>, isOver: () => boolean): Promise<void> => {
  while (!isOver()) {
    await act()
    await sleep(500)
  }
}

const cutTo = ({ leaseMillis }: StormSize, { claimedAt, expiresAt }: Grant): number =>
  leaseMillis === undefined ? expiresAt : claimedAt + leaseMillis

/** Only leases of people who do not work any more are touched. */
const shorten = async (database: StormDatabase, { leaseMillis }: StormSize, gone: ReadonlyArray<string>) => {
  if (leaseMillis === undefined || gone.length === 0) return
  const names = gone.map((name) => `'${name}'`).join(", ")
  for (const table of ["sample_queue", "overlap_places"])
    await database.rows(`UPDATE ${table} SET lease_until = claimed_at + ${leaseMillis}
      WHERE holder IN (${names}) AND lease_until > claimed_at + ${leaseMillis}`)
}

const kill = async ({ fleet, memory, queue, size }: Scene, isOver: () => boolean): Promise<void> => {
  if ("everyMillis" in size.kills) {
    while (!isOver()) {
      await sleep(size.kills.everyMillis)
      fleet.kill(1)
    }
    return
  }
  const { times } = size.kills
  for (let turn = 1; turn <= times; turn++) {
    const enough = () => memory.done[queue].length >= (turn * size.samples) / (times + 1)
    while (!isOver() && !(enough() && fleet.kill(0))) await sleep(2)
  }
}

/** Crashes a node when a third of the labeling is done. */
const crash = async ({ database, memory, queue, size }: Scene, isOver: () => boolean): Promise<void> => {
  if (database.crashNode === undefined || queue !== "labeling") return
  while (!isOver() && memory.done[queue].length < size.samples / 3) await sleep(20)
  if (!isOver()) await database.crashNode()
}

/** What the API says of the datasets in the end: nobody holds anything. */
const wrongAnswers = async (
  wires: ReturnType<typeof makeWires>,
  datasets: ReadonlyArray<string>,
): Promise<ReadonlyArray<string>> => {
  const wrong: Array<string> = []
  for (const dataset of datasets) {
    const claims = await wires.answer("GET", `/datasets/${dataset}/claims/`, adminKey)
    if (claims.text !== "[]") wrong.push(`claims are open: ${claims.text.slice(0, 300)}`)
  }
  return wrong
}

const spread = (millis: ReadonlyArray<number>): Spread => {
  const sorted = millis.toSorted((one, other) => one - other)
  const at = (part: number) => rounded(sorted[Math.floor(part * (sorted.length - 1))] ?? 0)
  return { p50: at(0.5), p95: at(0.95), most: at(1) }
}

const rounded = (value: number): number => Math.round(value * 10) / 10
