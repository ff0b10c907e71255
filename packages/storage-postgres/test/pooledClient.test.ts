/** The connections of our own pool: named statements, and what ends one. */
import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import type pg from "pg"
import { afterAll, inject } from "vitest"
import { parseConnectionUrl } from "../src/connection/connectionUrl.ts"
import { makePool } from "../src/connection/pool.ts"
import { makeStatementNames } from "../src/connection/preparedNames.ts"
import type { PoolOptions } from "../src/options.ts"

const pools: Array<pg.Pool> = []
afterAll(async () => {
  for (const pool of pools) await pool.end()
})

const poolOf = async (options: Partial<PoolOptions> = {}): Promise<pg.Pool> => {
  const url = inject("postgresUrl")
  const target = Either.getOrThrow(parseConnectionUrl(url))
  const pool = await makePool({ url, maxConnections: 1, ...options }, target)
  pools.push(pool)
  return pool
}

interface Rows {
  readonly rows: ReadonlyArray<Record<string, unknown>>
}

/** In the form that @effect/sql-pg uses. */
const run = (client: pg.Pool | pg.PoolClient, text: string, values: Array<unknown> = []): Promise<Rows> =>
  new Promise((resolve, reject) => {
    client.query(text, values, (error, result) => (error ? reject(error) : resolve(result)))
  })

const preparedTexts = async (client: pg.Pool | pg.PoolClient): Promise<ReadonlyArray<unknown>> =>
  (await client.query("SELECT statement FROM pg_prepared_statements")).rows.map(({ statement }) => statement)

const often = async (client: pg.Pool | pg.PoolClient, text: string, values: Array<unknown>) => {
  for (let use = 0; use < 5; use++) await run(client, text, values)
}

let made = 0
/** A text that no other test uses. */
const fresh = (text: string): string => `${text} /* ${++made} ${Math.random()} */`

const table = async (pool: pg.Pool, columns: string): Promise<string> => {
  const name = `pooled_${++made}_${Math.floor(Math.random() * 1e9)}`
  await pool.query(`CREATE UNLOGGED TABLE ${name} (${columns})`)
  return name
}

const codeOf = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : error)

describe("a statement", () => {
  it("gets a name once it was used several times, and returns the same under it", async () => {
    const pool = await poolOf()
    const text = fresh("SELECT $1::int + 1 AS next")
    for (let value = 0; value < 6; value++)
      assert.deepStrictEqual((await run(pool, text, [value])).rows, [{ next: value + 1 }])
    assert.include(await preparedTexts(pool), text)
  })

  it("keeps one plan for values of all kinds", async () => {
    const pool = await poolOf()
    const text = fresh("SELECT $1::text AS value")
    for (const value of ["a", "b", "c", "d", 1, 2.5, null, true, "e"])
      assert.deepStrictEqual((await run(pool, text, [value])).rows, [
        { value: value === null ? null : String(value) },
      ])
  })

  it("has none where several are sent as one, nor without values, nor where names are not wanted", async () => {
    const pool = await poolOf()
    await often(pool, fresh("SELECT 1; SELECT 2"), [])
    await often(pool, fresh("SELECT 3"), [])
    assert.deepStrictEqual(await preparedTexts(pool), [])
    const plain = await poolOf({ prepare: false })
    await often(plain, fresh("SELECT $1::int"), [1])
    assert.deepStrictEqual(await preparedTexts(plain), [])
  })

  it("that fails is sent again unchanged", async () => {
    const pool = await poolOf()
    const name = await table(pool, "id int PRIMARY KEY")
    const text = fresh(`INSERT INTO ${name} VALUES ($1)`)
    for (let value = 0; value < 5; value++) await run(pool, text, [value])
    for (const value of [1, 2]) assert.strictEqual(await run(pool, text, [value]).catch(codeOf), "23505")
    await run(pool, text, [9])
    assert.strictEqual((await pool.query(`SELECT id FROM ${name}`)).rows.length, 6)
  })

  it("lives through DISCARD ALL and a table that another session changed", async () => {
    const pool = await poolOf()
    const name = await table(pool, "id int")
    await pool.query(`INSERT INTO ${name} VALUES (1)`)
    const text = fresh(`SELECT * FROM ${name} WHERE id = $1`)
    const other = await poolOf()
    for (let round = 0; round < 6; round++) {
      await often(pool, text, [1])
      await other.query(`ALTER TABLE ${name} ADD COLUMN more_${round} int`)
      const [row] = (await run(pool, text, [1])).rows
      assert.strictEqual(Object.keys(row ?? {}).length, round + 2)
      await often(pool, text, [1])
      assert.include(await preparedTexts(pool), text)
    }
    await pool.query("DISCARD ALL")
    await often(pool, text, [1])
    assert.include(await preparedTexts(pool), text)
  })

  it("is given no more names on a connection that keeps losing them", async () => {
    const pool = await poolOf()
    const text = fresh("SELECT $1::int AS one")
    for (let round = 0; round < 8; round++) {
      await often(pool, text, [1])
      await pool.query("DISCARD ALL")
    }
    await often(pool, text, [1])
    assert.deepStrictEqual(await preparedTexts(pool), [])
  })

  it("inside a transaction reports that it was lost, as nothing of the transaction counts any more", async () => {
    const pool = await poolOf()
    const text = fresh("SELECT $1::int AS one")
    await often(pool, text, [1])
    const client = await pool.connect()
    await client.query("DEALLOCATE ALL")
    await run(client, "BEGIN")
    assert.strictEqual(await run(client, text, [1]).catch(codeOf), "26000")
    await run(client, "ROLLBACK")
    await run(client, "BEGIN")
    assert.deepStrictEqual((await run(client, text, [1])).rows, [{ one: 1 }])
    await run(client, "COMMIT")
    client.release()
  })
})

