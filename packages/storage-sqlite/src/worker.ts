/**
 * A thread with a read-only connection of its own, inside one read transaction: what it reads is the database as it was when
 * the transaction began, and neither side waits for the other. It answers one statement at a time.
 *
 * The thread's program is text, because a worker is started from a file or from text: a file would be TypeScript under tests
 * and JavaScript when built. It is plain JavaScript, uses nothing but the driver, whose resolved path it is given.
 */
import { createRequire } from "node:module"
import { Worker } from "node:worker_threads"
import { StorageFailure } from "@annotary/core/effect"
import { Data, Effect, Either, type Scope } from "effect"

const program = `
  const { parentPort, workerData } = require("node:worker_threads")
  const Database = require(workerData.driver)
  const database = new Database(workerData.filename, { readonly: true, fileMustExist: true, timeout: 30000 })
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

/** Starts the thread; the scope's end ends it. Failures name `operation`, what the transaction is for. */
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
    return (query) => turn.withPermits(1)(Effect.flatMap(answer(reader, query), rowsOf(operation)))
  })

interface Reader {
  readonly worker: Worker
  /** Why it ended, once it has. */
  readonly end: () => unknown
}

/** What happens to the thread is heard at any time: a question put to one that has ended would never be answered. */
const start = (filename: string): Reader => {
  const driver = createRequire(import.meta.url).resolve("better-sqlite3")
  const worker = new Worker(program, { eval: true, workerData: { driver, filename }, execArgv: [] })
  let end: unknown
  worker.on("error", (error) => {
    end ??= error
  })
  worker.on("exit", (exitCode) => {
    end ??= new WorkerEnded({ exitCode })
  })
  return { worker, end: () => end }
}

const answer = (
  { end, worker }: Reader,
  query: Parameters<RunQuery>[0],
): Effect.Effect<Either.Either<Answer, unknown>> =>
  Effect.async((resume) => {
    const before = end()
    if (before !== undefined) return resume(Effect.succeed(Either.left(before)))
    const done = (result: Either.Either<Answer, unknown>) => {
      worker.off("message", message)
      worker.off("error", failed)
      worker.off("exit", ended)
      resume(Effect.succeed(result))
    }
    const message = (received: Answer) => done(Either.right(received))
    const failed = (error: unknown) => done(Either.left(error))
    const ended = (exitCode: number) => done(Either.left(new WorkerEnded({ exitCode })))
    worker.on("message", message)
    worker.on("error", failed)
    worker.on("exit", ended)
    worker.postMessage(query)
    // An abandoned answer would be taken for that of the next question, so the thread goes with it.
    return Effect.promise(() => worker.terminate())
  })

const rowsOf =
  (operation: string) =>
  (result: Either.Either<Answer, unknown>): Effect.Effect<ReadonlyArray<Row>> => {
    const failed = (cause: unknown) => Effect.die(new StorageFailure({ operation, transient: true, cause }))
    if (Either.isLeft(result)) return failed(result.left)
    return "rows" in result.right ? Effect.succeed(result.right.rows) : failed(result.right)
  }

/** Lets the thread close its connection, and does not wait for it longer than a moment. */
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
