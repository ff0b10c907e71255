/** Failures of a database. */
import { StorageFailure } from "@annotary/core/effect"
import * as SqlClient from "@effect/sql/SqlClient"
import { Context, Effect, Option } from "effect"
import type { DialectShape } from "../dialect/Dialect.ts"

/** The defect that a failed statement becomes. */
export const makeStorageFailure = (
  dialect: Pick<DialectShape, "failure">,
  operation: string,
  cause: unknown,
): StorageFailure => new StorageFailure({ operation, transient: dialect.failure(cause) !== "final", cause })

/** Whether the calling fiber is inside a transaction. */
export const insideTransaction: Effect.Effect<boolean> = Effect.withFiberRuntime((fiber) =>
  Effect.succeed(isInside(fiber.currentContext)),
)

export const isInside = (context: Context.Context<never>): boolean =>
  Option.isSome(Context.getOption(context, SqlClient.TransactionConnection))

/** The driver's error code, on the error or on one of its causes; empty where there is none. */
export const readErrorCode = (cause: unknown): string => {
  let at = cause
  for (let depth = 0; depth < 5 && typeof at === "object" && at !== null; depth++) {
    if ("code" in at && typeof at.code === "string") return at.code
    at = "cause" in at ? at.cause : undefined
  }
  return ""
}
