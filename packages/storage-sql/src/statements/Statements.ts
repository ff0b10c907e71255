/** Statements as text with positional parameters, and the services that run them. */
import type { SqlClient, SqlError, Statement } from "@effect/sql"
import type { Effect, Option } from "effect"
import type { Primitive, RawRow } from "../rows/columns.ts"

/** Runs statements, inside the open transaction where there is one. */
export interface Statements {
  readonly sql: SqlClient.SqlClient
  /** Runs one statement. Outside of a transaction a conflict with another writer is retried. */
  readonly query: <A>(operation: string, statement: Effect.Effect<A, SqlError.SqlError>) => Effect.Effect<A>
  /** Runs several statements atomically: within the caller's transaction, else in a new one. */
  readonly atomic: <A>(operation: string, statements: Effect.Effect<A, SqlError.SqlError>) => Effect.Effect<A>
  /** Like `atomic`, for one write whose result is not needed: inside a transaction the caller may continue before the answer. */
  readonly send: (
    operation: string,
    statement: Effect.Effect<unknown, SqlError.SqlError>,
  ) => Effect.Effect<void>
  /** Runs a statement in a savepoint of the open transaction; none when it failed as expected. */
  readonly unless: <A>(
    isExpected: (cause: unknown) => boolean,
    statement: Effect.Effect<A, SqlError.SqlError>,
  ) => Effect.Effect<Option.Option<A>, SqlError.SqlError>
  /** A clause that locks the rows that a SELECT reads; empty outside of a transaction, where a lock would end at once. */
  readonly whileInside: (clause: string) => Effect.Effect<Statement.Fragment>
  /** Runs a text with the parameters of the database. Uses no template and no span, which would take most of the time of a short statement. */
  readonly run: Run
  /** Runs a text with `?` for its parameters, like `run`. */
  readonly execute: Execute
  /** The same for a text without RETURNING: the number of rows that it inserted, changed or deleted. */
  readonly change: Change
}

export interface Query {
  readonly text: string
  readonly params: ReadonlyArray<string | number>
}

/** A query whose parameters may be null, or lists for databases that accept arrays. */
export interface ListQuery {
  readonly text: string
  readonly params: ReadonlyArray<Primitive | ReadonlyArray<Primitive>>
}

export type Rows = Effect.Effect<ReadonlyArray<RawRow>, SqlError.SqlError>

export type Run = (query: ListQuery) => Rows

export type Change = (text: string, params: ListQuery["params"]) => Effect.Effect<number, SqlError.SqlError>

/** Runs a text whose parameters are `?` on the caller's connection. */
export type Execute = (text: string, params: ListQuery["params"]) => Rows
