/** What goes wrong with a database, and how long it is waited for. */
import { StorageFailure } from "@annotary/core/effect"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Option, Schedule } from "effect"
import type { Dialect } from "./Dialect.ts"

/** How long a writer waits for others: soon again at first, at most a twentieth of a second apart, 30 seconds in all. */
export const patience = Schedule.exponential("1 millis", 1.6).pipe(
  Schedule.union(Schedule.spaced("50 millis")),
  Schedule.jittered,
  Schedule.upTo("30 seconds"),
)

export const storageFailure = (dialect: Dialect, operation: string, cause: unknown): StorageFailure =>
  new StorageFailure({ operation, transient: dialect.failure(cause) !== "final", cause })

/** Whether the calling fiber is inside a transaction. */
export const insideTransaction: Effect.Effect<boolean> = Effect.map(
  Effect.serviceOption(SqlClient.TransactionConnection),
  Option.isSome,
)