describe("the names of statements", () => {
  it("are bounded, and go to what is used often however many others there are", () => {
    const nameOf = makeStatementNames()
    const hot = fresh("SELECT hot")
    let name: string | undefined
    for (let use = 0; use < 5; use++) {
      name = nameOf(hot)
      for (let other = 0; other < 300; other++) nameOf(fresh("SELECT once"))
    }
    assert.match(name ?? "", /^annotary_[0-9a-f]{32}$/)
    const names = new Set<string | undefined>()
    for (let text = 0; text < 2000; text++)
      for (let use = 0; use < 5; use++) names.add(nameOf(`SELECT ${text} FROM bounded`))
    assert.isAtMost(names.size, 401)
    assert.strictEqual(nameOf(hot), name)
    assert.isUndefined(nameOf("x".repeat(100_000)))
  })
})

describe("a connection", () => {
  it("that was ended by the server is not used again", async () => {
    const pool = await poolOf()
    const client = await pool.connect()
    const { pid } = (await client.query("SELECT pg_backend_pid() AS pid")).rows[0]
    client.on("error", () => {})
    const dying = run(client, "SELECT pg_sleep(10)").catch(codeOf)
    const killer = await poolOf()
    await killer.query("SELECT pg_terminate_backend($1)", [pid])
    assert.strictEqual(await dying, "57P01")
    client.release()
    assert.deepStrictEqual((await run(pool, "SELECT 1 AS one")).rows, [{ one: 1 }])
  })

  it("whose server takes no writes any more is replaced", async () => {
    const pool = await poolOf()
    const name = await table(pool, "id int")
    const pidOf = async () => (await run(pool, "SELECT pg_backend_pid() AS pid")).rows[0]?.["pid"]
    const before = await pidOf()
    const client = await pool.connect()
    await run(client, "SET default_transaction_read_only = on")
    assert.strictEqual(await run(client, `INSERT INTO ${name} VALUES (1)`).catch(codeOf), "25006")
    client.release()
    assert.notStrictEqual(await pidOf(), before)
  })

  it("that is used a long time passes cursors and streams on as they are", async () => {
    const pool = await poolOf()
    const client = await pool.connect()
    const result = await client.query({ text: "SELECT $1::int AS one", values: [7], rowMode: "array" })
    assert.deepStrictEqual(result.rows, [[7]])
    client.release()
  })

  it("says who it is, where its tables are and how long it may take", async () => {
    const pool = await poolOf({
      schema: 'odd "name\\ here',
      statementTimeoutMillis: 1234,
      applicationName: "tests",
    })
    const shown = async (setting: string) => Object.values((await pool.query(`SHOW ${setting}`)).rows[0])[0]
    assert.strictEqual(await shown("search_path"), '"odd ""name\\ here"')
    assert.strictEqual(await shown("statement_timeout"), "1234ms")
    assert.strictEqual(await shown("application_name"), "tests")
    assert.strictEqual(await shown("idle_in_transaction_session_timeout"), "1min")
  })
})
