/** Every statement of the hot paths that reads or writes a distributed table runs on one shard. */
import { setTimeout as sleep } from "node:timers/promises"
import { createEngine, type Engine, jsonText } from "@annotary/core"
import { assert, describe, it } from "@effect/vitest"
import pg from "pg"
import { afterAll, beforeAll } from "vitest"
import { distributedTables } from "../../src/citus/tables.ts"
import { postgres } from "../../src/index.ts"
import { citusUrl, dropSchema, makeDistributed } from "./storage.ts"

interface Sent {
  readonly text: string
  readonly values: ReadonlyArray<unknown>
}

/** The statements that were sent since the last look. */
const sent: Array<Sent> = []

/** Notes what is sent, in both forms in which statements are given to the driver. */
class RecordingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the driver has many overloads, all of which are passed on.
  override query(...args: ReadonlyArray<any>): any {
    const [query, values] = args
    if (typeof query === "string") sent.push({ text: query, values: Array.isArray(values) ? values : [] })
    else if (typeof query?.text === "string") sent.push({ text: query.text, values: query.values ?? [] })
    return Reflect.apply(super.query, this, args)
  }
}

const names = new RegExp(`\\b(${distributedTables.map(({ name }) => name).join("|")})\\b`)
const statement = /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/

/** The directory of a page's ids, which is distributed by them. */
const ofManyIds = /^SELECT DISTINCT home\.dataset_id FROM directory home WHERE "home"\."id" = ANY \(\$1\)$/

interface Plan {
  readonly [key: string]: unknown
}

/** The jobs of a plan: how many shards each touches. */
const tasksIn = (plan: unknown): ReadonlyArray<number> => {
  if (typeof plan !== "object" || plan === null) return []
  if (Array.isArray(plan)) return plan.flatMap(tasksIn)
  const own = (plan as Plan)["Task Count"]
  // The plans on the shards are not looked into.
  const inner = Object.entries(plan as Plan).filter(([key]) => key !== "Tasks")
  return [...(typeof own === "number" ? [own] : []), ...inner.flatMap(([, each]) => tasksIn(each))]
}

const schema = { name: "" }
let pool: pg.Pool
let engine: Engine

/** The tasks of every statement on distributed tables that `act` sends, and the statements that have more than one. */
const shardsOf = async (act: () => Promise<unknown>, only = names) => {
  sent.length = 0
  await act()
  const seen = sent.splice(0)
  const client = new pg.Client({ connectionString: citusUrl, options: `-c search_path=${schema.name}` })
  await client.connect()
  try {
    const wide: Array<string> = []
    let examined = 0
    for (const { text, values } of seen) {
      if (!statement.test(text) || !only.test(text) || ofManyIds.test(text)) continue
      const { rows } = await client.query({ text: `EXPLAIN (FORMAT JSON) ${text}`, values: [...values] })
      const tasks = tasksIn(rows[0]["QUERY PLAN"])
      examined++
      if (tasks.length === 0 || tasks.some((count) => count !== 1))
        wide.push(`${tasks.join(", ") || "no"} tasks: ${text}`)
    }
    return { examined, wide }
  } finally {
    await client.end()
  }
}

/** Fails with the statements that touch more than one shard, and if there were fewer statements than expected. */
const onOneShard = async (least: number, act: () => Promise<unknown>, only?: RegExp) => {
  const { examined, wide } = await shardsOf(act, only)
  assert.deepStrictEqual(wide, [])
  assert.isAtLeast(examined, least)
}

const attributes = jsonText({ annotations: [] })

describe.skipIf(citusUrl === "")("a hot path on Citus", { timeout: 60_000 }, () => {
  const ref = { _tag: "Name", owner: "ann", name: "street" } as const
  const labelset = "ground-truth"
  let user: ReturnType<Engine["as"]>
  let first: Awaited<ReturnType<typeof user.samples.create>>["sample"]["id"]

  const claimed = async () => {
    for await (const { claim } of await user.queue.claim(ref, "labeling", { count: 1 })) return claim.id
    throw new Error("Nothing waits.")
  }

  beforeAll(async () => {
    schema.name = (await makeDistributed()).schema
    pool = new pg.Pool({
      connectionString: citusUrl,
      max: 4,
      options: `-c search_path=${schema.name}`,
      Client: RecordingClient,
    })
    engine = await createEngine({ storage: postgres({ pool }), events: true, worker: false })
    await engine.users.create({ username: "ann" })
    user = engine.as("ann")
    await user.datasets.create({ name: "street", category: "other", taskType: "vector" })
    first = (await user.samples.create(ref, { name: "first" })).sample.id
    for (const name of ["second", "third"]) await user.samples.create(ref, { name })
  }, 120_000)

  afterAll(async () => {
    await engine?.close()
    await pool?.end()
    if (schema.name !== "") await dropSchema({ url: citusUrl, schema: schema.name })
  }, 120_000)

  it("creates a sample", () => onOneShard(4, () => user.samples.create(ref, { name: "fourth" })))

  it("reads a sample", () => onOneShard(2, () => user.samples.get(first)))

  it("reads a page of samples with their labels", () =>
    onOneShard(3, async () => {
      const { rows } = await user.samples.list(ref, { labelset })
      for await (const row of rows) assert.isDefined(row.sample.name)
    }))

  it("writes a label, replaces it, and reads it", () =>
    onOneShard(10, async () => {
      await user.labels.put(first, labelset, { attributes, status: "LABELED" })
      await user.labels.put(first, labelset, { attributes, status: "REVIEWED" })
      await user.labels.get(first, labelset)
    }))

  it("claims a sample, and submits it", () =>
    onOneShard(8, async () => {
      await user.queue.perform(await claimed(), "submit", { attributes, time: 10 })
    }))

  it("claims a sample, and gives it back", () =>
    onOneShard(3, async () => user.queue.giveBack(await claimed())))

  it("freezes and reads a release", () =>
    onOneShard(
      6,
      async () => {
        await using working = await createEngine({ storage: postgres({ pool }), events: true })
        const ann = working.as("ann")
        await ann.releases.create(ref, { name: "v1" })
        while ((await ann.releases.get(ref, "v1")).status === "PENDING") await sleep(50)
        assert.strictEqual((await ann.releases.get(ref, "v1")).status, "SUCCEEDED")
      },
      // Other workers of the engine read all shards. So does the copy of the labels, once for 100 000 samples: see docs/citus.md.
      /^(?!INSERT INTO snapshot_labels).*(snapshot_samples|snapshot_labels|sample_versions|label_contents)/s,
    ))

  // Citus distributes the rows itself, by their values, and its plan names no shards.
  it("imports samples by inserts of lists, and other statements on one shard", async () => {
    const samples = Array.from({ length: 30 }, (_, index) => ({ name: `imported ${index}` }))
    const { examined, wide } = await shardsOf(() => user.samples.createMany(ref, samples))
    assert.isAtLeast(examined, 4)
    for (const each of wide) assert.match(each, /^no tasks: INSERT INTO \w+ \([^)]*\)\s+SELECT given\.\*/)
  })
})
