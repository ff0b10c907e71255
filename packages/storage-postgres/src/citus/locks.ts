/** Locks of rows of reference tables, as locks on the coordinator, to which all processes are connected. */
import { type DialectShape, type RawRow, readErrorCode, text as textColumn } from "@annotary/storage-sql"
import { Effect, Option } from "effect"
import { makeWritersLockKey } from "../dialect/words.ts"
import type { Step } from "./Step.ts"

/** A statement without its lock, and the statement that locks first. Null: the text locks nothing of this kind. */
export type Lock = (text: string) => { readonly text: string; readonly step: Step } | null

/** The key of a dataset's row. The number distinguishes it from other locks of a dataset. */
const rowKey = "hashtextextended($1, 4710267304)"
const datasetPattern =
  /^(\s*SELECT[\s\S]* FROM datasets\s+WHERE id = \$(\d+)[\s\S]*?)\s+FOR (UPDATE|KEY SHARE)\s*$/

/** A lock of one dataset's row. The statement that follows reads the row as it is after the lock. */
export const datasetLock: Lock = (text) => {
  const [, rest, id, strength] = datasetPattern.exec(text) ?? []
  if (rest === undefined || id === undefined || rest.includes(" JOIN ")) return null
  const lock = `SELECT pg_advisory_xact_lock${strength === "UPDATE" ? "" : "_shared"}(${rowKey})`
  return { text: rest, step: (run, params) => Effect.asVoid(run(lock, [params[Number(id) - 1]])) }
}

const sharePattern = / FOR SHARE( OF \w+)?/g

/** The lock that Citus takes on a table's shard for changes, in share mode, which waits for them and keeps them waiting. */
const shareShards = `SELECT lock_shard_resources(5, (SELECT array_agg(shardid ORDER BY shardid) FROM pg_dist_shard
  WHERE logicalrelid IN ('users'::regclass, 'members'::regclass, 'collaborators'::regclass)))`

/** Shared locks of persons with their roles: of their tables, for the short time of an assignment. */
export const sharedPersons: Lock = (text) =>
  text.includes("FROM datasets d JOIN users u") && text.includes(" FOR SHARE")
    ? { text: text.replace(sharePattern, ""), step: (run) => Effect.asVoid(run(shareShards, [])) }
    : null

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
