/**
 * Every statement of a claim reads a range of the index that was made for it, and sorts nothing, in the plan that Postgres makes
 * for any values: with statistics, with old ones, and before there are any. A step that comes later is not looked at.
 */
import {
  ClaimId,
  ClaimStore,
  DatasetId,
  type QueueName,
  SampleId,
  Transaction,
  Username,
} from "@annotary/core/effect"
import { Database, SqlStorage } from "@annotary/storage-sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import pg from "pg"
import { layer } from "../src/effect.ts"
import { type ClaimStatement, claimStatements, nextClaim } from "./claimStatements.ts"
import { openDatabase } from "./openDatabase.ts"
import { freshSchema } from "./storage.ts"

const datasetId = DatasetId.make("01a1f9ba-42ec-7003-afa4-5bf69f3e0262")
const user = Username.make("ann")
const request = {
  datasetId,
  user,
  count: 1,
  leaseSeconds: 900,
  ids: [ClaimId.make("01a1f9ba-42ec-7003-afa4-5bf69f3e0263")],
}

/** 20 000 samples to label, 10 000 to review, 1000 claims; a few of each step for ann. */
const fill = `
  INSERT INTO datasets (id, owner, owner_key, name, name_key, description, readme, category, task_type, data_type, public, archived,
    settings, metadata, task_attributes, config_version, created_at, created_by, updated_at, version)
  VALUES ('${datasetId}', 'ann', 'ann', 'streets', 'streets', '', '', '', '', '', 0, 0, '{}', '{}', '{}', 1, '', 'ann', '', '');
  CREATE FUNCTION sample(kind integer, i integer) RETURNS text LANGUAGE sql AS
    $$ SELECT '01a1f9ba-42ec-7003-afa' || kind || '-' || lpad(to_hex(i), 12, '0') $$;
  INSERT INTO sample_queue (dataset_id, sample_id, np, open_step, open_user, labeler)
    SELECT '${datasetId}', sample(1, i), 0, 4, '', '' FROM generate_series(1, 20000) i
    UNION ALL SELECT '${datasetId}', sample(2, i), -(i % 3), 14, '', 'user-' || (i % 50) FROM generate_series(1, 10000) i
    UNION ALL SELECT '${datasetId}', sample(3, i), 0, CASE WHEN i % 2 = 0 THEN 3 ELSE 13 END, 'ann', '' FROM generate_series(1, 50) i;
  INSERT INTO sample_queue (dataset_id, sample_id, np, own_step, own_user, labeler)
    SELECT '${datasetId}', sample(4, i), 0, CASE WHEN i % 2 = 0 THEN 1 ELSE 11 END, 'ann', '' FROM generate_series(1, 50) i;
  INSERT INTO sample_queue (dataset_id, sample_id, np, own_step, own_user, open_step, open_user, labeler)
    SELECT '${datasetId}', sample(7, i), 0, CASE WHEN i % 2 = 0 THEN 21 ELSE 22 END, '', 4, '', '' FROM generate_series(1, 10000) i;
  INSERT INTO sample_queue (dataset_id, sample_id, np, open_step, open_user, labeler, holder, claim_id, queue, step, claimed_at, lease_until)
    SELECT '${datasetId}', sample(5, i), 0, 4, '', '', 'user-' || (i % 100), sample(6, i), 1, 4, i, 9e12 + i FROM generate_series(1, 1000) i;`

/** A client on a schema with the tables, which autovacuum leaves alone. */
const connected = Effect.gen(function* () {
  const options = yield* freshSchema
  yield* Effect.provide(Effect.void, layer({ ...options, maxConnections: 2 }))
  return yield* Effect.acquireRelease(
    Effect.promise(async () => {
      const client = new pg.Client({
        connectionString: options.url,
        options: `-c search_path=${options.schema} -c plan_cache_mode=force_generic_plan`,
      })
      await client.connect()
      await client.query("ALTER TABLE sample_queue SET (autovacuum_enabled = off)")
      return client
    }),
    (client) => Effect.promise(() => client.end()),
  )
})

interface Node {
  readonly "Node Type": string
  readonly "Relation Name"?: string
  readonly "Index Name"?: string
  readonly "Actual Loops"?: number
  readonly "Actual Rows"?: number
  readonly Plans?: ReadonlyArray<Node>
}

const nodesOf = (node: Node): ReadonlyArray<Node> => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

const explained = (client: pg.Client, text: string) =>
  Effect.promise(async () => {
    const { rows } = await client.query<{ readonly "QUERY PLAN": readonly [{ readonly Plan: Node }] }>(text)
    return nodesOf(rows[0]?.["QUERY PLAN"][0].Plan ?? { "Node Type": "none" })
  })

const run = (client: pg.Client, text: string) => Effect.promise(() => client.query(text))

