/**
 * Eight datasets on a Citus with workers, against the same on one Postgres: a database of the coordinator's own server without the
 * extension. Where all of it runs on one machine, the ratio is what the distribution costs, and not what more machines gain.
 */
import { randomUUID } from "node:crypto"
import { createEngine, type DatasetRef, type Engine } from "@annotary/core"
import type { SampleId } from "@annotary/core/effect"
import { postgres } from "@annotary/storage-postgres"
import { distributeTables } from "@annotary/storage-postgres/effect"
import { Effect } from "effect"
import pg from "pg"
import { type CitusServers, findServers, readCpuMillis } from "./harness/cpu.ts"
import { makeCuboids } from "./harness/labels.ts"
import { measurePerSecond } from "./harness/rate.ts"
import { roundFigure } from "./harness/report.ts"
import type { Benchmark, Stage } from "./harness/stage.ts"
import { computeMedian } from "./harness/summary.ts"
import { configuration, sampleInput } from "./harness/world.ts"

const datasets = 8
const people = 16
/** Of each dataset; more than all rounds submit. */
const samples = 2000
const imported = 500
const shards = 8
const millis = 2000
const connections = 20

interface Place {
  readonly url: string
  readonly schema: string
}

export const runBenchmark: Benchmark = async (stage) => {
  const coordinator = process.env["TEST_CITUS_URL"]
  if (coordinator === undefined || coordinator === "") {
    stage.print("citus skipped: TEST_CITUS_URL names no coordinator.")
    return
  }
  const servers = await findServers(coordinator)
  const ours = await makeSide(stage, await makeDistributed(stage, coordinator))
  const peer = await makeSide(stage, await makeSingle(stage, coordinator))
  const packages = ["@annotary/storage-postgres", "pg"]
  const where = `${datasets} datasets, ${people} people, Citus over one Postgres`
  const compare = async (operation: string, call: (side: Side) => () => Promise<unknown>) => {
    const used = { ours: makeMeter(servers, call(ours)), peer: makeMeter(servers, call(peer)) }
    await stage.compare({
      metric: `${operation}, ${where} (calls/s)`,
      target: { of: "ratio", atLeast: 0.2 },
      packages,
      ours: () => used.ours.run(),
      peer: () => used.peer.run(),
    })
    const [, ...measured] = used.ours.rounds
    const rounds = measured.map((each, index) => ({
      ours: each.coordinator + each.workers,
      peer: used.peer.rounds[index + 1]?.coordinator ?? Number.NaN,
    }))
    stage.report(
      {
        metric: `${operation}, ${where}: CPU time of the databases (ms)`,
        target: { of: "ratio", atMost: 4 },
        packages,
      },
      rounds,
    )
    const computeShare = (node: "coordinator" | "workers") =>
      roundFigure(computeMedian(measured.map((each) => each[node])))
    stage.print(
      JSON.stringify({
        operation,
        coordinatorMillis: computeShare("coordinator"),
        workersMillis: computeShare("workers"),
      }),
    )
  }
  await compare("claim and submit", ({ cycle }) => cycle)
  await compare("read a sample", ({ read }) => read)
  await compare("write a label", ({ write }) => write)
  await compare(`import ${imported} samples`, ({ load }) => load)
}

/** CPU milliseconds of a call on each kind of node. */
interface Used {
  readonly coordinator: number
  readonly workers: number
}

/** Runs rounds of calls and measures what they use on the servers. */
const makeMeter = (servers: CitusServers, call: () => Promise<unknown>) => {
  const rounds: Array<Used> = []
  const readUsed = (): Used => ({
    coordinator: readCpuMillis(servers.coordinator),
    workers: servers.workers.reduce((sum, worker) => sum + readCpuMillis(worker), 0),
  })
  const run = async (): Promise<number> => {
    let calls = 0
    const before = readUsed()
    const rate = await measurePerSecond(people, millis, async () => {
      await call()
      calls++
    })
    const after = readUsed()
    rounds.push({
      coordinator: (after.coordinator - before.coordinator) / calls,
      workers: (after.workers - before.workers) / calls,
    })
    return rate
  }
  return { rounds, run }
}

