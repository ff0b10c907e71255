/**
 * An engine on a Postgres of its own, the API over it, clients that write to it, and one trouble after the other. After each it
 * answers again by itself, and at the end everything acknowledged is there, once and with its event.
 */
import { setTimeout as sleep } from "node:timers/promises"
import { createEngine, type Engine } from "@annotary/core"
import { webHandler } from "@annotary/http"
import { postgres } from "@annotary/storage-postgres"
import { type OwnServer, startOwnServer } from "@annotary/test-support/postgres"
import { Layer, Logger, LogLevel, Redacted } from "effect"
import pg from "pg"
import { textMember } from "../support/api.ts"
import { type AwayLedger, makeAwayLedger } from "./AwayLedger.ts"
import { type Handler, runAwayClients } from "./awayClients.ts"
import type { Trouble } from "./troubles.ts"

export interface ChaosReport {
  readonly answers: number
  readonly writes: number
  readonly samples: number
  readonly troubles: ReadonlyArray<{
    readonly name: string
    /** Answers that said to come again. */
    readonly unavailable: number
    readonly recoveredMillis: number
  }>
  /** Sentences; empty when all is well. */
  readonly wrong: ReadonlyArray<string>
}

const dataset = "ann/load"

export const runChaos = async (
  troubles: ReadonlyArray<Trouble>,
  lastsMillis: number,
  clients: number,
): Promise<ChaosReport> => {
  const server = await startOwnServer(["max_connections=30", "fsync=off", "shared_buffers=64MB"])
  try {
    const engine = await createEngine({
      // Every 503 is logged with its cause; here they are counted.
      storage: postgres({
        url: server.url,
        maxConnections: 4,
        connectTimeoutMillis: 1500,
        statementTimeoutMillis: 1500,
      }).pipe(Layer.provideMerge(Logger.minimumLogLevel(LogLevel.None))),
      events: true,
    })
    try {
      return await storm(engine, server, troubles, lastsMillis, clients)
    } finally {
      await engine.close()
    }
  } finally {
    await server.stop()
  }
}

const storm = async (
  engine: Engine,
  server: OwnServer,
  troubles: ReadonlyArray<Trouble>,
  lastsMillis: number,
  clients: number,
): Promise<ChaosReport> => {
  const handler = webHandler(engine)
  const ledger = makeAwayLedger()
  const wrong: Array<string> = []
  let stopped = false
  const load = { handler, ledger, dataset, stopped: () => stopped, ...(await prepare(engine, handler)) }
  const running = runAwayClients(load, clients)
  const results: Array<ChaosReport["troubles"][number]> = []
  for (const trouble of troubles) {
    const before = ledger.unavailable
    const away = await watched(handler, trouble.run(server, lastsMillis))
    const recoveredMillis = await recovery(ledger)
    const unavailable = ledger.unavailable - before
    results.push({ name: trouble.name, unavailable, recoveredMillis })
    if (unavailable === 0) wrong.push(`${trouble.name}: nobody noticed`)
    if (trouble.away && !away.notReady) wrong.push(`${trouble.name}: /readyz did not say so`)
    if (away.unwell) wrong.push(`${trouble.name}: /healthz failed`)
    if (recoveredMillis > 10_000) wrong.push(`${trouble.name}: ${recoveredMillis} ms until it answered again`)
  }
  stopped = true
  await running
  wrong.push(...(await missing(server, ledger)))
  const { answers, samples, writes } = ledger
  return {
    answers,
    writes: writes.size,
    samples: samples.size,
    troubles: results,
    wrong: [...wrong, ...ledger.faults.slice(0, 5)],
  }
}

const prepare = async (engine: Engine, handler: Handler) => {
  await engine.users.create({ username: "ann" })
  const { secret } = await engine.apiKeys.create({ user: "ann" })
  await engine
    .as("ann")
    .datasets.create({ owner: "ann", name: "load", taskType: "pointcloud-cuboid", category: "other" })
  const key = Redacted.value(secret)
  const samples: Array<string> = []
  for (let index = 0; index < 40; index++) {
    const answer = await handler(
      new Request(`http://localhost/datasets/${dataset}/samples/`, {
        method: "POST",
        headers: { authorization: `APIKey ${key}`, "content-type": "application/json" },
        body: `{"name":"first${index}","attributes":{}}`,
      }),
    )
    samples.push(textMember(await answer.json(), "uuid"))
  }
  return { key, samples }
}

/** What the two addresses for machines say meanwhile. */
const watched = async (handler: Handler, trouble: Promise<void>) => {
  let going = true
  let notReady = false
  let unwell = false
  const ended = trouble.finally(() => {
    going = false
  })
  while (going) {
    const [ready, health] = await Promise.all(
      ["/readyz", "/healthz"].map((path) => handler(new Request(`http://localhost${path}`))),
    )
    notReady ||= ready?.status === 503 && ready.headers.has("retry-after")
    unwell ||= health?.status !== 200
    await sleep(30)
  }
  await ended
  return { notReady, unwell }
}

/** Until so many answers in a row are real ones. */
const recovery = async (ledger: AwayLedger): Promise<number> => {
  const begun = performance.now()
  ledger.streak = 0
  while (ledger.streak < 30 && performance.now() - begun < 30_000) await sleep(10)
  return Math.round(performance.now() - begun)
}

/** What was acknowledged and is not there, or is there without its event, or twice. */
const missing = async (server: OwnServer, ledger: AwayLedger): Promise<ReadonlyArray<string>> => {
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  const texts = async (sql: string) =>
    (await client.query<{ text: string }>(sql)).rows.map(({ text }) => text)
  const tokens = (found: ReadonlyArray<string>) =>
    found.flatMap((text) => /"token":"(w-[^"]+)"/.exec(text)?.[1] ?? [])
  const history = tokens(
    await texts(`SELECT c.attributes AS text FROM label_versions v
      JOIN label_contents c ON c.dataset_id = v.dataset_id AND c.id = v.content`),
  )
  const told = tokens(await texts("SELECT object AS text FROM outbox WHERE type = 'label.updated'"))
  const names = await texts("SELECT name AS text FROM samples")
  await client.end()
  const [inHistory, inEvents, inNames] = [new Set(history), new Set(told), new Set(names)]
  return [
    ...[...ledger.writes]
      .filter((write) => !inHistory.has(write))
      .map((write) => `the write ${write} is lost`),
    ...[...inHistory]
      .filter((write) => !inEvents.has(write))
      .map((write) => `the write ${write} has no event`),
    ...[...inEvents]
      .filter((write) => !inHistory.has(write))
      .map((write) => `the event of ${write} has no write`),
    ...[...ledger.samples].filter((name) => !inNames.has(name)).map((name) => `the sample ${name} is lost`),
    ...(inNames.size === names.length ? [] : ["a sample was made twice"]),
    ...(inHistory.size === history.length ? [] : ["a write was done twice"]),
  ].slice(0, 20)
}
