/**
 * Distributes the tables of a migrated schema: creates the distributed and the reference tables that are missing, with their rows.
 * Does nothing where all exist, and distributes the tables that later migrations add.
 */
import type { RawRow } from "@annotary/storage-sql"
import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlError from "@effect/sql/SqlError"
import { Data, Effect } from "effect"
import { readCommitted } from "../connection/sessionSettings.ts"
import { migrationLock } from "../dialect/migrating.ts"
import { makeClaimHomes } from "./claimHomes.ts"
import { hasCitus, type Storing, storedTables } from "./detect.ts"
import { lockDistribution } from "./distributionLock.ts"
import { distributedTables, localTables, referenceTables } from "./tables.ts"
import { twoPhase } from "./transactions.ts"

/** The tables cannot be distributed; nothing was changed. The reason is a sentence for users. */
export class DistributionRefused extends Data.TaggedError("DistributionRefused")<{
  readonly reason: string
}> {}

/** Options for the tables that are not distributed yet. */
export interface Distribution {
  /** The number of shards of a distributed table. Default: Citus's setting `citus.shard_count`. */
  readonly shards?: number
}

/**
 * Distributes the tables, and returns the names of those that were not distributed before. `permitted` runs first, when no server can
 * start any more, and refuses by failing.
 */
export const distribute = (
  { shards }: Distribution = {},
  permitted: Effect.Effect<void, DistributionRefused | SqlError.SqlError, SqlClient.SqlClient> = Effect.void,
): Effect.Effect<ReadonlyArray<string>, DistributionRefused | SqlError.SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    if (!(yield* hasCitus)) return yield* refuse(missing)
    const attempt = sql.withTransaction(
      Effect.gen(function* () {
        yield* sql.unsafe(readCommitted)
        const [began] = yield* sql.unsafe<RawRow>(begin)
        if (began?.locked !== true) return undefined
        yield* sql.unsafe(lockDistribution)
        yield* permitted
        const stored = yield* storedTables
        const wrong = findWrongTable(stored)
        if (wrong !== undefined) return yield* refuse(wrong)
        const references = referenceTables.filter((name) => !stored.has(name))
        const distributed = distributedTables.filter(({ name }) => !stored.has(name))
        for (const name of references) yield* sql`SELECT create_reference_table(${name}::regclass)`
        for (const { by, name } of distributed) yield* create(sql, name, by, shards)
        yield* makeClaimHomes
        if (!(yield* hasTable(sql, "two_phase"))) {
          yield* sql.unsafe(twoPhase)
          yield* sql.unsafe("SELECT citus_add_local_table_to_metadata('two_phase'::regclass)")
        }
        for (const [signature, made] of functions)
          if (!(yield* hasFunction(sql, signature))) yield* sql.unsafe(made)
        return [...references, ...distributed.map(({ name }) => name)]
      }),
    )
    let made = yield* attempt
    while (made === undefined) made = yield* Effect.delay(attempt, "200 millis")
    yield* removeCopies(sql)
    return made
  })

/**
 * Removes the rows that were copied to the shards and are left in the coordinator's tables, where nobody reads them. Looks at all tables,
 * because an earlier run may have ended between the distribution and this.
 */
const removeCopies = (sql: SqlClient.SqlClient) =>
  Effect.gen(function* () {
    const names = [...distributedTables.map(({ name }) => name), ...referenceTables]
    const tableRows = yield* sql<{
      readonly name: string
    }>`SELECT name FROM unnest(${names}::text[]) AS given (name)
      WHERE pg_relation_size(name::regclass) > 0`
    for (const { name } of tableRows)
      yield* sql`SELECT truncate_local_data_after_distributing_table(${name}::regclass)`
  })

const refuse = (reason: string) => new DistributionRefused({ reason })

const missing =
  "the database does not have the extension citus: install Citus, add it to shared_preload_libraries, and run CREATE EXTENSION citus"

/**
 * Migrations, which take the same lock, wait meanwhile. It is tried again and not waited for: a statement that waits keeps its snapshot,
 * for which the index of a migration of another schema would wait. Copying rows takes as long as it takes.
 */
const begin = `SELECT pg_try_advisory_xact_lock(${migrationLock}) AS locked, set_config('statement_timeout', '0', true),
  set_config('idle_in_transaction_session_timeout', '0', true), set_config('citus.multi_shard_modify_mode', 'sequential', true)`

const [anchor] = distributedTables

const create = (sql: SqlClient.SqlClient, name: string, by: string, shards: number | undefined) => {
  if (name === anchor?.name || by === "id")
    return shards === undefined
      ? sql`SELECT create_distributed_table(${name}::regclass, ${by}, colocate_with => 'none')`
      : sql`SELECT create_distributed_table(${name}::regclass, ${by}, colocate_with => 'none', shard_count => ${shards}::integer)`
  return sql`SELECT create_distributed_table(${name}::regclass, ${by}, colocate_with => ${anchor?.name})`
}

/** A sentence about the first table that is stored in another way than this version needs. */
const findWrongTable = (stored: ReadonlyMap<string, Storing>): string | undefined => {
  for (const { by, name } of distributedTables) {
    const storing = stored.get(name)
    if (storing !== undefined && (typeof storing === "string" || storing.by !== by))
      return `${name} is ${describeStoring(storing)}, not distributed by ${by}: ${undo(name)}`
  }
  for (const name of referenceTables) {
    const storing = stored.get(name)
    if (storing !== undefined && storing !== "reference")
      return `${name} is ${describeStoring(storing)}, not a reference table: ${undo(name)}`
  }
  for (const name of localTables) {
    const storing = stored.get(name)
    if (storing !== undefined && storing !== "local")
      return `${name} is ${describeStoring(storing)}, but must stay on the coordinator: ${undo(name)}`
  }
  return undefined
}

const describeStoring = (found: Storing): string =>
  found === "reference"
    ? "a reference table"
    : found === "local"
      ? "a local table of Citus"
      : `distributed by ${found.by}`

const undo = (name: string): string => `run undistribute_table('${name}') and try again`

const hasTable = (sql: SqlClient.SqlClient, table: string) =>
  Effect.map(sql<RawRow>`SELECT to_regclass(${table}) IS NOT NULL AS there`, ([row]) => row?.there === true)

/**
 * Functions that read reference tables for statements on tables of the coordinator, which Citus cannot plan with both. Used on the
 * coordinator alone.
 */
const functions = [
  [
    "webhooks_enabled(text)",
    `CREATE FUNCTION webhooks_enabled(owner text) RETURNS integer LANGUAGE plpgsql STABLE AS $$
      BEGIN RETURN (SELECT u.webhooks_enabled FROM users u WHERE u.username = owner); END $$`,
  ],
  [
    "dataset_lives(text)",
    `CREATE FUNCTION dataset_lives(dataset text) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
      BEGIN RETURN EXISTS (SELECT 1 FROM datasets d WHERE d.id = dataset AND d.deleted_at IS NULL); END $$`,
  ],
] as const

/** Citus copies a function to all nodes, which a start of a server need not do again. */
const hasFunction = (sql: SqlClient.SqlClient, signature: string) =>
  Effect.map(
    sql<RawRow>`SELECT to_regprocedure(${signature}) IS NOT NULL AS there`,
    ([row]) => row?.there === true,
  )
