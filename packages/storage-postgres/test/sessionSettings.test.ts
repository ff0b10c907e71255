/** Databases with other defaults of sessions: Annotary's pool and the application's own work, or are refused by the setting's name. */
import { randomUUID } from "node:crypto"
import { createEngine, type Engine, toJsonText } from "@annotary/core"
import pg from "pg"
import { afterEach, assert, beforeEach, describe, inject, it } from "vitest"
import { postgres } from "../src/index.ts"

const admin = async (...statements: ReadonlyArray<string>): Promise<void> => {
  const client = new pg.Client({ connectionString: inject("postgresUrl") })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

const url = (database: string): string => {
  const changed = new URL(inject("postgresUrl"))
  changed.pathname = `/${database}`
  return changed.href
}

let database: string
const pools: Array<pg.Pool> = []
beforeEach(async () => {
  database = `d_${randomUUID().replaceAll("-", "")}`
  await admin(`CREATE DATABASE ${database}`)
})
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.end()
  await admin(`DROP DATABASE ${database} WITH (FORCE)`)
})

const open = (of: "own" | "application"): Promise<Engine> => {
  if (of === "own") return createEngine({ storage: postgres({ url: url(database) }), worker: false })
  const pool = new pg.Pool({ connectionString: url(database), max: 8 })
  pool.on("error", () => {})
  pools.push(pool)
  return createEngine({ storage: postgres({ pool }), worker: false })
}

/** Work of people beside each other, and numbers and texts that a session may change on their way. */
const work = async (engine: Engine): Promise<void> => {
  await engine.users.create({ username: "ann" })
  const ann = engine.as("ann")
  const { record } = await ann.datasets.create({ name: "cars", category: "other", taskType: "vector" })
  const ref = { _tag: "Id", id: record.dataset.id } as const
  const names = ["it's \\ a", "NULL", "\\'; é", ...Array.from({ length: 20 }, (_, n) => `s${n}`)]
  const priority = 123456.78901234567
  const { samples } = await ann.samples.createMany(
    ref,
    names.map((name) => ({ name, priority, metadata: toJsonText({ text: "\\NULL" }) })),
  )
  assert.deepStrictEqual(
    samples.map(({ sample }) => sample.name),
    names,
  )
  const [first] = samples
  assert.isDefined(first)
  const { sample } = await ann.samples.get(first.sample.id, {})
  assert.deepStrictEqual([sample.priority, sample.name], [priority, names[0]])
  assert.notInclude(Object.values(sample), "NULL")
  const changes = Array.from({ length: 8 }, (_, n) =>
    engine.transaction((tx) => tx.samples.update(first.sample.id, { priority: n })),
  )
  await Promise.all(changes)
}

const workable: ReadonlyArray<readonly [name: string, value: string]> = [
  ["default_transaction_isolation", "repeatable read"],
  ["default_transaction_isolation", "serializable"],
  ["statement_timeout", "5s"],
  ["lock_timeout", "2s"],
  ["idle_in_transaction_session_timeout", "5s"],
  ["DateStyle", "German"],
  ["DateStyle", "SQL, DMY"],
  ["IntervalStyle", "sql_standard"],
  ["TimeZone", "Pacific/Kiritimati"],
  ["standard_conforming_strings", "off"],
  ["bytea_output", "escape"],
]

describe.each(["own", "application"] as const)("the %s pool", (pool) => {
  it.each(workable)("works where %s is %s", async (name, value) => {
    await admin(`ALTER DATABASE ${database} SET ${name} = '${value}'`)
    const engine = await open(pool)
    try {
      await work(engine)
    } finally {
      await engine.close()
    }
  })
})

const changing: ReadonlyArray<readonly [name: string, value: string]> = [
  ["array_nulls", "off"],
  ["extra_float_digits", "0"],
  ["search_path", "missing"],
]

it.each(changing)("its own pool sets %s", async (name, value) => {
  await admin(`ALTER DATABASE ${database} SET ${name} = ${value}`)
  const engine = await open("own")
  try {
    await work(engine)
  } finally {
    await engine.close()
  }
})

const refused: ReadonlyArray<readonly [name: string, value: string]> = [
  ...changing,
  ["search_path", "missing, pg_catalog"],
  ["default_transaction_read_only", "on"],
  ["session_replication_role", "replica"],
]

it.each(refused)(
  "the application's pool is refused by the name of %s where it is %s",
  async (name, value) => {
    await admin(`ALTER DATABASE ${database} SET ${name} = ${value}`)
    const engine = open("application")
    const message = await engine.then(
      () => "",
      (error: unknown) => (error instanceof Error ? error.message : ""),
    )
    assert.include(message, name)
  },
)
