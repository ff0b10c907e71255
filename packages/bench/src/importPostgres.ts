/**
 * D1: NDJSON with validation through the web handler into Postgres, against `sql.insert` of a thousand of the same rows a
 * statement, and against COPY of them, which is the limit.
 */
import { createEngine, reveal } from "@annotary/core"
import { makeMonotonicUuids } from "@annotary/core/effect"
import { webHandler } from "@annotary/http"
import { postgres } from "@annotary/storage-postgres"
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, ManagedRuntime, Redacted } from "effect"
import pg from "pg"
import { from as copyFrom } from "pg-copy-streams"
import { findPostmaster, type Measured, measureWork } from "./harness/cpu.ts"
import { startPostgres } from "./harness/postgres.ts"
import type { Benchmark, Stage } from "./harness/stage.ts"
import { sampleInput } from "./harness/world.ts"

const perRound = 20_000
const perTransaction = 1000
const owner = "owner"

export const runBenchmark: Benchmark = async (stage) => {
  const url = await startPostgres(stage)
  const processes = [process.pid, await findPostmaster(url)]
  const measure: Measure = (work) => measureWork(processes, perRound, work)
  const { dataset, importRound } = await makeImport(stage, url, measure)
  const rows = makeRows(dataset)
  const versions = { packages: ["@effect/sql-pg", "pg", "pg-copy-streams"] }
  const ours = importRound
  await stage.compare({
    metric: "D1 import of NDJSON on Postgres over sql.insert x 1000 (samples/s)",
    target: { of: "ratio", atLeast: 2 },
    ...versions,
    ours,
    peer: await makeInserts(stage, url, rows, measure),
  })
  await stage.compare({
    metric: "D1 import of NDJSON on Postgres over COPY (samples/s)",
    target: { of: "ratio", atLeast: 0.9 },
    ...versions,
    ours,
    peer: await makeCopies(stage, url, rows, measure),
  })
}

type Measure = (work: () => Promise<unknown>) => Promise<Measured>

/** Numbers that no other round has. */
const numbers = (() => {
  let next = 0
  return () => {
    const first = next
    next += perRound
    return Array.from({ length: perRound }, (_, i) => first + i)
  }
})()

const makeImport = async (stage: Stage, url: string, measure: Measure) => {
  const engine = await createEngine({ storage: postgres({ url }), worker: false })
  stage.defer(() => engine.close())
  await engine.users.create({ username: owner })
  const { secret } = await engine.apiKeys.create({ user: owner })
  const { record } = await engine.as(owner).datasets.create({
    name: "bench",
    category: "other",
    taskType: "pointcloud-cuboid",
  })
  const handle = webHandler(engine)
  const importRound = async () => {
    const lines = numbers().map((number) => {
      const { attributes, name } = sampleInput(number)
      return `{"name":"${name}","attributes":${attributes}}\n`
    })
    const body = new TextEncoder().encode(lines.join(""))
    return await measure(async () => {
      const response = await handle(
        new Request(`http://127.0.0.1/datasets/${owner}/bench/samples_bulk/`, {
          method: "POST",
          headers: { Authorization: `APIKey ${reveal(secret)}`, "Content-Type": "application/x-ndjson" },
          body,
        }),
      )
      const text = await response.text()
      if (!text.includes(`{"created":${perRound},`)) throw new Error(`Not imported: ${text.slice(-300)}`)
    })
  }
  return { dataset: record.dataset.id, importRound }
}

type Rows = Readonly<Record<string, ReadonlyArray<Readonly<Record<string, string | number>>>>>

/** The rows of a round's samples, as the engine writes them, in the same dataset under other names. */
const makeRows = (dataset_id: string) => {
  const ids = makeMonotonicUuids()
  const at = new Date().toISOString()
  return (some: ReadonlyArray<number>): Rows => {
    const samples = some.map((number) => ({
      ...sampleInput(number),
      id: ids.next(Date.now()),
      version: ids.next(Date.now()),
    }))
    return {
      samples: samples.map(({ id, name, version }) => ({
        dataset_id,
        id,
        name,
        priority: 0,
        created_at: at,
        created_by: owner,
        updated_at: at,
        version,
        content: version,
      })),
      directory: samples.map(({ id }) => ({ id, dataset_id })),
      sample_versions: samples.map(({ attributes, id, version }) => ({
        dataset_id,
        id: version,
        sample_id: id,
        attributes,
        metadata: "{}",
        readme: "",
      })),
      sample_queue: samples.map(({ id }) => ({
        dataset_id,
        sample_id: id,
        np: 0,
        open_step: 4,
        open_user: "",
        labeler: "",
      })),
    }
  }
}

const makeBatches = (): ReadonlyArray<ReadonlyArray<number>> => {
  const all = numbers()
  return Array.from({ length: perRound / perTransaction }, (_, i) =>
    all.slice(i * perTransaction, (i + 1) * perTransaction),
  )
}

const makeInserts = async (
  stage: Stage,
  url: string,
  rows: ReturnType<typeof makeRows>,
  measure: Measure,
) => {
  const runtime = ManagedRuntime.make(PgClient.layer({ url: Redacted.make(url) }).pipe(Layer.orDie))
  stage.defer(() => runtime.dispose())
  return () => {
    const all = makeBatches().map(rows)
    return measure(() =>
      runtime.runPromise(
        Effect.gen(function* () {
          const sql = yield* PgClient.PgClient
          for (const tables of all) {
            const statements = Object.entries(tables).map(
              ([table, some]) => sql`INSERT INTO ${sql(table)} ${sql.insert([...some])}`,
            )
            yield* sql.withTransaction(Effect.all(statements, { discard: true }))
          }
        }),
      ),
    )
  }
}

const makeCopies = async (stage: Stage, url: string, rows: ReturnType<typeof makeRows>, measure: Measure) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  stage.defer(() => client.end())
  return async () => {
    const all = makeBatches().map(rows)
    return await measure(async () => {
      for (const tables of all) {
        await client.query("BEGIN")
        for (const [table, some] of Object.entries(tables)) await copy(client, table, some)
        await client.query("COMMIT")
      }
    })
  }
}

/** The values contain no tabs and no backslashes. */
const copy = (client: pg.Client, table: string, rows: Rows[string]): Promise<void> =>
  new Promise((resolve, reject) => {
    const stream = client.query(
      copyFrom(`COPY ${table} (${Object.keys(rows[0] ?? {}).join(", ")}) FROM STDIN`),
    )
    stream.on("finish", resolve)
    stream.on("error", reject)
    stream.end(rows.map((row) => `${Object.values(row).join("\t")}\n`).join(""))
  })
