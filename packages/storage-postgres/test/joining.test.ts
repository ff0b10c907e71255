/** The engine's changes and the application's own, in one transaction. */
import { randomUUID } from "node:crypto"
import { createEngine, type Engine, EngineMisused } from "@annotary/core"
import { memory } from "@annotary/core/memory"
import { assert, describe, it } from "@effect/vitest"
import pg from "pg"
import { afterAll, beforeAll, inject } from "vitest"
import { JoinRefused, joinTransaction, postgres, transactionClient } from "../src/index.ts"

const schema = `t_${randomUUID().replaceAll("-", "")}`
let pool: pg.Pool
let engine: Engine

beforeAll(async () => {
  pool = new pg.Pool({ connectionString: inject("postgresUrl"), max: 8, options: `-c search_path=${schema}` })
  await pool.query(`CREATE SCHEMA ${schema}`)
  await pool.query("CREATE TABLE orders (id int PRIMARY KEY, note text)")
  engine = await createEngine({
    storage: postgres({ pool }),
    events: true,
    worker: false,
    settings: { transactionMillis: 1000 },
  })
  await engine.users.create({ username: "ann" })
})

afterAll(async () => {
  await engine?.close()
  await pool.query(`DROP SCHEMA ${schema} CASCADE`)
  await pool.end()
})

let count = 0
const fresh = () => ({ id: ++count, name: `set${count}` })

const makeDataset = (api: Pick<Engine, "datasets">, name: string) =>
  api.datasets.create({ owner: "ann", name, taskType: "pointcloud-cuboid", category: "other" })

/** Whether the order, the dataset and the event of its creation are there. */
const found = async ({ id, name }: { id: number; name: string }) => {
  const { rows } = await pool.query(
    `SELECT (SELECT count(*) FROM orders WHERE id = $1) AS orders, (SELECT count(*) FROM datasets WHERE name = $2) AS datasets,
     (SELECT count(*) FROM outbox WHERE type = 'dataset.created' AND object LIKE '%"' || $2 || '"%') AS events`,
    [id, name],
  )
  return [Number(rows[0].orders), Number(rows[0].datasets), Number(rows[0].events)]
}

const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => "kept",
    (error: unknown) => error,
  )