/** A new schema on the coordinator, distributed. */
const makeDistributed = async (stage: Stage, url: string): Promise<Place> => {
  const schema = `bench_${randomUUID().replaceAll("-", "")}`
  await Effect.runPromise(distributeTables({ url, schema, applicationName: schema }, { shards }))
  stage.defer(() => runOnce(url, `SET statement_timeout = 0; DROP SCHEMA ${schema} CASCADE`))
  return { url, schema }
}

/** A new database on the coordinator's server, without the extension. */
const makeSingle = async (stage: Stage, server: string): Promise<Place> => {
  const name = `bench_${randomUUID().replaceAll("-", "")}`
  const url = new URL(server)
  url.pathname = `/${name}`
  await runOnce(server, `CREATE DATABASE ${name}`)
  stage.defer(() => runOnce(server, `DROP DATABASE ${name} WITH (FORCE)`))
  return { url: url.href, schema: "annotary" }
}

const runOnce = async (url: string, text: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(text)
  await client.end()
}

/** The calls of one person after the other, each in the next dataset. */
interface Side {
  readonly cycle: () => Promise<void>
  readonly read: () => Promise<void>
  readonly write: () => Promise<void>
  readonly load: () => Promise<void>
}

const owner = "owner"
const attributes = makeCuboids(300)

const makeSide = async (stage: Stage, { schema, url }: Place): Promise<Side> => {
  const engine = await createEngine({
    storage: postgres({ url, schema, applicationName: schema, maxConnections: connections }),
    worker: false,
  })
  stage.defer(() => engine.close())
  const filled = await fill(engine)
  const labelers = filled.flatMap((_, dataset) =>
    Array.from({ length: people / datasets }, (__, index) => ({
      dataset,
      name: `labeler-${dataset}-${index}`,
    })),
  )
  const idle = [...labelers]
  const me = engine.as(owner)
  let calls = 0
  let loads = 0
  /** The next sample, in another dataset than the one before. */
  const getNext = () => {
    const at = calls++
    const ids = filled[at % datasets]?.ids ?? []
    const id = ids[Math.floor(at / datasets) % ids.length]
    if (id === undefined) throw new Error("A dataset has no samples.")
    return id
  }
  return {
    cycle: async () => {
      const labeler = idle.shift()
      const place = filled[labeler?.dataset ?? 0]
      if (labeler === undefined || place === undefined) throw new Error("There are more clients than people.")
      const user = engine.as(labeler.name)
      for await (const { claim } of await user.queue.claim(place.ref, "labeling", { count: 1 })) {
        await user.queue.perform(claim.id, "submit", { attributes, time: 1000 })
        idle.push(labeler)
        return
      }
      throw new Error("The queue is empty.")
    },
    read: async () => void (await me.samples.get(getNext())),
    write: async () =>
      void (await me.labels.put(getNext(), "ground-truth", { attributes, status: "LABELED" })),
    load: async () => {
      const at = loads++
      const place = filled[at % datasets]
      if (place === undefined) throw new Error("There is no such dataset.")
      await me.samples.createMany(place.ref, makeInputs(samples + at * imported, imported))
    },
  }
}

const makeInputs = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => sampleInput(from + index))

interface Filled {
  readonly ref: DatasetRef
  readonly ids: ReadonlyArray<SampleId>
}

/** Makes the datasets with their samples and labelers. */
const fill = async (engine: Engine): Promise<ReadonlyArray<Filled>> => {
  await engine.users.create({ username: owner })
  const me = engine.as(owner)
  const made: Array<Filled> = []
  for (let dataset = 0; dataset < datasets; dataset++) {
    const name = `bench-${dataset}`
    await me.datasets.create({
      name,
      category: "other",
      taskType: "pointcloud-cuboid",
      taskAttributes: configuration,
    })
    const ref = { _tag: "Name", owner, name } as const
    const { samples: created } = await me.samples.createMany(ref, makeInputs(0, samples))
    for (let index = 0; index < people / datasets; index++) {
      const user = `labeler-${dataset}-${index}`
      await engine.users.create({ username: user })
      await me.collaborators.add(ref, { user, role: "labeler" })
    }
    made.push({ ref, ids: created.map(({ sample }) => sample.id) })
  }
  return made
}
