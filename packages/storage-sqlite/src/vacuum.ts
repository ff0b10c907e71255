/**
 * Rewrites a database file without deleted rows, in a thread with its own connection: SQLite keeps the bytes of deleted rows until
 * their space is needed. Other writers wait meanwhile.
 */
import { Worker } from "node:worker_threads"
import type * as SqlClient from "@effect/sql/SqlClient"
import * as SqlError from "@effect/sql/SqlError"
import { Effect } from "effect"
import { driverPath } from "./driver.ts"

const program = `
  const { parentPort, workerData } = require("node:worker_threads")
  const Database = require(workerData.driver)
  const database = new Database(workerData.filename, { fileMustExist: true, timeout: 30000 })
  try {
    database.exec("VACUUM")
    // The log may still contain the rows.
    database.pragma("wal_checkpoint(TRUNCATE)")
    parentPort.postMessage(null)
  } catch (error) {
    parentPort.postMessage({ code: String(error.code), message: String(error.message) })
  } finally {
    database.close()
  }
`

/** Vacuums the file of the client's database. Does nothing for a database in memory. */
export const vacuum = (sql: SqlClient.SqlClient): Effect.Effect<void, SqlError.SqlError> =>
  Effect.gen(function* () {
    const files = yield* sql<{ readonly name: string; readonly file: string }>`PRAGMA database_list`
    const filename = files.find(({ name }) => name === "main")?.file ?? ""
    if (filename === "") return
    yield* Effect.async<void, SqlError.SqlError>((resume) => {
      const fail = (cause: unknown) => resume(Effect.fail(new SqlError.SqlError({ cause })))
      const worker = new Worker(program, {
        eval: true,
        workerData: { driver: driverPath(), filename },
        execArgv: [],
      })
      worker.once("message", (failure: { readonly code: string; readonly message: string } | null) => {
        if (failure === null) resume(Effect.void)
        else fail(Object.assign(new Error(failure.message), { code: failure.code }))
      })
      worker.once("error", fail)
      return Effect.promise(() => worker.terminate())
    })
  })