describe("an engine's transaction, with the application's statements in it", () => {
  it("keeps both, or neither when the function throws", async () => {
    for (const fails of [false, true]) {
      const one = fresh()
      const result = rejection(
        engine.transaction(async (tx) => {
          const client = await transactionClient(tx)
          await client.query("INSERT INTO orders VALUES ($1, 'before')", [one.id])
          await makeDataset(tx, one.name)
          const { rows } = await client.query("SELECT name FROM datasets WHERE name = $1", [one.name])
          assert.deepStrictEqual(rows, [{ name: one.name }])
          if (fails) throw new Error("no")
        }),
      )
      assert.strictEqual(String(await result), fails ? "Error: no" : "kept")
      assert.deepStrictEqual(await found(one), fails ? [0, 0, 0] : [1, 1, 1])
    }
  })

  it("is rolled back when a statement of the application fails, whether it is reported or ignored", async () => {
    for (const quiet of [false, true]) {
      const one = fresh()
      const result = await rejection(
        engine.transaction(async (tx) => {
          const client = await transactionClient(tx)
          await makeDataset(tx, one.name)
          await client.query("INSERT INTO orders VALUES ($1)", [one.id])
          const twice = client.query("INSERT INTO orders VALUES ($1)", [one.id])
          await (quiet ? twice.catch(() => undefined) : twice)
        }),
      )
      assert.instanceOf(result, Error)
      if (!quiet) assert.strictEqual(result instanceof pg.DatabaseError && result.code, "23505")
      assert.deepStrictEqual(await found(one), [0, 0, 0])
    }
  })

  it("runs everything one after the other, a failed call of the engine taking nothing else with it", async () => {
    const one = fresh()
    await engine.transaction(async (tx) => {
      const client = await transactionClient(tx)
      const results = await Promise.allSettled([
        makeDataset(tx, one.name),
        client.query("INSERT INTO orders VALUES ($1)", [one.id]),
        makeDataset(tx, one.name),
        client.query("UPDATE orders SET note = 'here' WHERE id = $1", [one.id]),
      ])
      assert.deepStrictEqual(
        results.map(({ status }) => status),
        ["fulfilled", "fulfilled", "rejected", "fulfilled"],
      )
    })
    assert.deepStrictEqual(await found(one), [1, 1, 1])
  })

  it("takes callbacks, too, and lends its client for its own time only", async () => {
    const one = fresh()
    let kept: pg.PoolClient | undefined
    await engine.transaction(async (tx) => {
      kept = await transactionClient(tx)
      assert.instanceOf(kept, pg.Client)
      await new Promise<void>((resolve, reject) => {
        kept?.query("INSERT INTO orders VALUES ($1)", [one.id], (error) =>
          error ? reject(error) : resolve(),
        )
      })
      for (const method of ["release", "end", "connect"] as const)
        assert.throws(() => kept?.[method](), /belongs to the engine/)
    })
    const late = await rejection(kept?.query("INSERT INTO orders VALUES (-1)") ?? Promise.resolve())
    assert.isTrue(late instanceof EngineMisused && late.code === "transaction_ended", String(late))
    assert.deepStrictEqual((await found(one)).slice(0, 1), [1])
  })

  it("that takes too long is ended, statement of the application and all", async () => {
    const one = fresh()
    const result = await rejection(
      engine.transaction(async (tx) => {
        const client = await transactionClient(tx)
        await makeDataset(tx, one.name)
        await client.query("SELECT pg_sleep(1.5)")
        await client.query("INSERT INTO orders VALUES ($1)", [one.id])
      }),
    )
    assert.isTrue(result instanceof EngineMisused && result.code === "transaction_too_long", String(result))
    assert.deepStrictEqual(await found(one), [0, 0, 0])
  })

  it("has no client to lend where the engine is not on Postgres", async () => {
    await using other = await createEngine({ storage: memory(), worker: false })
    assert.instanceOf(await rejection(other.transaction((tx) => transactionClient(tx))), JoinRefused)
  })
})

