/**
 * Rewrites a database file without deleted rows, in a thread with its own connection: SQLite keeps the bytes of deleted rows until
 * their space is needed. Other writers wait meanwhile.
 */
import { Worker } from "node:worker_threads"
import type * as SqlClient from "@effect/sql/SqlClient"
import * as SqlError from "@effect/sql/SqlError"
import { Effect } from "effect"
import { resolveDriver } from "./driver.ts"

const program = `
  const { parentPort, workerData } = require("node:worker_threads")
  const Database = require(workerData.driver)
  const database = new Database(workerData.filename, { fileMustExist: true, timeout: workerData.timeout })
  try {
    database.exec("VACUUM")
    // The log may still contain the rows. Reads of the old state keep it, longer than the timeout when they are long.
    const [{ busy }] = database.pragma("wal_checkpoint(TRUNCATE)")
    parentPort.postMessage({ emptied: busy === 0 })
  } catch (error) {
    parentPort.postMessage({ code: String(error.code), message: String(error.message) })
  } finally {
    database.close()
  }
`

type Answer = { readonly emptied: boolean } | { readonly code: string; readonly message: string }

/**
 * Vacuums the file of the client's database. False when a reader kept the log, which may still contain deleted rows. Does nothing for a
 * database in memory.
 */
export const compactFile = (
  sql: SqlClient.SqlClient,
  timeout = 30_000,
): Effect.Effect<boolean, SqlError.SqlError> =>
  Effect.gen(function* () {
    const files = yield* sql<{ readonly name: string; readonly file: string }>`PRAGMA database_list`
    const filename = files.find(({ name }) => name === "main")?.file ?? ""
    if (filename === "") return true
    return yield* Effect.async<boolean, SqlError.SqlError>((resume) => {
      const fail = (cause: unknown) => resume(Effect.fail(new SqlError.SqlError({ cause })))
      const worker = new Worker(program, {
        eval: true,
        workerData: { driver: resolveDriver(), filename, timeout },
        execArgv: [],
      })
      worker.once("message", (answer: Answer) => {
        if ("emptied" in answer) resume(Effect.succeed(answer.emptied))
        else fail(Object.assign(new Error(answer.message), { code: answer.code }))
      })
      worker.once("error", fail)
      return Effect.promise(() => worker.terminate())
    })
  })
