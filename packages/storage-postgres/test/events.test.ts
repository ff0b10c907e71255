/** `engine.events` where transactions run side by side: what began first may commit last. */
import { randomUUID } from "node:crypto"
import { createEngine, type Engine } from "@annotary/core"
import { EventDelay } from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Layer } from "effect"
import pg from "pg"
import { afterAll, beforeAll, inject } from "vitest"
import { postgres } from "../src/index.ts"

const schema = `t_${randomUUID().replaceAll("-", "")}`
let pool: pg.Pool

beforeAll(async () => {
  pool = new pg.Pool({ connectionString: inject("postgresUrl"), max: 8, options: `-c search_path=${schema}` })
  await pool.query(`CREATE SCHEMA ${schema}`)
})

afterAll(async () => {
  await pool.query(`DROP SCHEMA ${schema} CASCADE`)
  await pool.end()
})

const make = (api: Pick<Engine, "datasets">, name: string) =>
  api.datasets.create({ owner: "ann", name, taskType: "vector", category: "other" })

describe("the events of two transactions at once", () => {
  it("are returned in order, including one that is committed late", { timeout: 60_000 }, async () => {
    const delayed = Layer.merge(postgres({ pool }), Layer.succeed(EventDelay, 1500))
    await using engine = await createEngine({ storage: delayed, events: true, worker: false })
    await engine.users.create({ username: "ann" })
    const received: Array<string> = []
    const stop = new AbortController()
    const reading = (async () => {
      for await (const { dataset } of engine.events({ signal: stop.signal, pollMillis: 20 })) {
        received.push(dataset)
        if (received.length === 2) break
      }
    })()
    let go = (): void => {}
    const other = new Promise<void>((resolve) => {
      go = resolve
    })
    const first = engine.transaction(async (tx) => {
      await make(tx, "first")
      go()
      await new Promise((resolve) => setTimeout(resolve, 500))
    })
    await other
    await make(engine, "second")
    await first
    const late = setTimeout(() => stop.abort(), 45_000)
    await reading
    clearTimeout(late)
    assert.deepStrictEqual(received, ["ann/first", "ann/second"])
  })
})
