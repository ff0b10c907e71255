/** What goes wrong with a database. */
import { StorageFailure } from "@annotary/core/effect"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Option } from "effect"
import type { DialectShape } from "../dialect/Dialect.ts"

export const storageFailure = (dialect: DialectShape, operation: string, cause: unknown): StorageFailure =>
  new StorageFailure({ operation, transient: dialect.failure(cause) !== "final", cause })

/** Whether the calling fiber is inside a transaction. */
export const insideTransaction: Effect.Effect<boolean> = Effect.map(
  Effect.serviceOption(SqlClient.TransactionConnection),
  Option.isSome,
)
