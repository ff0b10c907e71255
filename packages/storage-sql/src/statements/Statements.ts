/** How statements are run: as templates of `sql`, or as texts on the caller's connection. */
import type { SqlClient, SqlError, Statement } from "@effect/sql"
import type { Effect, Option } from "effect"
import type { Execute, Run } from "./query.ts"

export interface Statements {
  readonly sql: SqlClient.SqlClient
  /** Runs one statement. Outside of a transaction a conflict with another writer is retried. */
  readonly query: <A>(operation: string, statement: Effect.Effect<A, SqlError.SqlError>) => Effect.Effect<A>
  /** Runs several statements as one: within the caller's transaction, else in one of their own. */
  readonly atomic: <A>(operation: string, statements: Effect.Effect<A, SqlError.SqlError>) => Effect.Effect<A>
  /** As `atomic`, for one write whose answer nobody needs: within a transaction the caller may go on before it has come. */
  readonly send: (
    operation: string,
    statement: Effect.Effect<unknown, SqlError.SqlError>,
  ) => Effect.Effect<void>
  /** Runs a statement inside a transaction, in a savepoint; none when it failed as expected. */
  readonly unless: <A>(
    isExpected: (cause: unknown) => boolean,
    statement: Effect.Effect<A, SqlError.SqlError>,
  ) => Effect.Effect<Option.Option<A>, SqlError.SqlError>
  /** A clause that locks what a SELECT reads, inside a transaction; outside of one, where a lock would be for nothing, none. */
  readonly whileInside: (clause: string) => Effect.Effect<Statement.Fragment>
  /**
   * Runs texts on one connection, the transaction's inside of one; outside of one, others may come in between two texts. No
   * template and no span, which take most of the time of a short statement.
   */
  readonly direct: <A>(
    work: (run: Run) => Effect.Effect<A, SqlError.SqlError>,
  ) => Effect.Effect<A, SqlError.SqlError>
  /** Runs one text with `?` for its parameters as `direct` does. */
  readonly execute: Execute
}
