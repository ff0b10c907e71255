/** A claim says when it began, also where the database was slow: at an instant at which nobody else had the sample. */
import { createEngine, type Engine } from "@annotary/core"
import { freed } from "@annotary/storage-sql"
import { makeCitusSchemas } from "@annotary/test-support/citus"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import pg from "pg"
import { afterAll, beforeAll } from "vitest"
import { distributeTables } from "../../src/effect.ts"
import { postgres } from "../../src/index.ts"
import { citusUrl } from "./storage.ts"

const schemas = makeCitusSchemas((schema) => Effect.runPromise(distributeTables(schema, { shards: 2 })))
const ref = { _tag: "Name", owner: "ann", name: "street" } as const

describe.skipIf(citusUrl === "")("a claim that waits for a node", { timeout: 60_000 }, () => {
  let opened: Awaited<ReturnType<typeof schemas.take>>
  let engine: Engine

  beforeAll(async () => {
    opened = await schemas.take()
    engine = await createEngine({ storage: postgres({ pool: opened.pool }), worker: false })
    for (const username of ["ann", "bob"]) await engine.users.create({ username })
    const ann = engine.as("ann")
    await ann.datasets.create({ name: "street", category: "other", taskType: "vector" })
    await ann.collaborators.add(ref, { user: "bob", role: "labeler" })
    await ann.samples.create(ref, { name: "first" })
  }, 120_000)

  afterAll(async () => {
    await engine?.close()
    if (opened !== undefined) await schemas.release(opened)
    await schemas.drop()
  }, 120_000)

  const claimed = async (user: string) => {
    const found = []
    for await (const { claim } of await engine.as(user).queue.claim(ref, "labeling", { count: 1 }))
      found.push(claim)
    return found
  }

  /** Keeps statements that name datasets waiting on the nodes, until they are unlocked. */
  const datasetsLocked = async () => {
    const { rows } = await opened.pool.query<{ host: string; port: number; shard: string }>(
      `SELECT n.nodename AS host, n.nodeport AS port, quote_ident(current_schema()) || '.datasets_' || s.shardid AS shard FROM pg_dist_shard s
       JOIN pg_dist_placement USING (shardid) JOIN pg_dist_node n USING (groupid)
       WHERE s.logicalrelid = 'datasets'::regclass AND n.groupid > 0`,
    )
    const { database, user } = new pg.Client({ connectionString: citusUrl })
    const nodes = await Promise.all(
      rows.map(async ({ host, port, shard }) => {
        const client = new pg.Client({ host, port, database, user })
        await client.connect()
        await client.query(
          `SET citus.enable_manual_changes_to_shards TO on; BEGIN; LOCK TABLE ${shard} IN ACCESS EXCLUSIVE MODE`,
        )
        return { client, shard }
      }),
    )
    const isWaiting = async (): Promise<boolean> => {
      const found = await Promise.all(
        nodes.map(({ client, shard }) =>
          client.query("SELECT 1 FROM pg_locks WHERE NOT granted AND relation = $1::regclass", [shard]),
        ),
      )
      return found.some(({ rows }) => rows.length > 0)
    }
    const unlock = () => Promise.all(nodes.map(({ client }) => client.end()))
    return { isWaiting, unlock }
  }

  it("begins after the end of the claim before it", async () => {
    const [held] = await claimed("ann")
    if (held === undefined) return assert.fail("Nothing was claimed.")
    const node = await datasetsLocked()
    let isOver = false
    const next = claimed("bob").finally(() => {
      isOver = true
    })
    let givenBackAt = ""
    try {
      while (!(await node.isWaiting())) {
        if (isOver) return assert.fail("The claim did not wait.")
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      // In SQL, because the engine would wait for the node, too.
      await opened.pool.query(`UPDATE sample_queue SET ${freed} WHERE sample_id = $1`, [held.sampleId])
      givenBackAt = new Date().toISOString()
    } finally {
      await node.unlock()
    }
    const [claim] = await next
    assert.strictEqual(claim?.sampleId, held.sampleId)
    assert.isAtLeast(Date.parse(claim?.claimedAt ?? ""), Date.parse(givenBackAt))
  })
})
