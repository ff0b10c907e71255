/** A new storage, and a separate client that reads the rows. */
import { Database } from "@annotary/storage-sql"
import { Effect, Layer } from "effect"
import { layer, type PoolOptions } from "../src/effect.ts"
import { openDatabase } from "./openDatabase.ts"
import { freshSchema } from "./storage.ts"

export const withRows = (options: PoolOptions) =>
  Layer.provideMerge(
    Layer.provide(Database.layer, openDatabase({ ...options, maxConnections: 2 })),
    layer(options),
  )

export const storageAndRows = Layer.unwrapScoped(Effect.map(freshSchema, withRows))

/** Runs text as it is. */
export const rows = <Row extends object>(text: string) =>
  Effect.flatMap(Database, ({ query, sql }) => query("test", sql.unsafe<Row>(text)))

export const count = (table: string) =>
  Effect.map(rows<{ readonly n: number }>(`SELECT count(*)::int AS n FROM ${table}`), ([row]) => row?.n ?? 0)

/** Waits for what happens in the background. */
export const eventually = <R>(what: string, condition: Effect.Effect<boolean, never, R>) =>
  condition.pipe(
    Effect.tap((is) => (is ? Effect.void : Effect.sleep("20 millis"))),
    Effect.repeat({ until: (is) => is }),
    Effect.timeoutFail({
      duration: "10 seconds",
      onTimeout: () => new Error(`It never came true that ${what}.`),
    }),
    Effect.orDie,
  )
