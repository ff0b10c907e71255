/** Calls of the engine in a dataset of a million samples, against the same in one of a thousand. */
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { createEngine, type DatasetRef, type Engine, toJsonText } from "@annotary/core"
import { postgres } from "@annotary/storage-postgres"
import { sqlite } from "@annotary/storage-sqlite"
import Database from "better-sqlite3"
import { makeBulkWorld } from "./harness/bulkPostgres.ts"
import { makeCuboids } from "./harness/labels.ts"
import { startPostgres } from "./harness/postgres.ts"
import { sampleInserts } from "./harness/sampleInserts.ts"
import type { Benchmark, Stage } from "./harness/stage.ts"
import { computeMedian, type Round } from "./harness/summary.ts"
import { makeWorld } from "./harness/world.ts"

const small = 1000
const rounds = 7
/** Calls in a round. */
const perRound = { single: 20, bulk: 3 }
const pageSize = 100
const maxRatio = 1.3

export const scaleOn = (databases: ReadonlyArray<"Postgres" | "SQLite">, large: number): Benchmark => {
  const worlds = { Postgres: fillPostgres, SQLite: fillSqlite }
  return async (stage) => {
    for (const database of databases) {
      const make = await worlds[database](stage)
      const [ours, peer] = [await makeCalls(await make(large)), await makeCalls(await make(small))]
      for (const [name, call] of Object.entries(ours)) {
        const other = peer[name]
        if (other !== undefined)
          stage.report(makeFigure(name, database, large), await measureRounds(call, other))
      }
    }
  }
}

export const runBenchmark: Benchmark = (stage) => scaleOn(["Postgres", "SQLite"], 1_000_000)(stage)

const makeFigure = (name: string, database: string, large: number) => ({
  metric: `${name} on ${database} with ${large.toLocaleString("en").replaceAll(",", " ")} samples over 1 000 (p50, ms)`,
  target: { of: "ratio", atMost: maxRatio } as const,
  packages: database === "Postgres" ? ["pg"] : ["better-sqlite3"],
})

interface Filled {
  readonly engine: Engine
  readonly ref: DatasetRef
  readonly owner: string
}

type MakeFilled = (samples: number) => Promise<Filled>

const fillPostgres = async (stage: Stage): Promise<MakeFilled> => {
  const url = await startPostgres(stage)
  return async (samples) => {
    const schema = `samples_${samples}`
    const { dataset, owner } = await makeBulkWorld({ url, schema, samples, people: 1 })
    const engine = await createEngine({ storage: postgres({ url, schema }), worker: false })
    stage.defer(() => engine.close())
    return { engine, owner, ref: { _tag: "Name", owner, name: dataset } }
  }
}

const fillSqlite =
  async (stage: Stage): Promise<MakeFilled> =>
  async (samples) => {
    const folder = join(stage.folder, String(samples))
    mkdirSync(folder)
    const { copy, dataset, datasetId, owner } = await makeWorld(folder, { samples: 0 })
    const database = new Database(copy)
    database.pragma("synchronous = OFF")
    const words = {
      number: "printf('%08d', i)",
      hex: "printf('%012x', i)",
      from: `(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT ${samples}) SELECT i FROM n)`,
    }
    for (const insert of sampleInserts(words, { datasetId, owner, count: samples })) database.exec(insert)
    database.exec("ANALYZE")
    database.close()
    const engine = await createEngine({
      storage: sqlite({ filename: copy, synchronous: "normal" }),
      worker: false,
    })
    stage.defer(() => engine.close())
    return { engine, owner, ref: { _tag: "Name", owner, name: dataset } }
  }

interface Measured {
  readonly count: number
  /** Returns the milliseconds. */
  readonly call: () => Promise<number>
}

const makeCalls = async ({ engine, owner, ref }: Filled): Promise<Readonly<Record<string, Measured>>> => {
  const me = engine.as(owner)
  const label = { attributes: makeCuboids(1000) }
  const claim = async () => {
    for await (const { claim } of await me.queue.claim(ref, "labeling")) return claim.id
    throw new Error("The queue is empty.")
  }
  let claimed: Awaited<ReturnType<typeof claim>> | undefined
  const { counts } = (await me.datasets.get(ref)).record
  const middle = Math.max(1, Math.floor(counts.samples / 2 / pageSize))
  const { next } = await me.samples.list(ref, { perPage: pageSize, page: middle })
  let serial = 0
  const single = perRound.single
  return {
    claim: {
      count: single,
      call: async () => {
        const millis = await measureMillis(async () => {
          claimed = await claim()
        })
        if (claimed !== undefined) await me.queue.giveBack(claimed)
        return millis
      },
    },
    submit: {
      count: single,
      call: async () => {
        const id = await claim()
        return measureMillis(() => me.queue.perform(id, "submit", label))
      },
    },
    [`page of ${pageSize} samples from the middle`]: {
      count: single,
      call: () =>
        measureMillis(async () =>
          drainRows((await me.samples.list(ref, { perPage: pageSize, cursor: next ?? "" })).rows),
        ),
    },
    "record of the dataset, with counts": {
      count: single,
      call: () => measureMillis(() => me.datasets.get(ref)),
    },
    "import of 100 more samples": {
      count: perRound.bulk,
      call: () =>
        measureMillis(async () =>
          drainRows(
            await me.samples.importLines(
              ref,
              makeLines(() => ++serial),
            ),
          ),
        ),
    },
  }
}

async function* makeLines(next: () => number) {
  for (let line = 1; line <= 100; line++) {
    const name = `later-${next()}`
    yield {
      line,
      sample: { name, attributes: toJsonText({ image: { url: `https://images.example/${name}.jpg` } }) },
    }
  }
}

const drainRows = async (rows: AsyncIterable<unknown> | Iterable<unknown>): Promise<void> => {
  for await (const _ of rows);
}

const measureMillis = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** The medians of each round, the two sides in alternation. */
const measureRounds = async (ours: Measured, peer: Measured): Promise<ReadonlyArray<Round>> => {
  const measuredRounds: Array<Round> = []
  for (let round = -1; round < rounds; round++) {
    const millis = { ours: [] as Array<number>, peer: [] as Array<number> }
    for (let i = 0; i < ours.count; i++)
      for (const side of i % 2 === 0 ? (["ours", "peer"] as const) : (["peer", "ours"] as const))
        millis[side].push(await { ours, peer }[side].call())
    if (round >= 0)
      measuredRounds.push({ ours: computeMedian(millis.ours), peer: computeMedian(millis.peer) })
  }
  return measuredRounds
}
