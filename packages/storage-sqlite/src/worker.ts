/**
 * A worker thread with its own read-only connection, inside one read transaction. It reads the database as it was when the
 * transaction began; readers and writers do not wait for each other. It runs one statement at a time.
 *
 * The thread's program is text, because a file would be TypeScript in tests and JavaScript when built. It is plain JavaScript
 * and imports only the driver, by its resolved path.
 */
import { Worker } from "node:worker_threads"
import { StorageFailure } from "@annotary/core/effect"
import { Data, Effect, Either, type Scope } from "effect"
import { resolveDriver } from "./driver.ts"

const program = `
  const { parentPort, workerData } = require("node:worker_threads")
  const Database = require(workerData.driver)
  const database = new Database(workerData.filename, { readonly: true, fileMustExist: true, timeout: 30000 })
  // Numbers of JSON as JavaScript writes them: SQLite writes fifteen digits.
  database.function("json_number", { deterministic: true }, (value) => JSON.stringify(value))
  const statements = new Map()
  const prepared = (text) => {
    let statement = statements.get(text)
    if (statement === undefined) statements.set(text, (statement = database.prepare(text)))
    return statement
  }
  database.exec("BEGIN")
  parentPort.on("message", (query) => {
    if (query === null) {
      database.close()
      parentPort.close()
      return
    }
    try {
      const rows = prepared(query.text).all(...query.params)
      const bytes = rows.flatMap(Object.values).filter((value) => value instanceof Uint8Array)
      parentPort.postMessage({ rows }, bytes.map(({ buffer }) => buffer))
    } catch (error) {
      parentPort.postMessage({ code: String(error.code), message: String(error.message) })
    }
  })
`

export type Row = Readonly<Record<string, unknown>>

export type RunQuery = (query: {
  readonly text: string
  readonly params: ReadonlyArray<string | number>
}) => Effect.Effect<ReadonlyArray<Row>>

type Answer = { readonly rows: ReadonlyArray<Row> } | { readonly code: string; readonly message: string }

class WorkerEnded extends Data.TaggedError("WorkerEnded")<{ readonly exitCode: number }> {}

/** Starts the thread, which ends with the scope. Failures name `operation`, the purpose of the transaction. */
export const readTransaction = (
  filename: string,
  operation: string,
): Effect.Effect<RunQuery, never, Scope.Scope> =>
  Effect.gen(function* () {
    const reader = yield* Effect.acquireRelease(
      Effect.sync(() => start(filename)),
      stop,
    )
    const turn = yield* Effect.makeSemaphore(1)
    return (query) => turn.withPermits(1)(Effect.flatMap(requestAnswer(reader, query), takeRows(operation)))
  })

interface Reader {
  readonly worker: Worker
  /** Why the thread ended; undefined while it runs. */
  readonly end: () => unknown
}

/** Records the end of the thread at any time: a statement that is sent after it would never be answered. */
const start = (filename: string): Reader => {
  const worker = new Worker(program, {
    eval: true,
    workerData: { driver: resolveDriver(), filename },
    execArgv: [],
  })
  let end: unknown
  worker.on("error", (error) => {
    end ??= error
  })
  worker.on("exit", (exitCode) => {
    end ??= new WorkerEnded({ exitCode })
  })
  return { worker, end: () => end }
}

const requestAnswer = (
  { end, worker }: Reader,
  query: Parameters<RunQuery>[0],
): Effect.Effect<Either.Either<Answer, unknown>> =>
  Effect.async((resume) => {
    const before = end()
    if (before !== undefined) return resume(Effect.succeed(Either.left(before)))
    const finish = (result: Either.Either<Answer, unknown>) => {
      worker.off("message", handleMessage)
      worker.off("error", handleError)
      worker.off("exit", handleExit)
      resume(Effect.succeed(result))
    }
    const handleMessage = (received: Answer) => finish(Either.right(received))
    const handleError = (error: unknown) => finish(Either.left(error))
    const handleExit = (exitCode: number) => finish(Either.left(new WorkerEnded({ exitCode })))
    worker.on("message", handleMessage)
    worker.on("error", handleError)
    worker.on("exit", handleExit)
    worker.postMessage(query)
    // The answer would be taken for that of the next statement, so an interruption ends the thread.
    return Effect.promise(() => worker.terminate())
  })

const takeRows =
  (operation: string) =>
  (result: Either.Either<Answer, unknown>): Effect.Effect<ReadonlyArray<Row>> => {
    const failWith = (cause: unknown) => Effect.die(new StorageFailure({ operation, transient: true, cause }))
    if (Either.isLeft(result)) return failWith(result.left)
    return "rows" in result.right ? Effect.succeed(result.right.rows) : failWith(result.right)
  }

/** Lets the thread close its connection, and waits for at most two seconds. */
const stop = ({ end, worker }: Reader): Effect.Effect<void> =>
  Effect.async<void>((resume) => {
    if (end() !== undefined) return resume(Effect.void)
    worker.once("exit", () => resume(Effect.void))
    worker.postMessage(null)
  }).pipe(
    Effect.timeoutOption("2 seconds"),
    Effect.zipRight(Effect.promise(() => worker.terminate())),
    Effect.asVoid,
  )

/** Runs `PRAGMA quick_check`, which reads the whole file. Returns at most ten problems, one sentence each; none when it is intact. */
export const runQuickCheck = (filename: string): Effect.Effect<ReadonlyArray<string>> =>
  check(filename, "quickCheck", "quick_check")

/** Runs `PRAGMA integrity_check`, which also compares indexes with their tables. Returns what `runQuickCheck` does. */
export const runIntegrityCheck = (filename: string): Effect.Effect<ReadonlyArray<string>> =>
  check(filename, "integrityCheck", "integrity_check")

const check = (
  filename: string,
  operation: string,
  pragma: "quick_check" | "integrity_check",
): Effect.Effect<ReadonlyArray<string>> =>
  Effect.scoped(
    Effect.flatMap(readTransaction(filename, operation), (run) =>
      run({ text: `PRAGMA ${pragma}(10)`, params: [] }),
    ),
  ).pipe(Effect.map((rows) => rows.map((row) => String(row[pragma])).filter((sentence) => sentence !== "ok")))