const queueIndexes = (nodes: ReadonlyArray<Node>) => [
  ...new Set(
    nodes.flatMap(({ "Index Name": name }) =>
      name !== undefined && /^q_|^sample_queue/.test(name) ? [name] : [],
    ),
  ),
]

/** For any values, as the session demands. EXPLAIN's own word for that is newer than the oldest Postgres that we know. */
const planned = (client: pg.Client, { params, text }: ClaimStatement["query"]) =>
  Effect.gen(function* () {
    yield* run(client, `PREPARE planned AS ${text}`)
    const nodes = yield* explained(client, `EXPLAIN (FORMAT JSON) EXECUTE planned${list(params)}`)
    yield* run(client, "DEALLOCATE planned")
    return nodes
  })

const list = (params: ReadonlyArray<unknown>) =>
  params.length === 0
    ? ""
    : `(${params.map((value) => (Array.isArray(value) ? `'{${value.join(",")}}'` : `'${String(value)}'`)).join(", ")})`

const checkPlans = (client: pg.Client, when: string) =>
  Effect.forEach(claimStatements(request), ({ indexes, name, query, sorts }) =>
    Effect.map(planned(client, query), (nodes) => {
      const plan = `${name} ${when}\n${JSON.stringify(nodes[0], null, 1)}`
      assert.deepStrictEqual(queueIndexes(nodes).sort(), [...indexes].sort(), plan)
      const scans = nodes.filter((node) => node["Node Type"] === "Seq Scan")
      assert.isFalse(
        scans.some((node) => node["Relation Name"] === "sample_queue"),
        plan,
      )
      assert.strictEqual(
        nodes.some((node) => node["Node Type"].endsWith("Sort")),
        sorts,
        plan,
      )
    }),
  )

describe("the claim's statements on Postgres", () => {
  it.scopedLive("read their indexes, whatever is known of the rows", () =>
    Effect.gen(function* () {
      const client = yield* connected
      yield* run(client, "ANALYZE sample_queue")
      yield* run(client, fill)
      yield* checkPlans(client, "when the queue was empty at the last ANALYZE")
      yield* run(client, "ANALYZE sample_queue")
      yield* checkPlans(client, "after ANALYZE")
      yield* run(client, "UPDATE sample_queue SET open_step = 14, labeler = 'bob' WHERE open_step = 4")
      yield* checkPlans(client, "when much has changed since")
    }),
  )
})

/** Each branch's rows and loops: the scan of its index, in the order of the steps. */
const branches = (client: pg.Client, queue: QueueName) =>
  Effect.map(
    explained(client, `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE ${queue}${list(nextOf(queue).params)}`),
    (nodes) =>
      nodes
        .filter(({ "Index Name": name }) => name === "q_own" || name === "q_open")
        .map((node) => [node["Actual Loops"], node["Actual Rows"]]),
  )

const nextOf = (queue: QueueName) => nextClaim({ ...request, queue })

const never = [0, 0]
const empty = [1, 0]
const found = [1, 1]

describe("the next sample", () => {
  it.scopedLive("is found without a look at the steps behind", () =>
    Effect.gen(function* () {
      const client = yield* connected
      yield* run(client, fill)
      yield* run(client, "ANALYZE sample_queue")
      for (const queue of ["labeling", "reviewing"] as const) {
        yield* run(client, `PREPARE ${queue} AS ${nextOf(queue).text}`)
        const look = Effect.gen(function* () {
          yield* run(client, "BEGIN")
          const seen = yield* branches(client, queue)
          yield* run(client, "ROLLBACK")
          return seen
        })
        assert.deepStrictEqual(yield* look, [found, never, never], queue)
        yield* run(client, "UPDATE sample_queue SET own_step = NULL, own_user = NULL WHERE own_user = 'ann'")
        assert.deepStrictEqual(yield* look, [empty, found, never], queue)
        yield* run(
          client,
          "UPDATE sample_queue SET open_step = NULL, open_user = NULL WHERE open_user = 'ann'",
        )
        assert.deepStrictEqual(yield* look, [empty, empty, found], queue)
        yield* run(
          client,
          `UPDATE sample_queue SET holder = 'ann', claim_id = 'x', queue = ${queue === "labeling" ? 1 : 2},
          claimed_at = 1, lease_until = 9e12 WHERE sample_id = sample(1, 9)`,
        )
        assert.deepStrictEqual(yield* look, [never, never, never], queue)
        yield* run(client, "TRUNCATE sample_queue; TRUNCATE datasets; DROP FUNCTION sample")
        yield* run(client, fill)
      }
    }),
  )
})

/** Entries that were read since the last time, of each index of the queue, and rows of the table without one. */
const entriesRead = Effect.gen(function* () {
  const { query, sql } = yield* Database
  const read = (text: string) =>
    query("test", sql.unsafe<{ readonly name: string; readonly n: number }>(text))
  yield* read("SELECT 'flush' AS name, 0 AS n FROM (SELECT pg_stat_force_next_flush()) AS flushed")
  return yield* read(`SELECT indexrelname AS name, idx_tup_read::int AS n FROM pg_stat_user_indexes
      WHERE relid = 'sample_queue'::regclass
    UNION ALL SELECT 'none', seq_tup_read::int FROM pg_stat_user_tables WHERE relid = 'sample_queue'::regclass`)
})

