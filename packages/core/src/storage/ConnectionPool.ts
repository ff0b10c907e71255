import { Context, Option } from "effect"

/** The connections of a storage's pool in this process. */
export interface PoolUse {
  /** The maximum number of connections. */
  readonly limit: number
  readonly busy: number
  readonly idle: number
  /** Callers that wait for a connection. */
  readonly waiting: number
}

/** Reads the use of the storage's connection pool. None for storages without one, which is the default. */
export class ConnectionPool extends Context.Reference<ConnectionPool>()("@annotary/core/ConnectionPool", {
  defaultValue: (): (() => Option.Option<PoolUse>) => Option.none,
}) {}
