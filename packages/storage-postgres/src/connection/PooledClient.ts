/**
 * A connection of Annotary's own pool. It detects errors after which it must not be reused, and closes itself when the server
 * does not answer in time. The class of {@link makePreparingClient} also names frequent statements, so that Postgres parses them once:
 * @effect/sql-pg sends every statement unnamed, which takes about twice the time for short statements.
 */
import type pg from "pg"
import { PipelinedClient } from "./PipelinedClient.ts"
import { type FindStatementName, makeStatementNames } from "./preparedNames.ts"

type Callback = (error: Error | null, result: unknown) => void

export class PooledClient extends PipelinedClient {
  /** True when the connection must not be reused: the session is ending, its server is read-only, or it did not answer in time. */
  spent = false
  readonly #patience: number
  #unanswered = 0
  #impatience: NodeJS.Timeout | undefined

  constructor(config?: pg.ClientConfig) {
    super(config)
    const limit = config?.statement_timeout
    this.#patience = typeof limit === "number" && limit > 0 ? limit + graceMillis : 0
  }

  /** Runs the statements of @effect/sql-pg; all other queries, such as cursors and COPY, are passed on unchanged. */
  // `never`: the driver's overloads return a Promise, a query or nothing, which no one type expresses.
  override query(...args: ReadonlyArray<unknown>): never {
    const [text, values, callback] = args
    if (typeof text !== "string" || !Array.isArray(values) || typeof callback !== "function")
      return Reflect.apply(super.query, this, args) as never
    this.run(text, values, (error, result) => callback(error, result))
    return undefined as never
  }

  protected run(text: string, values: ReadonlyArray<unknown>, callback: Callback): void {
    this.send([text, values], callback)
  }

  protected send(statement: ReadonlyArray<unknown>, callback: Callback): void {
    this.#unanswered += 1
    if (this.#patience > 0) this.#impatience ??= setTimeout(() => this.giveUp(), this.#patience)
    let heard = false
    const handleResult: Callback = (error, result) => {
      // The driver calls back twice for a statement that it could not write.
      if (!heard) this.#recordAnswer()
      heard = true
      if (error !== null && isSessionEnd(error)) this.spent = true
      callback(error, result)
    }
    Reflect.apply(super.query, this, [...statement, handleResult])
  }

  /** Restarts the time limit with each answer while others are outstanding. */
  #recordAnswer(): void {
    this.#unanswered -= 1
    if (this.#unanswered > 0) {
      this.#impatience?.refresh()
      return
    }
    clearTimeout(this.#impatience)
    this.#impatience = undefined
  }

  /** Whether all statements are answered within `millis`, or the connection is closed. */
  waitUntilIdle(millis: number): Promise<boolean> {
    if (this.#unanswered === 0 || this.spent) return Promise.resolve(true)
    return new Promise((resolve) => {
      const handleDrain = () => {
        clearTimeout(timer)
        resolve(true)
      }
      const timer = setTimeout(() => {
        this.off("drain", handleDrain)
        resolve(false)
      }, millis)
      this.once("drain", handleDrain)
    })
  }

  /** Closes a connection whose server does not answer; whether its statements were executed is unknown. */
  giveUp(): void {
    this.spent = true
    this.connection.stream.destroy(
      Object.assign(new Error("The database did not answer in time."), { code: "ETIMEDOUT" }),
    )
  }
}

const graceMillis = 5000

abstract class PreparingClient extends PooledClient {
  /** Shared by all connections of the pool. */
  protected abstract readonly findName: FindStatementName
  /** New names of statements that this session lost, so that they cannot collide with a statement that still exists. */
  readonly #renamed = new Map<string, string>()
  #generation = 0
  #losses = 0

  protected override run(text: string, values: ReadonlyArray<unknown>, callback: Callback): void {
    const name = values.length === 0 || this.#losses > mostLosses ? undefined : this.findName(text)
    if (name === undefined) this.send([text, values], callback)
    else this.#runNamed(name, text, values, callback)
  }

  #runNamed(name: string, text: string, values: ReadonlyArray<unknown>, callback: Callback): void {
    this.send([{ name: this.#renamed.get(name) ?? name, text, values }], (error, result) => {
      const lost = error !== null && wasLost(error)
      if (lost) this.#rename(name, error)
      // The statement was not executed. Outside of a transaction it is sent again here; a transaction must be retried as a whole.
      if (lost && this.getTransactionStatus() === "I") this.send([text, values], callback)
      else callback(error, result)
    })
  }

  #rename(name: string, error: Error): void {
    if (!isOutdated(error)) this.#losses += 1
    this.#generation += 1
    this.#renamed.set(name, `${name}_${this.#generation}`)
  }
}

/** Makes the class of the connections of one pool, which count the uses of statements together. */
export const makePreparingClient = (): typeof PooledClient => {
  const findName = makeStatementNames()
  return class extends PreparingClient {
    protected override readonly findName = findName
  }
}

/** After so many losses a pooler is assumed between client and session, and statements are no longer named. */
const mostLosses = 3

/** Whether the result of a prepared statement has changed, because another process altered the table. */
const isOutdated = (error: Error): boolean =>
  getErrorCode(error) === "0A000" && "routine" in error && error.routine === "RevalidateCachedQuery"

/** Whether a name cannot be used: outdated, unknown to this session (as after DISCARD ALL), or taken. */
const wasLost = (error: Error): boolean =>
  isOutdated(error) || getErrorCode(error) === "26000" || getErrorCode(error) === "42P05"

const isSessionEnd = (error: Error): boolean => /^(08|57P|25006|25P03|25P04)/.test(getErrorCode(error))

const getErrorCode = (error: Error): string =>
  "code" in error && typeof error.code === "string" ? error.code : ""
