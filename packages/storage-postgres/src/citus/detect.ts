/** Reads from Citus's catalog how the tables of a schema are stored. */
import type { RawRow } from "@annotary/storage-sql"
import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlError from "@effect/sql/SqlError"
import { Effect } from "effect"

/** The way in which a table is stored: distributed by a column, copied to every node, or on the coordinator under the control of Citus. */
export type Storing = { readonly by: string } | "reference" | "local"

/** Whether the database has the extension. */
export const hasCitus: Effect.Effect<boolean, SqlError.SqlError, SqlClient.SqlClient> = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) =>
    Effect.map(
      sql<RawRow>`SELECT to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL AS there`,
      ([row]) => row?.there === true,
    ),
)

/** The tables of the current schema that Citus manages. Needs the extension. */
export const storedTables: Effect.Effect<
  ReadonlyMap<string, Storing>,
  SqlError.SqlError,
  SqlClient.SqlClient
> = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    sql<{
      readonly name: string
      readonly method: string
      readonly replication: string
      readonly by: string | null
    }>`SELECT c.relname AS name, p.partmethod::text AS method, p.repmodel::text AS replication,
        column_to_column_name(p.logicalrelid, p.partkey) AS by
      FROM pg_dist_partition p JOIN pg_class c ON c.oid = p.logicalrelid
      WHERE c.relnamespace = current_schema()::regnamespace`,
    (rows) =>
      new Map(rows.map(({ by, method, name, replication }) => [name, storing(method, replication, by)])),
  ),
)

/** Citus's view `citus_tables` says the same, in a schema that is not always in the search path. */
const storing = (method: string, replication: string, by: string | null): Storing =>
  method !== "n" ? { by: by ?? "" } : replication === "t" ? "reference" : "local"

/** Whether the tables of the current schema are distributed. */
export const isDistributed: Effect.Effect<boolean, SqlError.SqlError, SqlClient.SqlClient> = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) =>
    Effect.flatMap(hasCitus, (there) =>
      there
        ? Effect.map(
            sql`SELECT 1 FROM pg_dist_partition WHERE logicalrelid = to_regclass('sample_queue')`,
            (rows) => rows.length > 0,
          )
        : Effect.succeed(false),
    ),
)
