/** The coordinator keeps the dataset of a claim for some days, and nothing for a poll that finds no sample. */
import { createEngine, type Engine, toJsonText } from "@annotary/core"
import { makeCitusSchemas } from "@annotary/test-support/citus"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { afterAll, beforeAll } from "vitest"
import { forgetHomes } from "../../src/citus/claimHomes.ts"
import { distributeTables, postgresClient } from "../../src/effect.ts"
import { postgres } from "../../src/index.ts"
import { citusUrl } from "./storage.ts"

const schemas = makeCitusSchemas((schema) => Effect.runPromise(distributeTables(schema, { shards: 2 })))
const ref = { _tag: "Name", owner: "ann", name: "street" } as const

describe.skipIf(citusUrl === "")("the datasets of claims", { timeout: 60_000 }, () => {
  let opened: Awaited<ReturnType<typeof schemas.take>>
  let engine: Engine
  let user: ReturnType<Engine["as"]>

  const kept = async () => (await opened.pool.query("SELECT claim_id FROM claim_homes")).rows.length

  const claimed = async () => {
    const found = []
    for await (const { claim } of await user.queue.claim(ref, "labeling", { count: 1 })) found.push(claim.id)
    return found
  }

  beforeAll(async () => {
    opened = await schemas.take()
    engine = await createEngine({ storage: postgres({ pool: opened.pool }), worker: false })
    await engine.users.create({ username: "ann" })
    user = engine.as("ann")
    await user.datasets.create({ name: "street", category: "other", taskType: "vector" })
  }, 120_000)

  afterAll(async () => {
    await engine?.close()
    if (opened !== undefined) await schemas.release(opened)
    await schemas.drop()
  }, 120_000)

  it("are kept for claims alone", async () => {
    assert.deepStrictEqual(await claimed(), [])
    assert.strictEqual(await kept(), 0)
    await user.samples.create(ref, { name: "first" })
    assert.strictEqual((await claimed()).length, 1)
    assert.strictEqual((await claimed()).length, 1)
    assert.strictEqual(await kept(), 1)
  })

  it("are forgotten after a week, and found on the shards from then on", async () => {
    const [claim] = await claimed()
    if (claim === undefined) return assert.fail("Nothing was claimed.")
    const forget = Effect.provide(forgetHomes, postgresClient(opened))
    await Effect.runPromise(forget)
    assert.strictEqual(await kept(), 1)
    await opened.pool.query("UPDATE claim_homes SET made_at = now() - interval '8 days'")
    await Effect.runPromise(forget)
    assert.strictEqual(await kept(), 0)
    await user.queue.perform(claim, "submit", { attributes: toJsonText({ annotations: [] }), time: 1 })
    assert.deepStrictEqual(await claimed(), [])
  })
})