describe("other operations on claims", () => {
  it.scopedLive("reads few entries of an index while the statistics say that nobody holds anything", () =>
    Effect.gen(function* () {
      const options = yield* freshSchema
      yield* Effect.provide(Effect.void, layer({ ...options, maxConnections: 2 }))
      const other = yield* connected
      yield* run(other, "BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1")
      yield* Effect.provide(
        Effect.gen(function* () {
          const { query, sql } = yield* Database
          const claims = yield* ClaimStore
          const transaction = yield* Transaction
          const run = (text: string) => query("test", sql.unsafe(text))
          for (const statement of fill.split(";\n")) yield* run(statement)
          yield* run("ALTER TABLE sample_queue SET (autovacuum_enabled = off)")
          // A new file for the table: VACUUM would keep the old rows while `other` can see them.
          yield* run("CREATE TEMPORARY TABLE unclaimed AS SELECT * FROM sample_queue")
          yield* run("UPDATE unclaimed SET holder = NULL, queue = NULL, lease_until = NULL")
          yield* run("TRUNCATE sample_queue")
          yield* run("INSERT INTO sample_queue SELECT * FROM unclaimed")
          yield* run("ANALYZE sample_queue")
          yield* run(`UPDATE sample_queue SET holder = 'user-' || right(sample_id, 2), queue = 1, step = 4, claimed_at = 1,
            claim_id = replace(sample_id, 'afa1', 'afa7'), lease_until = extract(epoch FROM now()) * 1000 + 600000
            WHERE sample_id LIKE '%-afa1-%'`)
          const sample = SampleId.make("01a1f9ba-42ec-7003-afa1-000000001234")
          const id = ClaimId.make("01a1f9ba-42ec-7003-afa7-000000001234")
          const holder = Username.make("user-34")
          const operations = {
            find: claims.find(id),
            findForUpdate: transaction.run(claims.findForUpdate(id)),
            renew: claims.renew({ id, datasetId, holder }, 900),
            endOf: claims.endOf(id),
            lock: transaction.run(claims.lock(datasetId, [sample])),
            countOpen: claims.countOpen(datasetId, holder, "labeling"),
            claim: claims.claim({ ...request, queue: "labeling" }),
            expire: claims.expire(datasetId, 100),
            release: claims.release(datasetId, [sample], "released"),
            finish: claims.finish({ id: ClaimId.make("01a1f9ba-42ec-7003-afa7-000000001235"), datasetId }),
          }
          for (const [name, effect] of Object.entries(operations)) {
            yield* effect
            const before = new Map((yield* entriesRead).map((each) => [each.name, each.n]))
            yield* effect
            const read = (yield* entriesRead).flatMap((each) => {
              const entries = each.n - (before.get(each.name) ?? 0)
              return entries === 0 ? [] : [`${each.name}: ${entries}`]
            })
            const most = name === "countOpen" ? 200 : 20
            for (const each of read)
              assert.isAtMost(Number(each.split(": ")[1]), most, `${name}: ${read.join(", ")}`)
          }
        }),
        // One connection: only it knows what it has read.
        Layer.provideMerge(
          Layer.merge(SqlStorage, Database.layer),
          openDatabase({ ...options, maxConnections: 1 }),
        ),
      )
    }),
  )
})

describe("the statement of the next sample", () => {
  it.scopedLive("is planned for any values after a few claims, without a setting", () =>
    Effect.gen(function* () {
      const options = yield* freshSchema
      yield* Effect.provide(Effect.void, layer({ ...options, maxConnections: 2 }))
      const planned = yield* Effect.provide(
        Effect.gen(function* () {
          const { query, sql } = yield* Database
          const claims = yield* ClaimStore
          for (const statement of fill.split(";\n")) yield* query("test", sql.unsafe(statement))
          yield* query("test", sql.unsafe("ANALYZE sample_queue"))
          for (const queue of ["labeling", "reviewing"] as const)
            for (let i = 0; i < 20; i++)
              yield* claims.claim({ ...request, user: Username.make(`${queue}-${i}`), queue })
          return yield* query(
            "test",
            sql.unsafe<{
              readonly few: number
            }>(`SELECT generic_plans::int AS many, custom_plans::int AS few FROM pg_prepared_statements
              WHERE statement LIKE '%queue_turn%' ORDER BY statement`),
          )
        }),
        Layer.provideMerge(
          Layer.merge(SqlStorage, Database.layer),
          openDatabase({ ...options, maxConnections: 1 }),
        ),
      )
      assert.lengthOf(planned, 2)
      for (const plans of planned) assert.isAtMost(plans.few, 5)
    }),
  )
})
