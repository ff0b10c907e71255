/** A thousand people who claim, think and submit, at four servers on one Postgres: the time of a claim. */

import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { makeRandoms } from "@annotary/test-support/random"
import { Pool } from "undici"
import { makeBulkWorld, makeKey } from "./harness/bulkPostgres.ts"
import { makeCuboids } from "./harness/labels.ts"
import { startPostgres } from "./harness/postgres.ts"
import { startServerWith, stopLater } from "./harness/processes.ts"
import type { Benchmark } from "./harness/stage.ts"

const servers = 4
const crowd = 1000
/** Few people, for comparison. */
const few = 8
/** The mean time that a person works on a sample. */
const thinkMillis = 30_000
const warmUpMillis = 30_000
const measuredMillis = 60_000
const samples = 100_000

export const runBenchmark: Benchmark = async (stage) => {
  const url = await startPostgres(stage)
  const world = await makeBulkWorld({ url, schema: "people", samples, people: crowd })
  const pools: Array<Pool> = []
  for (let i = 0; i < servers; i++) {
    const folder = join(stage.folder, `server-${i}`)
    mkdirSync(folder)
    const environment = {
      ANNOTARY_DATABASE_URL: url,
      ANNOTARY_DATABASE_SCHEMA: world.schema,
      ANNOTARY_RATE_LIMIT: "0",
    }
    const { port } = stopLater(stage, await startServerWith(folder, environment))
    const pool = new Pool(`http://127.0.0.1:${port}`, { connections: crowd / servers })
    stage.defer(() => pool.destroy())
    pools.push(pool)
  }
  const next = makeRandoms(1)
  const claimPath = `/datasets/${world.owner}/${world.dataset}/queue/labeling/claim/`
  const work = `{"attributes":${makeCuboids(1000)},"time":1000}`
  const call = async <Answer>(person: number, path: string, body: string): Promise<Answer> => {
    const pool = pools[person % servers]
    if (pool === undefined) throw new Error("There is no server.")
    const authorization = `APIKey ${makeKey(String(person).padStart(8, "0"))}`
    const headers = { authorization, "content-type": "application/json" }
    const response = await pool.request({ method: "POST", path, headers, body })
    const text = await response.body.text()
    if (response.statusCode >= 300) throw new Error(`${path}: ${response.statusCode} ${text}`)
    return JSON.parse(text)
  }
  /** The milliseconds of all claims that begin after the warm-up. */
  const simulate = async (people: number): Promise<ReadonlyArray<number>> => {
    const begun = performance.now()
    const measuredFrom = begun + warmUpMillis
    const end = measuredFrom + measuredMillis
    const millis: Array<number> = []
    const pause = (wanted: number) => sleep(Math.max(0, Math.min(wanted, end - performance.now())))
    const runPerson = async (person: number) => {
      // Everybody is somewhere in a sample when the simulation begins.
      await pause(next() * thinkMillis)
      while (performance.now() < end) {
        const at = performance.now()
        const [claim] = await call<ReadonlyArray<{ readonly claim_id: string }>>(person, claimPath, "{}")
        if (at > measuredFrom) millis.push(performance.now() - at)
        if (claim === undefined) throw new Error("The queue is empty.")
        await pause(-Math.log(1 - next()) * thinkMillis * (people / crowd))
        if (performance.now() < end) await call(person, `/claims/${claim.claim_id}/submit/`, work)
      }
    }
    await Promise.all(Array.from({ length: people }, (_, person) => runPerson(person)))
    return millis
  }
  const ours = await simulate(crowd)
  const peer = await simulate(few)
  for (const [name, share] of [
    ["p50", 0.5],
    ["p99", 0.99],
  ] as const)
    stage.report(
      {
        metric: `claim over HTTP, ${crowd} people at ${servers} servers, ${Math.round(ours.length / (measuredMillis / 1000))} claims/s, peer ${few} people who work as much (${name}, ms)`,
        target: { of: "ours", atMost: 250 },
        packages: ["@annotary/server", "pg"],
      },
      [{ ours: computeQuantile(ours, share), peer: computeQuantile(peer, share) }],
    )
}

const computeQuantile = (values: ReadonlyArray<number>, share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN
