/**
 * The connection of an engine's transaction, for the application's own statements: what they write is kept or lost with what the
 * engine's calls do. They run one after the other with those, and none after the transaction's end.
 */
import type { TransactionApi } from "@annotary/core"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Option } from "effect"
import type { ClientBase, PoolClient } from "pg"
import { JoinRefused } from "./joinTransaction.ts"

/**
 * `engine.transaction(async (tx) => { const client = await transactionClient(tx) … })`. A client for `client.query(…)`, also by
 * way of a query builder; it is neither released nor ended, and BEGIN, COMMIT and ROLLBACK are the engine's.
 */
export const transactionClient = async (tx: TransactionApi): Promise<PoolClient> =>
  guarded(tx, await tx.runPromise(clientOfTransaction))

const clientOfTransaction = Effect.flatMap(Effect.serviceOption(SqlClient.TransactionConnection), (found) => {
  const client: unknown = Option.isSome(found) ? Reflect.get(found.value[0], "pg") : undefined
  return isClient(client)
    ? Effect.succeed(client)
    : new JoinRefused({ reason: "the engine is not on Postgres" })
})

const isClient = (value: unknown): value is PoolClient =>
  typeof value === "object" && value !== null && "query" in value && typeof value.query === "function"

const guarded = (tx: TransactionApi, client: PoolClient): PoolClient =>
  new Proxy(client, {
    get: (target, key) => {
      if (key === "query") return (...args: ReadonlyArray<unknown>) => query(tx, target, args)
      if (refused.has(key)) return refuse
      const value: unknown = Reflect.get(target, key)
      return typeof value === "function" ? value.bind(target) : value
    },
  })

/** Answers a Promise, or calls back, as the driver does. */
const query = (tx: TransactionApi, client: ClientBase, args: ReadonlyArray<unknown>): unknown => {
  const [first] = args
  if (typeof first === "object" && first !== null && "submit" in first)
    throw new JoinRefused({ reason: "cursors and streams need a client of your own, and joinTransaction" })
  const last = args.at(-1)
  const callback = typeof last === "function" ? last : undefined
  const rest = callback === undefined ? args : args.slice(0, -1)
  const result = tx.runPromise(
    Effect.tryPromise({
      // Without a callback, which was taken off above, every overload of the driver returns a Promise.
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
