/**
 * Counts SQL statements where the drivers send them, BEGIN and COMMIT included: whatever is built on the drivers, no statement
 * passes uncounted. Only notifications of Postgres do, because calls within 25 milliseconds share one.
 */
import Database from "better-sqlite3"
import pg from "pg"

export interface StatementCounter extends Disposable {
  /** The statements so far, of all connections of this thread. */
  readonly statements: () => number
}

/** Counts until it is disposed. */
export const countStatements = (): StatementCounter => {
  let statements = 0
  const count = () => {
    statements += 1
  }
  const notifying = new WeakSet<object>()
  const connection = pg.Connection.prototype
  const taps = [
    ...["run", "all", "get", "iterate"].map((method) => watchMethod(getStatementClass(), method, count)),
    watchMethod(Database.prototype, "exec", count),
    watchMethod(connection, "parse", (on, statement) => {
      if (isNotification(getText(statement))) notifying.add(on)
    }),
    watchMethod(connection, "execute", (on) => {
      if (!notifying.delete(on)) count()
    }),
    watchMethod(connection, "query", (_, text) => {
      if (!isNotification(text)) count()
    }),
  ]
  return {
    statements: () => statements,
    [Symbol.dispose]: () => {
      for (const restore of taps) restore()
    },
  }
}

type Watch = (target: object, argument: unknown) => void

const isNotification = (text: unknown): boolean => typeof text === "string" && text.includes("pg_notify(")

const getText = (statement: unknown): unknown =>
  typeof statement === "object" && statement !== null && "text" in statement ? statement.text : undefined

/** The class of statements, which the driver does not export. */
const getStatementClass = (): object => {
  const database = new Database(":memory:")
  try {
    return Object.getPrototypeOf(database.prepare("SELECT 1"))
  } finally {
    database.close()
  }
}

/** Calls `note` before each call of the method. Returns a function that restores the method. */
const watchMethod = (target: object, method: string, note: Watch): (() => void) => {
  const original: unknown = Reflect.get(target, method)
  if (typeof original !== "function") throw new Error(`The driver has no method ${method}.`)
  Reflect.set(target, method, function (this: object, ...args: ReadonlyArray<unknown>) {
    note(this, args[0])
    return Reflect.apply(original, this, args)
  })
  return () => void Reflect.set(target, method, original)
}
