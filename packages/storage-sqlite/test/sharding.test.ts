/** Every table that grows can be spread by dataset: whatever is unique in it is unique within one dataset. */
import {
  DatasetStore,
  IssueId,
  IssueStore,
  LabelsetId,
  LabelsetStore,
  now,
  SampleId,
  SampleName,
  SampleStore,
  VersionId,
} from "@annotary/core/effect"
import { migrate, SqlStorage } from "@annotary/storage-sql"
import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { addSamples, makeDataset, owner } from "./fixtures.ts"
import { openDatabase } from "./openDatabase.ts"

/** The tables that are keyed by something else, and why they may be. */
const apart: Readonly<Record<string, string>> = {
  annotary_migrations: "one row a migration",
  users: "accounts are few beside what is in their datasets, and every part of a database may have them all",
  members: "as accounts",
  model_versions: "as accounts",
  api_keys: "as accounts",
  quotas: "as accounts",
  sessions: "as accounts",
  linked_identities: "as accounts",
  given_roles: "as accounts",
  buckets: "as accounts; at most 100 of an organization",
  invitations: "as accounts; last 90 days at most",
  sign_in_tokens: "as accounts; last five minutes",
  datasets: "one row a dataset; names are unique across all of an owner's",
  directory: "answers which dataset has an id, so it is spread by the id",
  assets: "belong to no dataset; spread by their own id",
  asset_scans: "one row",
  duties: "one row for each periodic task",
  idempotency: "belongs to a caller, and is forgotten after a day; spread by the caller",
  secrets: "a handful",
  webhook_key_sets: "one row an account",
  webhook_endpoints: "as accounts: at most 50 of each",
  webhook_lanes: "one row an endpoint",
  webhook_counts: "one row an endpoint and hour, of eight days",
  webhook_recoveries: "a few rows an endpoint",
}

/** Those whose keys have the dataset, but not first, and why. */
const later: Readonly<Record<string, string>> = { outbox: "is read in the order of the ids" }

/** What is unique in a table: the columns of its key and of its unique indexes. */
const uniqueIn = (table: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const indexes = yield* sql<{
      readonly name: string
    }>`SELECT name FROM pragma_index_list(${table}) WHERE "unique" = 1`
    return yield* Effect.forEach(indexes, ({ name }) =>
      sql<{ readonly name: string }>`SELECT name FROM pragma_index_info(${name}) ORDER BY seqno`.pipe(
        Effect.map((columns) => columns.map((column) => column.name)),
      ),
    )
  })

const tables = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql<{ readonly name: string }>`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`.pipe(
    Effect.map((rows) => rows.map((row) => row.name)),
  ),
)

const migrated = Layer.provideMerge(
  SqlStorage,
  Layer.provideMerge(Layer.effectDiscard(migrate()), openDatabase({ filename: ":memory:" })),
)

describe("the tables", () => {
  it.scopedLive("that grow have the dataset in whatever is unique, and first", () =>
    Effect.gen(function* () {
      const growing = (yield* tables).filter((table) => !(table in apart))
      assert.isAbove(growing.length, 15)
      for (const table of growing) {
        const unique = yield* uniqueIn(table)
        assert.isAbove(unique.length, 0, table)
        for (const columns of unique)
          assert.include(table in later ? columns : columns.slice(0, 1), "dataset_id", table)
      }
    }).pipe(Effect.provide(migrated)),
  )

  it.scopedLive(
    "that are keyed otherwise are named here, and only the directory is one by id of what datasets hold",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        assert.includeMembers([...(yield* tables)], Object.keys(apart))
        const holding = yield* sql<{ readonly name: string }>`SELECT t.name AS name
        FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table' AND c.name = 'dataset_id'`
        assert.deepStrictEqual(
          holding.map(({ name }) => name).filter((name) => name in apart),
          ["directory"],
        )
        assert.deepStrictEqual(yield* uniqueIn("directory"), [["id"]])
      }).pipe(Effect.provide(migrated)),
  )

  it.scopedLive("point at one another with no foreign key, and count nothing up", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      for (const table of yield* tables) {
        assert.lengthOf(yield* sql`SELECT * FROM pragma_foreign_key_list(${table})`, 0, table)
      }
      assert.notInclude(yield* tables, "sqlite_sequence")
    }).pipe(Effect.provide(migrated)),
  )
})

const known = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql<{
    readonly id: string
    readonly dataset_id: string
  }>`SELECT id, dataset_id FROM directory ORDER BY id`.pipe(
    Effect.map((rows) => rows.map((row) => [row.id, row.dataset_id])),
  ),
)

describe("the directory", () => {
  it.scopedLive("knows what is there, and nothing of it when the dataset is purged", () =>
    Effect.gen(function* () {
      const { dataset, labelset } = yield* makeDataset
      const datasets = yield* DatasetStore
      const samples = yield* addSamples(dataset, "sample-", 1100)
      const ids = [labelset, ...samples].map(({ id }): string => id).toSorted()
      assert.deepStrictEqual(
        yield* known,
        ids.map((id) => [id, dataset.id]),
      )
      yield* datasets.markDeleted(dataset.id, yield* now)
      while ((yield* datasets.purge(dataset.id, 700)) > 0);
      assert.deepStrictEqual(yield* known, [])
    }).pipe(Effect.provide(migrated)),
  )

  it.scopedLive("knows nothing of a sample or labelset whose name was taken", () =>
    Effect.gen(function* () {
      const { dataset, labelset } = yield* makeDataset
      const [sample] = yield* addSamples(dataset, "sample-", 1)
      if (sample === undefined) return assert.fail("no sample")
      const before = yield* known
      const [twin, fresh] = ["01a1f9ba-42ec-7003-afa4-5bf69f3e0263", "01a1f9ba-42ec-7003-afa4-5bf69f3e0264"]
      yield* (yield* SampleStore).insert([
        { ...sample, id: SampleId.make(twin) },
        {
          ...sample,
          id: SampleId.make(fresh),
          name: SampleName.make("fresh"),
          version: VersionId.make(fresh),
        },
      ])
      yield* (yield* LabelsetStore).insert({ ...labelset, id: LabelsetId.make(twin) })
      assert.sameDeepMembers(yield* known, [...before, [fresh, dataset.id]])
    }).pipe(Effect.provide(migrated)),
  )

  it.scopedLive("answers for an issue what is an issue: a sample's id is none, and stays known", () =>
    Effect.gen(function* () {
      const { dataset } = yield* makeDataset
      const [sample] = yield* addSamples(dataset, "sample-", 1)
      if (sample === undefined) return assert.fail("no sample")
      const id = IssueId.make(sample.id)
      assert.isFalse(yield* (yield* IssueStore).remove(id))
      assert.isTrue(Option.isNone(yield* (yield* DatasetStore).access({ _tag: "Issue", id }, owner)))
      assert.isTrue(Option.isSome(yield* (yield* SampleStore).byId(sample.id)))
    }).pipe(Effect.provide(migrated)),
  )
})
