/** The suite of migrations that every SQL storage runs, in addition to its own tests. */
import { StorageFailure } from "@annotary/core/effect"
import { Dialect, type Migrations, makeMigration, migrate, migrations } from "@annotary/storage-sql"
import * as SqlClient from "@effect/sql/SqlClient"
import { assert, it } from "@effect/vitest"
import { Cause, Effect, Exit, Layer, Option } from "effect"

/** `empty` provides a new, empty database each time; `schema` reads the schema as text. */
export const defineMigrationSuite = (
  empty: Layer.Layer<SqlClient.SqlClient | Dialect>,
  schema: Effect.Effect<string, unknown, SqlClient.SqlClient>,
): void => {
  it.scopedLive("change nothing when they run again", () =>
    Effect.gen(function* () {
      yield* migrate()
      const before = yield* schema
      yield* migrate()
      assert.strictEqual(yield* schema, before)
    }).pipe(Effect.provide(empty)),
  )

  it.scopedLive("make a new database by the baseline and later steps, and record every migration", () =>
    Effect.gen(function* () {
      yield* migrateNew
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql<{
        readonly migration_id: number
        readonly name: string
      }>`SELECT * FROM annotary_migrations ORDER BY migration_id`
      const recorded = rows.map(({ migration_id: id, name }) => `${String(id).padStart(4, "0")}_${name}`)
      assert.deepStrictEqual(recorded, Object.keys(migrations))
    }).pipe(Effect.provide(empty)),
  )

  it.scopedLive("make the schema of the baseline of an old database, by their steps", () =>
    Effect.gen(function* () {
      yield* migrate(listBefore("0002"))
      assert.include(describeReason(yield* Effect.exit(migrateNew)), "migration 5_queue")
      yield* migrate()
      const ofSteps = yield* schema
      const ofBaseline = yield* Effect.provide(Effect.zipRight(migrate(), schema), Layer.fresh(empty))
      assert.strictEqual(ofSteps, ofBaseline)
    }).pipe(Effect.provide(empty)),
  )

  it.scopedLive("mark the answers to gold samples as outdated that came before the known label", () =>
    Effect.gen(function* () {
      yield* migrate(listBefore("0061"))
      const sql = yield* SqlClient.SqlClient
      yield* sql`INSERT INTO gold_labels (dataset_id, sample_id, attributes, config_version, created_at, created_by, draw)
        VALUES ('d', 's', '{}', 1, '2026-01-02', 'ann', 0.5)`
      yield* sql`INSERT INTO gold_answers (dataset_id, sample_id, username, at) VALUES ('d', 's', 'before', '2026-01-01'),
        ('d', 's', 'then', '2026-01-02'), ('d', 'other', 'before', '2026-01-01'), ('e', 's', 'before', '2026-01-01')`
      yield* migrate()
      const rows = yield* sql`SELECT dataset_id, sample_id, username FROM gold_answers WHERE outdated = 1`
      assert.deepStrictEqual(
        rows.map((row) => ({ ...row })),
        [{ dataset_id: "d", sample_id: "s", username: "before" }],
      )
    }).pipe(Effect.provide(empty)),
  )

  it.scopedLive("count the latest answers to gold samples, as many as their person's counter had", () =>
    Effect.gen(function* () {
      yield* migrate(listBefore("0063"))
      const sql = yield* SqlClient.SqlClient
      yield* sql`INSERT INTO gold_people (dataset_id, username, rate, countdown, pivot, answers, passed)
        VALUES ('d', 'ann', 0, 0, 0, 2, 1)`
      yield* sql`INSERT INTO gold_answers (dataset_id, sample_id, username, passed, at) VALUES
        ('d', '1', 'ann', 1, '2026-01-01'), ('d', '2', 'ann', 0, '2026-01-03'), ('d', '3', 'ann', 1, '2026-01-02'),
        ('d', '4', 'ann', NULL, '2026-01-04'), ('d', '1', 'bob', 1, '2026-01-01')`
      yield* migrate()
      const rows = yield* sql`SELECT username, sample_id FROM gold_answers
        WHERE counted = 1 AND passed IS NOT NULL ORDER BY username, sample_id`
      assert.deepStrictEqual(
        rows.map((row) => ({ ...row })),
        [
          { username: "ann", sample_id: "2" },
          { username: "ann", sample_id: "3" },
        ],
      )
    }).pipe(Effect.provide(empty)),
  )

  it.scopedLive("refuse a database that is ahead, and name both numbers", () =>
    Effect.gen(function* () {
      yield* migrate()
      const sql = yield* SqlClient.SqlClient
      yield* sql`INSERT INTO annotary_migrations (migration_id, name) VALUES (9999, 'later')`
      const reason = describeReason(yield* Effect.exit(migrate()))
      assert.include(reason, "9999")
      assert.include(reason, String(Object.keys(migrations).length))
    }).pipe(Effect.provide(empty)),
  )

  it.scopedLive("refuse a gap instead of skipping it", () =>
    Effect.gen(function* () {
      const first = makeMigration(() => ["CREATE TABLE one (id TEXT)"])
      const later = makeMigration(() => ["CREATE TABLE three (id TEXT)"])
      yield* migrate({ "0001_one": first, "0003_three": later })
      const late: Migrations = { "0001_one": first, "0002_two": first, "0003_three": later }
      assert.include(describeReason(yield* Effect.exit(migrate(late))), "migration 2 was never run")
    }).pipe(Effect.provide(empty)),
  )

  it.scopedLive("leave nothing of one that fails and all before it, and name it", () =>
    Effect.gen(function* () {
      const good = makeMigration(() => ["CREATE TABLE good (id TEXT)"])
      yield* migrate({ "0002_good": good })
      const before = yield* schema
      const broken: Migrations = {
        "0002_good": good,
        "0003_broken": makeMigration(() => ["CREATE TABLE half (id TEXT)", "CREATE TABLE broken ("]),
      }
      assert.include(describeReason(yield* Effect.exit(migrate(broken))), "3_broken")
      assert.strictEqual(yield* schema, before)
    }).pipe(Effect.provide(empty)),
  )

  it.scopedLive("keep the events of an outbox whose key they change", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const ids = ["01a20416-0000-7000-8000-000000000002", "01a20416-0000-7000-8000-000000000001"]
      const events = ids.map((id) => ({ ...event, id }))
      yield* migrate(listBefore("0017_outbox_by_id"))
      yield* sql`INSERT INTO outbox ${sql.insert(events)}`
      yield* migrate()
      const migrated = events.toReversed().map((one) => ({ ...one, trace: null }))
      assert.deepStrictEqual(yield* sql`SELECT * FROM outbox ORDER BY id`, migrated)
    }).pipe(Effect.provide(empty)),
  )

  it.scopedLive("refuse to run inside a transaction", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      assert.include(
        describeReason(yield* Effect.exit(sql.withTransaction(migrate()))),
        "inside a transaction",
      )
    }).pipe(Effect.provide(empty)),
  )
}

/** Migrates with a step of the baseline that fails by itself, so that only a baseline can succeed. */
const migrateNew = Effect.flatMap(Dialect, (dialect) =>
  Effect.provideService(migrate(), Dialect, {
    ...dialect,
    ddl: { ...dialect.ddl, queueTurn: ["no statement"] },
  }),
)

const describeReason = (exit: Exit.Exit<unknown, unknown>): string => {
  const defect = Exit.isFailure(exit) ? Option.getOrUndefined(Cause.dieOption(exit.cause)) : undefined
  assert.instanceOf(defect, StorageFailure)
  return defect.operation
}

const listBefore = (name: string): Migrations =>
  Object.fromEntries(Object.entries(migrations).filter(([other]) => other < name))

const event = {
  dataset_id: "01a20416-0000-7000-8000-00000000000d",
  type: "label.updated",
  owner: "ann",
  dataset: "ann/cats",
  created_at: "2026-11-20T13:25:01.123456Z",
  object: "{}",
  summary: "ann set the label of “frame 7” in ann/cats to LABELED.",
}
