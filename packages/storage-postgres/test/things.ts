/** A database with one table of numbers, for tests of transactions. */
import { Database } from "@annotary/storage-sql"
import { Cause, Effect, Exit, Layer } from "effect"
import { layerClient, layerPool, PostgresPool } from "../src/connection/client.ts"
import { PostgresDialect } from "../src/dialect/PostgresDialect.ts"
import { freshSchema } from "./storage.ts"

/** A database with one empty table, and the pool under it. */
export const database = Layer.unwrapScoped(
  Effect.map(freshSchema, (options) => {
    const schema = options.schema ?? ""
    const pool = layerPool({ ...options, maxConnections: 3 })
    return Layer.effectDiscard(
      Effect.flatMap(PostgresPool, (own) =>
        Effect.promise(async () => {
          await own.query(`CREATE SCHEMA ${schema}`)
          await own.query("CREATE TABLE things (id int PRIMARY KEY)")
        }),
      ),
    ).pipe(
      Layer.provideMerge(Layer.provide(Database.layer, Layer.merge(layerClient, PostgresDialect))),
      Layer.provideMerge(pool),
    )
  }),
)

export const problemOf = <A>(exit: Exit.Exit<A, unknown>): unknown =>
  Exit.isFailure(exit) ? Cause.squash(exit.cause) : exit

export const insert = (id: number) =>
  Effect.flatMap(Database, ({ query, sql }) => query("insert", sql`INSERT INTO things ${sql.insert({ id })}`))

export const ids = Effect.flatMap(Database, ({ query, sql }) =>
  query("read", sql<{ id: number }>`SELECT id FROM things ORDER BY id`),
).pipe(Effect.map((rows) => rows.map(({ id }) => id)))

export const ownPid = Effect.flatMap(Database, ({ query, sql }) =>
  query("pid", sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`),
).pipe(Effect.map(([row]) => row?.pid ?? 0))

export const inTransaction = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Database, ({ transaction }) => transaction.run(effect))
