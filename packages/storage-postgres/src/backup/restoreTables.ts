/** Fills an empty schema with the tables of a backup: migrates it to the backup's schema and copies all rows in one transaction. */
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { migrate, migrations, newestMigration } from "@annotary/storage-sql"
import { Data, Effect, Layer, Record } from "effect"
import pg from "pg"
import { from } from "pg-copy-streams"
import { layerClient, layerPool, makeSchema } from "../connection/client.ts"
import { PostgresDialect } from "../dialect/PostgresDialect.ts"
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

export { newestMigration }

/** The schema cannot take a backup. */
export class SchemaInUse extends Data.TaggedError("SchemaInUse")<{ readonly reason: string }> {}

/** The tables of a backup. */
export interface TablesToRestore {
  /** The number of the newest migration at the time of the backup. */
  readonly schema: number
  readonly tables: ReadonlyArray<TableCopy>
  readonly read: (table: TableCopy) => AsyncIterable<Uint8Array>
}

/** Restores the tables, or fails and leaves the schema without rows. */
export const restoreTables = (
  options: PoolOptions,
  backup: TablesToRestore,
): Effect.Effect<void, SchemaInUse> =>
  Effect.gen(function* () {
    yield* Effect.scoped(Effect.flatMap(openSession(options), (client) => refuseUsed(client, backup)))
    const earlierMigrations = Record.filter(migrations, (_, key) => Number.parseInt(key, 10) <= backup.schema)
    yield* Effect.zipRight(
      options.schema === undefined ? Effect.void : makeSchema(options.schema),
      Effect.provide(migrate(earlierMigrations), PostgresDialect),
    ).pipe(Effect.provide(Layer.provide(layerClient, layerPool(options))))
    yield* Effect.scoped(
      Effect.gen(function* () {
        const client = yield* openSession(options)
        yield* tryOperation("restore the tables", () => begin(client))
        yield* refuseUsed(client, backup)
        yield* tryOperation("restore the tables", (signal) => copy(client, backup, signal))
      }),
    )
  })

/** Locks the tables, so that no server that starts meanwhile writes to them. */
const begin = async (client: pg.PoolClient): Promise<void> => {
  await client.query("BEGIN")
  await client.query(withoutLimits)
  const names = (await listTables(client)).map(({ name }) => pg.escapeIdentifier(name))
  await client.query(`LOCK TABLE ${names.join(", ")} IN EXCLUSIVE MODE`)
}

const copy = async (client: pg.PoolClient, backup: TablesToRestore, signal: AbortSignal): Promise<void> => {
  for (const table of backup.tables) {
    const rows = client.query(from(`COPY ${copyTarget(table)} FROM STDIN`))
    await pipeline(Readable.from(backup.read(table)), rows, { signal })
  }
  await client.query("COMMIT")
  // Without statistics the first statements would read whole tables.
  for (const { name } of backup.tables) await client.query(`ANALYZE ${pg.escapeIdentifier(name)}`)
}

const refuseUsed = (client: pg.PoolClient, { schema }: TablesToRestore): Effect.Effect<void, SchemaInUse> =>
  Effect.gen(function* () {
    const present = yield* tryOperation("read the tables", () => readSchemaNumber(client))
    if (present > schema)
      return yield* new SchemaInUse({
        reason: `was migrated further than the backup (${present}, and ${schema}): drop its tables`,
      })
    const used = yield* tryOperation("read the tables", () => findUsedTable(client))
    if (used !== undefined)
      return yield* new SchemaInUse({ reason: `has data already (table ${used}): nothing is overwritten` })
  })

const findUsedTable = async (client: pg.PoolClient): Promise<string | undefined> => {
  for (const { name } of await listTables(client)) {
    const { rows } = await client.query(`SELECT 1 FROM ${pg.escapeIdentifier(name)} LIMIT 1`)
    if (rows.length > 0) return name
  }
  return undefined
}
