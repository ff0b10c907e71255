/** Reads all tables of a schema as they are at one point in time, while other processes write to them. */
import { storedFileKeys } from "@annotary/storage-sql"
import { Effect, type Scope } from "effect"
import type { PoolClient } from "pg"
import { to } from "pg-copy-streams"
import type { PoolOptions } from "../options.ts"
import {
  copyTarget,
  listTables,
  openSession,
  readSchemaNumber,
  type TableCopy,
  tryOperation,
  withoutLimits,
} from "./session.ts"

/** A schema at one point in time. */
export interface DatabaseCopy {
  /** The number of its newest migration; 0 when there is none. */
  readonly schema: number
  readonly tables: ReadonlyArray<TableCopy>
  /** The keys in the file store that it names. */
  readonly fileKeys: ReadonlyArray<string>
  /** The rows of a table in the text format of `COPY`. One table at a time. */
  readonly read: (table: TableCopy) => AsyncIterable<Uint8Array>
}

/** Begins a transaction that sees one point in time until the scope ends. It blocks no writer. */
export const openCopy = (options: PoolOptions): Effect.Effect<DatabaseCopy, never, Scope.Scope> =>
  Effect.flatMap(openSession(options), (client) =>
    tryOperation("read the tables", async () => {
      await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
      await client.query(withoutLimits)
      const schema = await readSchemaNumber(client)
      const tables = await listTables(client)
      return {
        schema,
        tables,
        fileKeys: await readFileKeys(client, tables),
        read: (table: TableCopy) => client.query(to(`COPY ${copyTarget(table)} TO STDOUT`)),
      }
    }),
  )

/** Reads the number of the newest migration of a schema, 0 when there is none, without making anything. */
export const readSchema = (options: PoolOptions): Effect.Effect<number> =>
  Effect.scoped(
    Effect.flatMap(openSession(options), (client) =>
      tryOperation("read the schema", () => readSchemaNumber(client)),
    ),
  )

/** The keys in the file store that the database names now. */
export const listFileKeys = (options: PoolOptions): Effect.Effect<ReadonlyArray<string>> =>
  Effect.scoped(
    Effect.flatMap(openSession(options), (client) =>
      tryOperation("read the files of the database", async () =>
        readFileKeys(client, await listTables(client)),
      ),
    ),
  )

const readFileKeys = async (
  client: PoolClient,
  tables: ReadonlyArray<TableCopy>,
): Promise<ReadonlyArray<string>> => {
  const keys: Array<string> = []
  for (const { name } of tables) {
    const query = storedFileKeys[name]
    if (query === undefined) continue
    const { rows } = await client.query<{ key: string }>(query)
    for (const { key } of rows) keys.push(key)
  }
  return keys
}
