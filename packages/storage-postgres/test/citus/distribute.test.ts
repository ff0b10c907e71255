/** `distribute` moves the tables of a database to shards, with their rows, and may be run again. */
import { DatasetStore, SampleStore } from "@annotary/core/effect"
import { addSamples, aWorld } from "@annotary/storage-contract"
import { Dialect } from "@annotary/storage-sql"
import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Layer, Option } from "effect"
import pg from "pg"
import { isDistributed, storedTables } from "../../src/citus/detect.ts"
import { detectDialect } from "../../src/citus/dialectOfDatabase.ts"
import { type DistributionRefused, distribute } from "../../src/citus/distribute.ts"
import { distributeTables } from "../../src/citus/distributeTables.ts"
import { distributedTables, referenceTables } from "../../src/citus/tables.ts"
import { nowMillis } from "../../src/citus/words.ts"
import { migrationLock } from "../../src/dialect/migrating.ts"
import { layer, postgresClient } from "../../src/effect.ts"
import { citusUrl, ownSchema } from "./storage.ts"

const shards = 2

describe.skipIf(citusUrl === "")("the distribution of a database", { timeout: 120_000 }, () => {
  it.scopedLive("moves the rows that there are, and may be repeated", () =>
    Effect.gen(function* () {
      const options = yield* ownSchema
      const { dataset, samples } = yield* Effect.provide(
        Effect.gen(function* () {
          const { dataset } = yield* aWorld
          const samples = yield* addSamples(dataset, [{}, {}, {}])
          return { dataset: dataset.id, samples: samples.map(({ id }) => id) }
        }),
        layer(options),
      )
      const made = yield* distributeTables(options, { shards })
      assert.sameMembers([...made], [...distributedTables.map(({ name }) => name), ...referenceTables])
      assert.deepStrictEqual(yield* distributeTables(options, { shards }), [])
      yield* Effect.provide(
        Effect.gen(function* () {
          const found = yield* (yield* SampleStore).byIds(samples)
          assert.deepStrictEqual(
            found.map(({ id }) => id),
            samples,
          )
          const access = yield* (yield* DatasetStore).access({ _tag: "Id", id: dataset }, null)
          assert.isTrue(access._tag === "Some")
        }),
        layer(options),
      )
      const left = yield* Effect.provide(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) =>
            sql<{
              readonly n: number
            }>`SELECT count(*)::integer AS n FROM ONLY pg_dist_shard WHERE logicalrelid = 'samples'::regclass`,
        ),
        postgresClient(options),
      )
      assert.strictEqual(left[0]?.n, shards)
    }),
  )

  it.scopedLive("is completed when a start finds a table that a migration has added", () =>
    Effect.gen(function* () {
      const options = yield* ownSchema
      yield* distributeTables(options, { shards })
      const client = yield* Effect.promise(async () => {
        const opened = new pg.Client({
          connectionString: citusUrl,
          options: `-c search_path=${options.schema}`,
        })
        await opened.connect()
        return opened
      })
      yield* Effect.promise(() => client.query("SELECT undistribute_table('comments')"))
      yield* Effect.promise(() => client.end())
      yield* Layer.build(layer(options))
      const stored = yield* Effect.provide(storedTables, postgresClient(options))
      assert.deepStrictEqual(stored.get("comments"), { by: "dataset_id" })
    }),
  )

  it.scopedLive("is refused when a table is distributed in another way, and changes nothing", () =>
    Effect.gen(function* () {
      const options = yield* ownSchema
      yield* Effect.scoped(Layer.build(layer(options)))
      yield* Effect.provide(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* sql`SELECT create_distributed_table('issues'::regclass, 'dataset_id', colocate_with => 'none')`
          yield* sql`SELECT create_reference_table('outbox'::regclass)`
          const exit = yield* Effect.exit(distribute({ shards }))
          assert.isTrue(Exit.isFailure(exit))
          const refused = yield* Effect.flip(distribute({ shards }))
          assert.match(
            (refused as DistributionRefused).reason,
            /^outbox is a reference table, but must stay on the coordinator/,
          )
          assert.isFalse(yield* isDistributed)
        }),
        postgresClient(options),
      )
    }),
  )

  it.scopedLive("is refused while a server is connected", () =>
    Effect.gen(function* () {
      const options = { ...(yield* ownSchema), applicationName: "annotary busy" }
      yield* Layer.build(layer(options))
      const refused = yield* Effect.flip(distributeTables(options, { shards }))
      assert.match(
        refused.reason,
        /^servers are connected to the database \(\d+ connections named annotary busy\): stop them first$/,
      )
    }),
  )

  it.scopedLive("removes the rows that an earlier run left behind when it was killed", () =>
    Effect.gen(function* () {
      const options = yield* ownSchema
      yield* Effect.provide(
        Effect.flatMap(aWorld, ({ dataset }) => addSamples(dataset, [{}, {}])),
        layer(options),
      )
      const size = Effect.map(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql<{ readonly size: number }>`SELECT pg_relation_size('samples')::integer AS size`,
        ),
        ([row]) => row?.size ?? 0,
      )
      yield* Effect.provide(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* sql`SELECT create_distributed_table('sample_queue', 'dataset_id', colocate_with => 'none', shard_count => ${shards}::integer)`
          yield* sql`SELECT create_distributed_table('samples', 'dataset_id', colocate_with => 'sample_queue')`
          assert.isAbove(yield* size, 0)
        }),
        postgresClient(options),
      )
      yield* distributeTables(options, { shards })
      assert.strictEqual(yield* Effect.provide(size, postgresClient(options)), 0)
    }),
  )

  it.scopedLive("is awaited by a server that starts meanwhile, which then uses it", () =>
    Effect.gen(function* () {
      const options = yield* ownSchema
      yield* Effect.scoped(Layer.build(layer(options)))
      const distributing = yield* Deferred.make<void>()
      const goOn = yield* Deferred.make<void>()
      const slow = Effect.zipRight(Deferred.succeed(distributing, undefined), Deferred.await(goOn))
      const distribution = yield* Effect.fork(
        Effect.provide(
          distribute({ shards }, slow),
          postgresClient({ ...options, applicationName: "annotary migrate" }),
        ),
      )
      yield* Deferred.await(distributing)
      const server = yield* Effect.fork(
        Effect.provide(
          Effect.map(Dialect, ({ nowMillis }) => nowMillis),
          Layer.provide(detectDialect(0), postgresClient({ ...options, applicationName: "annotary" })),
        ),
      )
      yield* Effect.sleep("300 millis")
      assert.isTrue(Option.isNone(yield* Fiber.poll(server)))
      yield* Deferred.succeed(goOn, undefined)
      yield* Fiber.join(distribution)
      assert.strictEqual(yield* Fiber.join(server), nowMillis)
    }),
  )

  it.scopedLive("waits for a migration of another schema, which can build an index meanwhile", () =>
    Effect.gen(function* () {
      const [options, other] = yield* Effect.all([ownSchema, ownSchema])
      yield* Effect.forEach([options, other], (each) => Effect.scoped(Layer.build(layer(each))), {
        discard: true,
      })
      const migrating = new pg.Client({ connectionString: citusUrl })
      const building = new pg.Client({
        connectionString: citusUrl,
        options: `-c search_path=${other.schema} -c statement_timeout=20000`,
      })
      yield* Effect.acquireRelease(
        Effect.promise(() => Promise.all([migrating.connect(), building.connect()])),
        () => Effect.promise(() => Promise.all([migrating.end(), building.end()])),
      )
      yield* Effect.promise(() => migrating.query(`BEGIN; SELECT pg_advisory_xact_lock(${migrationLock})`))
      const distribution = yield* Effect.fork(
        Effect.provide(
          distribute({ shards }),
          postgresClient({ ...options, applicationName: "annotary migrate" }),
        ),
      )
      yield* Effect.sleep("500 millis")
      yield* Effect.promise(() => building.query("CREATE INDEX CONCURRENTLY late ON users (username)"))
      assert.isTrue(Option.isNone(yield* Fiber.poll(distribution)))
      yield* Effect.promise(() => migrating.query("COMMIT"))
      assert.isAbove((yield* Fiber.join(distribution)).length, 20)
    }),
  )
})
