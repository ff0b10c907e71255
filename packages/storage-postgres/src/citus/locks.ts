/** Locks of rows of reference tables, as locks on the coordinator, to which all processes are connected. */
import { type DialectShape, type RawRow, readErrorCode, text as textColumn } from "@annotary/storage-sql"
import { Effect, Option } from "effect"
import { makeWritersLockKey } from "../dialect/words.ts"

/** The key of a dataset's row. The number distinguishes it from other locks of a dataset. */
const rowKey = (dataset: string) => `hashtextextended(${dataset}, 4710267304)`

/** The statement that follows reads the row as it is after the lock. */
export const lockDatasetRow: DialectShape["lockDatasetRow"] = (sql, dataset, strength, read) => {
  const lock = sql.literal(strength === "update" ? "pg_advisory_xact_lock" : "pg_advisory_xact_lock_shared")
  return Effect.zipRight(
    sql`SELECT ${lock}(${sql.literal(rowKey("x.id"))}) FROM (SELECT CAST(${dataset} AS TEXT) AS id) x`,
    read(sql.literal("")),
  )
}

/** The lock that Citus takes on a table's shard for changes, in share mode, which waits for them and keeps them waiting. */
const shareShards = `SELECT lock_shard_resources(5, (SELECT array_agg(shardid ORDER BY shardid) FROM pg_dist_shard
  WHERE logicalrelid IN ('users'::regclass, 'members'::regclass, 'collaborators'::regclass)))`

/** Locks the tables of people, for the short time of an assignment. */
export const sharePersons: DialectShape["sharePersons"] = (sql, read) =>
  Effect.zipRight(sql`${sql.literal(shareShards)}`, read({ roles: sql.literal(""), person: sql.literal("") }))

const timeout = textColumn<string>("lock_timeout")
const isLockTimeout = (cause: unknown): boolean => readErrorCode(cause) === "55P03"

/**
 * Takes the lock of a dataset's writers on both nodes where writers take it: on the coordinator with the dataset's row, and on the
 * node of the dataset's shard with rows of the queue. The time limit holds on both.
 */
export const lockOutWriters: DialectShape["lockOutWriters"] = ({ sql, unless }, dataset, timeoutMillis) => {
  const lock = `pg_advisory_xact_lock(${makeWritersLockKey("x.id")})`
  const set = (value: string) => sql.unsafe(`SET LOCAL lock_timeout TO '${value.replaceAll("'", "''")}'`)
  return Effect.gen(function* () {
    const before = yield* sql<RawRow>`SELECT current_setting('lock_timeout') AS lock_timeout`
    yield* sql.unsafe("SET LOCAL citus.propagate_set_commands TO 'local'")
    yield* set(`${Math.ceil(timeoutMillis)}ms`)
    const locked = yield* unless(
      isLockTimeout,
      Effect.zipRight(
        sql`SELECT ${sql.literal(lock)} FROM (SELECT CAST(${dataset} AS TEXT) AS id) x`,
        sql`SELECT ${sql.literal(lock)} FROM (SELECT ${dataset}::text AS id, count(*) FROM labelsets WHERE dataset_id = ${dataset}) x`,
      ),
    )
    yield* set(timeout.read(before[0]?.lock_timeout))
    return Option.isSome(locked)
  })
}
