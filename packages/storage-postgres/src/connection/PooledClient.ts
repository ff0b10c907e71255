/**
 * A connection of Annotary's own pool. It notices answers after which it should not be used again, does not wait for ever for a
 * server that is gone without a word, and, as a `PreparingClient`, gives often used statements a name.
 * @effect/sql-pg sends every statement without one, which takes about twice the time for short ones.
 */
import type pg from "pg"
import { PipelinedClient } from "./PipelinedClient.ts"
import { nameOf } from "./preparedNames.ts"

type Callback = (error: Error | null, result: unknown) => void

export class PooledClient extends PipelinedClient {
  /** True once the session answered as a new one would not: it is ending, its server became a read-only standby, or did not answer in time. */
  spent = false
  readonly #patience: number
  #unanswered = 0
  #impatience: NodeJS.Timeout | undefined

  constructor(config?: pg.ClientConfig) {
    super(config)
    const limit = config?.statement_timeout
    this.#patience = typeof limit === "number" && limit > 0 ? limit + graceMillis : 0
  }

  // `never`: the driver's overloads return a Promise, a query or nothing, which no one type says.
  /** Whatever has another form than @effect/sql-pg's own statements, such as a cursor or a COPY, is passed on as it is. */
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
    const done: Callback = (error, result) => {
      // The driver calls twice for what it could not even write.
      if (!heard) this.#heard()
      heard = true
      if (error !== null && endsSession(error)) this.spent = true
      callback(error, result)
    }
    Reflect.apply(super.query, this, [...statement, done])
  }

  /** Of several that are on their way, each has its time from the answer to the one before. */
  #heard(): void {
    this.#unanswered -= 1
    if (this.#unanswered > 0) {
      this.#impatience?.refresh()
      return
    }
    clearTimeout(this.#impatience)
    this.#impatience = undefined
  }

  /** The server has not answered: whether a statement was done, nobody knows. */
  giveUp(): void {
    this.spent = true
    this.connection.stream.destroy(
      Object.assign(new Error("The database did not answer in time."), { code: "ETIMEDOUT" }),
    )
  }
}

const graceMillis = 5000

export class PreparingClient extends PooledClient {
  /** What became of names that this session lost: another one, so that nothing that is still there is met. */
  readonly #renamed = new Map<string, string>()
  #generation = 0
  #losses = 0

  protected override run(text: string, values: ReadonlyArray<unknown>, callback: Callback): void {
    const name = values.length === 0 || this.#losses > mostLosses ? undefined : nameOf(text)
    if (name === undefined) this.send([text, values], callback)
    else this.#runNamed(name, text, values, callback)
  }

  #runNamed(name: string, text: string, values: ReadonlyArray<unknown>, callback: Callback): void {
    this.send([{ name: this.#renamed.get(name) ?? name, text, values }], (error, result) => {
      const lost = error !== null && wasLost(error)
      if (lost) this.#rename(name, error)
      // Nothing was done. Inside a transaction all of it has to begin again; alone, this is the only one who knows.
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

/** After so many, a pooler is between us and the session, and names are useless. */
const mostLosses = 3

/** Another process changed the table: the statement that was prepared would answer in another form. */
const isOutdated = (error: Error): boolean =>
  codeOf(error) === "0A000" && "routine" in error && error.routine === "RevalidateCachedQuery"

/** Outdated, unknown to this session (as after DISCARD ALL), or known to it already. */
const wasLost = (error: Error): boolean =>
  isOutdated(error) || codeOf(error) === "26000" || codeOf(error) === "42P05"

const endsSession = (error: Error): boolean => /^(08|57P|25006|25P03|25P04)/.test(codeOf(error))

const codeOf = (error: Error): string => ("code" in error && typeof error.code === "string" ? error.code : "")
