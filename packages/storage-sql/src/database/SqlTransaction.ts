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
import { insideTransaction, isInside, storageFailure } from "./failures.ts"
import { makeNotes, Notes, passOn } from "./transactionEnd.ts"

export type TransactionShape = Context.Tag.Service<typeof Transaction>

class Conflicted extends Data.TaggedClass("Conflicted")<{ readonly failure: StorageFailure }> {}

export const makeTransaction = (
  transactions: Transactions,
  dialect: Pick<DialectShape, "retry" | "failure">,
): TransactionShape => {
  /** The failure of an attempt. A failure of the database takes the place of all that followed from it. */
  const failed = <E>(cause: Cause.Cause<E>): Effect.Effect<never, E | Conflicted> => {
    const failure = failureIn(cause)
    if (failure === undefined) return Effect.failCause(cause)
    return !Cause.isInterrupted(cause) && dialect.failure(failure.cause) === "conflict"
      ? Effect.fail(new Conflicted({ failure }))
      : Effect.die(failure)
  }
  const refused = ({ cause }: SqlError.SqlError) =>
    failed(Cause.die(storageFailure(dialect, "Transaction.run", cause)))

  const attempt = <A, E, R>(
    body: Effect.Effect<A, E, R>,
    waits: boolean,
  ): Effect.Effect<A, E | Conflicted, R> =>
    Effect.uninterruptibleMask((restore) =>
      Effect.withFiberRuntime<A, E | Conflicted, R>(({ currentContext: outer }) => {
        const found = Context.getOption(outer, SqlClient.TransactionConnection)
        const depth = Option.isSome(found) ? found.value[1] + 1 : 0
        const begin = Option.isSome(found)
          ? savepoint(transactions, found.value[0], depth)
          : transactions.begin(restore, waits)
        const notes = makeNotes()
        const leave = FiberRef.set(FiberRef.currentContext, outer)
        const end = (
          { commit, rollback }: Begun,
          exit: Exit.Exit<A, E>,
        ): Effect.Effect<A, E | Conflicted> => {
          if (Exit.isFailure(exit))
            return Effect.flatMap(rollback, () => {
              notes.end((note) => note("undone"))
              return failed(exit.cause)
            })
          return Effect.matchEffect(commit, {
            onSuccess: () => {
              notes.end(passOn(outer))
              return exit
            },
            onFailure: (error) => {
              notes.end((note) => note("undone"))
              return refused(error)
            },
          })
        }
        return Effect.matchEffect(begin, {
          onFailure: refused,
          onSuccess: (begun) => {
            const inner = Context.add(
              Context.add(outer, SqlClient.TransactionConnection, [begun.connection, depth]),
              Notes,
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
        const once = attempt(effect, waits)
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
const savepoint = (
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
const failureIn = (cause: Cause.Cause<unknown>): StorageFailure | undefined => {
  for (const defect of Cause.defects(cause)) if (defect instanceof StorageFailure) return defect
  return undefined
}
