/**
 * The client of an engine's transaction, for the application's own statements. They commit or roll back with the engine's calls,
 * run one after the other with them, and fail after the end of the transaction.
 */
import type { TransactionApi } from "@annotary/core"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Option } from "effect"
import type { ClientBase, PoolClient } from "pg"
import { JoinRefused } from "./joinTransaction.ts"

/**
 * Returns the client of a transaction: `engine.transaction(async (tx) => { const client = await transactionClient(tx) … })`. Use
 * it for `client.query(…)`, directly or through a query builder. Do not release or end it, or send BEGIN, COMMIT or ROLLBACK.
 */
export const transactionClient = async (tx: TransactionApi): Promise<PoolClient> =>
  guardClient(tx, await tx.runPromise(clientOfTransaction))

const clientOfTransaction = Effect.flatMap(Effect.serviceOption(SqlClient.TransactionConnection), (found) => {
  const client: unknown = Option.isSome(found) ? Reflect.get(found.value[0], "pg") : undefined
  return isClient(client)
    ? Effect.succeed(client)
    : new JoinRefused({ reason: "the engine is not on Postgres" })
})

const isClient = (value: unknown): value is PoolClient =>
  typeof value === "object" && value !== null && "query" in value && typeof value.query === "function"

const guardClient = (tx: TransactionApi, client: PoolClient): PoolClient =>
  new Proxy(client, {
    get: (target, key) => {
      if (key === "query") return (...args: ReadonlyArray<unknown>) => query(tx, target, args)
      if (refused.has(key)) return refuse
      const value: unknown = Reflect.get(target, key)
      return typeof value === "function" ? value.bind(target) : value
    },
  })

/** Returns a Promise, or calls a callback, like the driver. */
const query = (tx: TransactionApi, client: ClientBase, args: ReadonlyArray<unknown>): unknown => {
  const [first] = args
  if (typeof first === "object" && first !== null && "submit" in first)
    throw new JoinRefused({ reason: "cursors and streams need your own client and joinTransaction" })
  const last = args.at(-1)
  const callback = typeof last === "function" ? last : undefined
  const rest = callback === undefined ? args : args.slice(0, -1)
  const result = tx.runPromise(
    Effect.tryPromise({
      // Without a callback, which was removed above, every overload of the driver returns a Promise.
      try: () => Reflect.apply(client.query, client, rest) as unknown as Promise<unknown>,
      catch: (cause) => cause,
    }),
  )
  if (callback === undefined) return result
  result.then(
    (value) => callback(null, value),
    (cause) => callback(cause),
  )
  return undefined
}

const refused: ReadonlySet<string | symbol> = new Set(["release", "end", "connect"])

const refuse = (): never => {
  throw new JoinRefused({ reason: "its client belongs to the engine, which releases it" })
}
