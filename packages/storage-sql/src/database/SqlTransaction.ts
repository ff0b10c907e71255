/**
 * The Transaction port over `withTransaction`. Conflicts arrive as defects of stores or of a failed COMMIT, so defects are
 * examined too. Only the outermost transaction is retried, because only it contains all of the work.
 */
import { StorageFailure, type Transaction } from "@annotary/core/effect"
import * as SqlClient from "@effect/sql/SqlClient"
import * as SqlError from "@effect/sql/SqlError"
import { Cause, Chunk, Context, Data, Effect, Option } from "effect"
import type { DialectShape } from "../dialect/Dialect.ts"
import { insideTransaction, storageFailure } from "./failures.ts"
import { endNoted } from "./transactionEnd.ts"

export type TransactionShape = Context.Tag.Service<typeof Transaction>

/** Wraps the effect's own error, so that it cannot be mistaken for an error of the client. */
class Failed<E> extends Data.TaggedClass("Failed")<{ readonly error: E }> {}

class Conflicted extends Data.TaggedClass("Conflicted")<{ readonly failure: StorageFailure }> {}

export const makeTransaction = (
  transacted: SqlClient.SqlClient["withTransaction"],
  dialect: DialectShape,
): TransactionShape => {
  const attempt = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, Failed<E> | Conflicted, R> =>
    underOwnSpan(effect, (inner) =>
      transacted(Effect.mapError(inner, (error) => new Failed({ error }))),
    ).pipe(
      Effect.catchAllCause((cause): Effect.Effect<never, Failed<E> | Conflicted> => {
        const failure = failureIn(dialect, cause)
        // A cause without a failure of the database holds no SqlError, which is the other member of its error type.
        if (failure === undefined) return Effect.failCause(cause as Cause.Cause<Failed<E>>)
        return !Cause.isInterrupted(cause) && dialect.failure(failure.cause) === "conflict"
          ? Effect.fail(new Conflicted({ failure }))
          : Effect.die(failure)
      }),
    )

  return {
    inside: insideTransaction,
    run: (effect) =>
      Effect.flatMap(insideTransaction, (nested) => {
        const once = endNoted((restore) => attempt(restore(effect)))
        const all = nested ? once : dialect.retry(once, (error) => error._tag === "Conflicted")
        return Effect.catchAllCause(all, (cause) =>
          Effect.failCause(
            Cause.flatMap(cause, (error) =>
              error._tag === "Conflicted" ? Cause.die(error.failure) : Cause.fail(error.error),
            ),
          ),
        )
      }),
  }
}

/**
 * Runs the effect in the caller's context, to which only the transaction's connection is added. Without this the effect would
 * run inside the client's span, and inside a span Effect passes on a copy of an error instead of the error itself.
 */
const underOwnSpan = <A, E, R, A2, E2>(
  effect: Effect.Effect<A, E, R>,
  within: (inner: Effect.Effect<A, E, R>) => Effect.Effect<A2, E2, R>,
): Effect.Effect<A2, E2, R> =>
  Effect.contextWithEffect((outer: Context.Context<R>) =>
    within(
      Effect.mapInputContext(effect, (inner: Context.Context<R>) => {
        const connection = Context.getOption(inner, SqlClient.TransactionConnection)
        return Option.isNone(connection)
          ? outer
          : Context.add(outer, SqlClient.TransactionConnection, connection.value)
      }),
    ),
  )

/** The failure of the database in a cause: a failed BEGIN, SAVEPOINT or COMMIT, or a store's defect. */
const failureIn = <E>(dialect: DialectShape, cause: Cause.Cause<E>): StorageFailure | undefined => {
  for (const problem of [
    ...Chunk.toReadonlyArray(Cause.defects(cause)),
    ...Chunk.toReadonlyArray(Cause.failures(cause)),
  ]) {
    if (problem instanceof StorageFailure) return problem
    if (problem instanceof SqlError.SqlError) return storageFailure(dialect, "Transaction.run", problem.cause)
  }
  return undefined
}
