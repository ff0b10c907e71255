/** Every statement of the hot paths that reads or writes a distributed table runs on one shard, and docs/citus.md lists them. */
import { setTimeout as sleep } from "node:timers/promises"
import { createEngine, type Engine, toJsonText } from "@annotary/core"
import { assert, describe, it } from "@effect/vitest"
import pg from "pg"
import { afterAll, beforeAll } from "vitest"
import { distributedTables } from "../../src/citus/tables.ts"
import { postgres } from "../../src/index.ts"
import { type Explained, type Row, rowsOf, tables } from "./shardTable.ts"
import { citusUrl, dropSchema, makeDistributed, shards } from "./storage.ts"

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

/** The statements on distributed tables that `act` sends, explained. */
const explainedOf = async (act: () => Promise<unknown>, only = names): Promise<ReadonlyArray<Explained>> => {
  sent.length = 0
  await act()
  const seen = sent.splice(0)
  const client = new pg.Client({ connectionString: citusUrl, options: `-c search_path=${schema.name}` })
  await client.connect()
  try {
    const explained: Array<Explained> = []
    for (const { text, values } of seen) {
      if (!statement.test(text) || !names.test(text) || !only.test(text)) continue
      const { rows } = await client.query({ text: `EXPLAIN (FORMAT JSON) ${text}`, values: [...values] })
      explained.push({ text, tasks: tasksIn(rows[0]["QUERY PLAN"]) })
    }
    return explained
  } finally {
    await client.end()
  }
}

const rows: Array<Row> = []

/** Explains the statements of a call, and notes them for the table. */
const noted = async (call: string, act: () => Promise<unknown>, only?: RegExp) => {
  const explained = await explainedOf(act, only)
  rows.push(...rowsOf(call, explained, shards))
  return explained
}

const isWide = ({ tasks, text }: Explained): boolean =>
  !ofManyIds.test(text) && (tasks.length === 0 || tasks.some((count) => count !== 1))

/** Fails with the statements that touch more than one shard, and if there were fewer statements than expected. */
const onOneShard = async (call: string, least: number, act: () => Promise<unknown>, only?: RegExp) => {
  const explained = await noted(call, act, only)
  assert.deepStrictEqual(
    explained.filter(isWide).map(({ tasks, text }) => `${tasks.join(", ") || "no"} tasks: ${text}`),
    [],
  )
  assert.isAtLeast(explained.length, least)
}

const attributes = toJsonText({ annotations: [] })

describe.skipIf(citusUrl === "")("a hot path on Citus", { timeout: 60_000 }, () => {
  const ref = { _tag: "Name", owner: "ann", name: "street" } as const
  const labelset = "ground-truth"
  let user: ReturnType<Engine["as"]>
  let first: Awaited<ReturnType<typeof user.samples.create>>["sample"]["id"]
  let last: typeof first

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
    await user.datasets.update(ref, { settings: { enableSaveButton: true } })
    first = (await user.samples.create(ref, { name: "first" })).sample.id
    for (const name of ["second", "third"]) await user.samples.create(ref, { name })
    last = (await user.samples.create(ref, { name: "last" })).sample.id
  }, 120_000)

  afterAll(async () => {
    await engine?.close()
    await pool?.end()
    if (schema.name !== "") await dropSchema({ url: citusUrl, schema: schema.name })
  }, 120_000)

  it("creates a sample", () =>
    onOneShard("create a sample", 4, () => user.samples.create(ref, { name: "fourth" })))

  it("reads a sample", () => onOneShard("read a sample", 2, () => user.samples.get(first)))

  it("reads a page of samples with their labels", () =>
    onOneShard("read a page of samples with labels", 3, async () => {
      const { rows } = await user.samples.list(ref, { labelset })
      for await (const row of rows) assert.isDefined(row.sample.name)
    }))

  it("writes a label, replaces it, and reads it", () =>
    onOneShard("write a label, replace and read it", 10, async () => {
      await user.labels.put(first, labelset, { attributes, status: "LABELED" })
      await user.labels.put(first, labelset, { attributes, status: "REVIEWED" })
      await user.labels.get(first, labelset)
    }))

  it("claims a sample, and submits it", () =>
    onOneShard("claim, submit", 8, async () => {
      await user.queue.perform(await claimed(), "submit", { attributes, time: 10 })
    }))

  it("claims a sample, and gives it back", () =>
    onOneShard("claim, give back", 3, async () => user.queue.giveBack(await claimed())))

  it("claims a sample that it names, and gives it back", () =>
    onOneShard("claim one sample, give it back", 5, async () => {
      const { claim } = await user.queue.claimSample(ref, "labeling", last)
      await user.queue.giveBack(claim.id)
    }))

  it("saves and submits a sample with time under a claim that was lost", () =>
    onOneShard("claim, save and submit, with time under a lost claim", 8, async () => {
      const { claim } = await user.queue.claimSample(ref, "labeling", last)
      const time = 10_000_000
      await user.queue.perform(claim.id, "save", { attributes, time, timeSince: "previous" })
      await user.queue.perform(claim.id, "submit", { time, timeSince: "previous" })
    }))

  it("freezes and reads a release", () =>
    onOneShard(
      "freeze and read a release",
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
    const explained = await noted("import samples", () => user.samples.createMany(ref, samples))
    assert.isAtLeast(explained.length, 4)
    for (const { text } of explained.filter(isWide))
      assert.match(text, /^INSERT INTO \w+ \([^)]*\)\s+SELECT given\.\*/)
  })

  it("submits a claim that the coordinator has forgotten by a search of all shards", async () => {
    const claim = await claimed()
    await pool.query("DELETE FROM claim_homes")
    const explained = await noted("submit, of a claim that the coordinator has forgotten", () =>
      user.queue.perform(claim, "submit", { attributes, time: 10 }),
    )
    const wide = explained.filter(isWide)
    assert.isAtLeast(wide.length, 1)
    for (const { text } of wide) assert.match(text, /^SELECT dataset_id FROM \w+ WHERE claim_id = \$1/)
  })

  it("lists datasets with their counts by the shards of these datasets", async () => {
    for (const name of ["lane", "road"])
      await user.datasets.create({ name, category: "other", taskType: "vector" })
    const explained = await noted("list datasets with their counts", () => user.datasets.listMine())
    assert.strictEqual(explained.length, 1)
  })

  it("is listed in the documentation with the shards of its statements", () => {
    const { found, wanted } = tables(rows)
    assert.strictEqual(found, wanted)
  })
})