describe("the application's transaction, with an engine's calls in it", () => {
  /** The application's own way: begin, work, end, release. */
  const owned = async (end: "COMMIT" | "ROLLBACK", work: (client: pg.PoolClient) => Promise<void>) => {
    const client = await pool.connect()
    try {
      await client.query("BEGIN")
      await work(client)
      await client.query(end)
    } finally {
      client.release()
    }
  }

  it("keeps both when it commits and neither when it rolls back", async () => {
    for (const end of ["COMMIT", "ROLLBACK"] as const) {
      const one = fresh()
      await owned(end, async (client) => {
        await client.query("INSERT INTO orders VALUES ($1)", [one.id])
        const dataset = await joinTransaction(engine, client, (tx) => makeDataset(tx, one.name))
        assert.strictEqual(dataset.record.dataset.name, one.name)
        assert.deepStrictEqual(await found(one), [0, 0, 0])
      })
      assert.deepStrictEqual(await found(one), end === "COMMIT" ? [1, 1, 1] : [0, 0, 0])
    }
  })

  it("goes on when the function throws, without what that did", async () => {
    const one = fresh()
    await owned("COMMIT", async (client) => {
      await client.query("INSERT INTO orders VALUES ($1)", [one.id])
      const result = await rejection(
        joinTransaction(engine, client, async (tx) => {
          await makeDataset(tx, one.name)
          await (await transactionClient(tx)).query("UPDATE orders SET note = 'lost'")
          throw new Error("no")
        }),
      )
      assert.strictEqual(String(result), "Error: no")
      assert.deepStrictEqual((await client.query("SELECT note FROM orders WHERE id = $1", [one.id])).rows, [
        { note: null },
      ])
    })
    assert.deepStrictEqual(await found(one), [1, 0, 0])
  })

  it("goes on when a failure inside was ignored, and reports it", async () => {
    const one = fresh()
    await owned("COMMIT", async (client) => {
      await client.query("INSERT INTO orders VALUES ($1)", [one.id])
      const result = await rejection(
        joinTransaction(engine, client, async (tx) => {
          await makeDataset(tx, one.name)
          await (await transactionClient(tx)).query("SELECT 1 / 0").catch(() => undefined)
        }),
      )
      assert.instanceOf(result, Error)
    })
    assert.deepStrictEqual(await found(one), [1, 0, 0])
  })

  it("can be joined several times, also by a function that takes too long", async () => {
    const [one, two, three] = [fresh(), fresh(), fresh()]
    await owned("COMMIT", async (client) => {
      await joinTransaction(engine, client, (tx) => makeDataset(tx, one.name))
      const result = await rejection(
        joinTransaction(engine, client, async (tx) => {
          await makeDataset(tx, two.name)
          await new Promise((resolve) => setTimeout(resolve, 1200))
        }),
      )
      assert.isTrue(result instanceof EngineMisused && result.code === "transaction_too_long", String(result))
      await joinTransaction(engine, client, (tx) => makeDataset(tx, three.name))
    })
    assert.deepStrictEqual(
      [await found(one), await found(two), await found(three)].map(([, there]) => there),
      [1, 0, 1],
    )
  })

  it("refuses calls of the engine around it from inside, as they would wait for it", async () => {
    await owned("ROLLBACK", async (client) => {
      const result = await rejection(joinTransaction(engine, client, () => engine.users.get("ann")))
      assert.isTrue(result instanceof EngineMisused && result.code === "around_transaction", String(result))
    })
  })

  it("is refused where it has not begun, leads to other tables, or the engine is elsewhere", async () => {
    const client = await pool.connect()
    const nothing = async () => undefined
    assert.include(String(await rejection(joinTransaction(engine, client, nothing))), "has not begun")
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ")
    assert.include(String(await rejection(joinTransaction(engine, client, nothing))), "isolation level")
    await client.query("ROLLBACK")
    await client.query("BEGIN")
    await client.query("SET LOCAL search_path = pg_catalog")
    assert.include(String(await rejection(joinTransaction(engine, client, nothing))), "search_path")
    await using other = await createEngine({ storage: memory(), worker: false })
    assert.include(String(await rejection(joinTransaction(other, client, nothing))), "not on Postgres")
    assert.deepStrictEqual((await client.query("SELECT 1 AS one")).rows, [{ one: 1 }])
    await client.query("ROLLBACK")
    client.release()
  })

  it("reads its rows as ever where the application taught its client other types", async () => {
    const one = fresh()
    const client = new pg.Client({
      connectionString: inject("postgresUrl"),
      options: `-c search_path=${schema}`,
    })
    client.setTypeParser(20, (text: string) => BigInt(text))
    client.setTypeParser(23, (text: string) => `#${text}`)
    await client.connect()
    try {
      await client.query("BEGIN")
      const dataset = await joinTransaction(engine, client, async (tx) => {
        await makeDataset(tx, one.name)
        return await tx.datasets.get({ _tag: "Name", owner: "ann", name: one.name })
      })
      assert.strictEqual(dataset.record.dataset.name, one.name)
      assert.deepStrictEqual((await client.query("SELECT 1::int8 AS big")).rows, [{ big: 1n }])
    } finally {
      await client.end()
    }
  })
})

describe("the application's pool", () => {
  it("may make BigInts of 64-bit numbers", async () => {
    const types = {
      getTypeParser: (type: number, format?: "text" | "binary") =>
        type === 20 ? (text: string) => BigInt(text) : pg.types.getTypeParser(type, format),
    }
    const own = new pg.Pool({
      connectionString: inject("postgresUrl"),
      options: `-c search_path=${schema}`,
      types,
    })
    const other = await createEngine({ storage: postgres({ pool: own }), worker: false })
    const one = fresh()
    await makeDataset(other, one.name)
    const {
      record: { dataset },
    } = await other.datasets.get({ _tag: "Name", owner: "ann", name: one.name })
    assert.strictEqual(dataset.name, one.name)
    await other.close()
    await own.end()
  })
})

describe("an engine that is closed", () => {
  it("leaves the application's pool open", async () => {
    const other = await createEngine({ storage: postgres({ pool }), worker: false })
    await other.close()
    assert.deepStrictEqual((await pool.query("SELECT 1 AS one")).rows, [{ one: 1 }])
  })
})
