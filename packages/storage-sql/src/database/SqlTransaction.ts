/**
 * The Transaction port: BEGIN, the body, and COMMIT or ROLLBACK; inside of a transaction a savepoint. Written in few steps of its
 * fiber, because every write pays for them. Conflicts arrive as defects of stores or from BEGIN and COMMIT. Only the outermost
 * transaction is retried, because only it contains all of the work.
 */
import { StorageFailure, type Transaction } from "@annotary/core/effect"
import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlConnection from "@effect/sql/SqlConnection"
import type * as SqlError from "@effect/sql/SqlError"
import { Cause, Context, Data, Effect, Exit, FiberRef, Option } from "effect"
import type { DialectShape } from "../dialect/Dialect.ts"
import type { Begun, Transactions } from "../dialect/transactions.ts"
import { insideTransaction, isInside, makeStorageFailure } from "./failures.ts"
import { EndCallbacks, forwardCallback, makeEndCallbacks } from "./transactionEnd.ts"

export type TransactionShape = Context.Tag.Service<typeof Transaction>

class Conflicted extends Data.TaggedClass("Conflicted")<{ readonly failure: StorageFailure }> {}

export const makeTransaction = (
  transactions: Transactions,
  dialect: Pick<DialectShape, "retry" | "failure">,
): TransactionShape => {
  /** The failure of an attempt. A failure of the database takes the place of all that followed from it. */
  const failAttempt = <E>(cause: Cause.Cause<E>): Effect.Effect<never, E | Conflicted> => {
    const failure = findFailure(cause)
    if (failure === undefined) return Effect.failCause(cause)
    return !Cause.isInterrupted(cause) && dialect.failure(failure.cause) === "conflict"
      ? Effect.fail(new Conflicted({ failure }))
      : Effect.die(failure)
  }
  const failStatement = ({ cause }: SqlError.SqlError) =>
    failAttempt(Cause.die(makeStorageFailure(dialect, "Transaction.run", cause)))

  const runOnce = <A, E, R>(
    body: Effect.Effect<A, E, R>,
    waits: boolean,
  ): Effect.Effect<A, E | Conflicted, R> =>
    Effect.uninterruptibleMask((restore) =>
      Effect.withFiberRuntime<A, E | Conflicted, R>(({ currentContext: outer }) => {
        const openConnection = Context.getOption(outer, SqlClient.TransactionConnection)
        const depth = Option.isSome(openConnection) ? openConnection.value[1] + 1 : 0
        const begin = Option.isSome(openConnection)
          ? beginSavepoint(transactions, openConnection.value[0], depth)
          : transactions.begin(restore, waits)
        const notes = makeEndCallbacks()
        const leave = FiberRef.set(FiberRef.currentContext, outer)
        const end = (
          { commit, rollback }: Begun,
          exit: Exit.Exit<A, E>,
        ): Effect.Effect<A, E | Conflicted> => {
          if (Exit.isFailure(exit))
            return Effect.flatMap(rollback, () => {
              notes.end((note) => note("undone"))
              return failAttempt(exit.cause)
            })
          return Effect.matchEffect(commit, {
            onSuccess: () => {
              notes.end(forwardCallback(outer))
              return exit
            },
            onFailure: (error) => {
              notes.end((note) => note("undone"))
              return failStatement(error)
            },
          })
        }
        return Effect.matchEffect(begin, {
          onFailure: failStatement,
          onSuccess: (begun) => {
            const inner = Context.add(
              Context.add(outer, SqlClient.TransactionConnection, [begun.connection, depth]),
              EndCallbacks,
              notes,
            )
            return Effect.zipRight(
              FiberRef.set(FiberRef.currentContext, inner),
              Effect.flatMap(Effect.exit(restore(transactions.body(body))), (exit) =>
                Effect.zipRight(leave, end(begun, exit)),
              ),
            )
          },
        })
      }),
    )

  return {
    inside: insideTransaction,
    run: (effect, { waits = false } = {}) =>
      Effect.withFiberRuntime((fiber) => {
        const once = runOnce(effect, waits)
        const all = isInside(fiber.currentContext)
          ? once
          : dialect.retry(once, (error) => error instanceof Conflicted)
        return Effect.catchAllCause(all, (cause) =>
          Effect.failCause(
            Cause.flatMap(cause, (error) =>
              error instanceof Conflicted ? Cause.die(error.failure) : Cause.fail(error),
            ),
          ),
        )
      }),
  }
}

/** A savepoint is part of its transaction: only a failure ends it. */
const beginSavepoint = (
  { beforeSavepoint }: Transactions,
  connection: SqlConnection.Connection,
  depth: number,
): Effect.Effect<Begun, SqlError.SqlError> => {
  const run = (text: string) => connection.executeUnprepared(text, [], undefined)
  const begun = {
    connection,
    commit: Effect.void,
    // When this fails the connection is broken, and the whole transaction is rolled back.
    rollback: Effect.ignore(Effect.suspend(() => run(`ROLLBACK TO SAVEPOINT annotary_${depth}`))),
  }
  return Effect.zipRight(
    beforeSavepoint,
    Effect.map(
      Effect.suspend(() => run(`SAVEPOINT annotary_${depth}`)),
      () => begun,
    ),
  )
}

/** The failure of the database in a cause, which a store reports as a defect. */
const findFailure = (cause: Cause.Cause<unknown>): StorageFailure | undefined => {
  for (const defect of Cause.defects(cause)) if (defect instanceof StorageFailure) return defect
  return undefined
}
