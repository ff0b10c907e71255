/**
 * Writers that share a COMMIT. With `synchronous` FULL a COMMIT waits for the disk, which takes many times as long as the statements
 * of a short transaction. The first write in a turn of the event loop commits at once. Those that follow in the same turn keep
 * their work in one open transaction, and are answered after its COMMIT at the end of the turn: an answer still means that the
 * work is on disk. After a turn with several writes the first one of the next turn with a write, however much later, waits for others
 * too, so that writers who keep coming need one COMMIT a turn. Each is a savepoint, so that one that fails is undone alone. Statements of this process that only
 * read may see the work before its COMMIT, but never a part of a transaction, unless they begin with `onlyCommitted` of the dialect.
 */
import * as SqlError from "@effect/sql/SqlError"
import type Sqlite from "better-sqlite3"
import { Effect } from "effect"

type Done = Effect.Effect<void, SqlError.SqlError>

export interface GroupCommit {
  /** Begins a transaction. `alone`: it does not share its COMMIT. Throws when it does not get the write lock. */
  readonly begin: (alone: boolean) => void
  /** Ends it. The returned effect is done when the work is on disk. Others may begin before. */
  readonly commit: () => Done
  readonly rollback: () => void
  /** Runs one statement that writes, in a separate transaction. */
  readonly write: <A>(statement: () => A) => Effect.Effect<A, SqlError.SqlError>
  /** Commits what waits for a COMMIT. */
  readonly flush: () => void
}

/** The most transactions that share a COMMIT. */
const maxInGroup = 256

/** `shares` false: every transaction has its own COMMIT. */
export const makeGroupCommit = (
  database: Sqlite.Database,
  run: (text: string) => void,
  shares: boolean,
): GroupCommit => {
  /** The answers of transactions that wait for the COMMIT of the open one. */
  let waiting: Array<(result: Done) => void> = []
  /** The transaction that is running, if any. */
  let current: "none" | "alone" | "first" | "member" = "none"
  /** The writes that were committed, or wait for it, since this turn of the event loop began. */
  let writes = 0
  /** Whether the last turn with a write had several. */
  let expectsMore = false
  /** Whether the COMMIT is overdue, because a transaction was running at the end of the turn. */
  let isOverdue = false

  const resolveWaiting = (result: Done) => {
    const all = waiting
    waiting = []
    for (const resume of all) resume(result)
  }
  /** Rolls back everything. If that fails, the next BEGIN reports it. */
  const undo = () => {
    try {
      if (database.inTransaction) run("ROLLBACK")
    } catch {}
  }
  const tryCommit = (): Done => {
    try {
      run("COMMIT")
      return Effect.void
    } catch (cause) {
      undo()
      return Effect.fail(makeError(cause))
    }
  }
  const flush = () => {
    isOverdue = false
    if (waiting.length > 0) resolveWaiting(tryCommit())
  }
  const noteWrite = () => {
    writes += 1
    if (writes > 1) return
    setImmediate(() => {
      expectsMore = writes > 1
      writes = 0
      if (current === "none") flush()
      else isOverdue = true
    })
  }
  const isSharing = () => shares && (writes > 0 || expectsMore)
  const finish = () => {
    current = "none"
    if (isOverdue || waiting.length >= maxInGroup) flush()
  }

  const begin = (alone: boolean) => {
    if (alone) flush()
    const member = waiting.length > 0
    run(member ? "SAVEPOINT annotary_member" : "BEGIN IMMEDIATE")
    current = member ? "member" : alone ? "alone" : "first"
  }
  const commit = (): Done => {
    const isAlone = current === "alone" || !isSharing() || !database.inTransaction
    if (current !== "member" && isAlone) {
      current = "none"
      isOverdue = false
      if (shares) noteWrite()
      return tryCommit()
    }
    try {
      if (current === "member") run("RELEASE annotary_member")
    } catch (cause) {
      // SQLite rolled back everything after an error that the transaction ignored.
      undoTransaction()
      return Effect.fail(makeError(cause))
    }
    const done = Effect.async<void, SqlError.SqlError>((resume) => {
      if (result === undefined) answered = resume
      else resume(result)
    })
    let result: Done | undefined
    let answered: ((result: Done) => void) | undefined
    waiting.push((given) => {
      result = given
      answered?.(given)
    })
    noteWrite()
    finish()
    return done
  }
  const undoTransaction = () => {
    if (current !== "member" || !undoMember()) undo()
    // Those that wait run again.
    if (!database.inTransaction) resolveWaiting(Effect.fail(makeError(makeLostError())))
    finish()
  }
  /** Rolls back the running member alone. False when SQLite has rolled back everything, as after some errors. */
  const undoMember = (): boolean => {
    try {
      run("ROLLBACK TO annotary_member")
      run("RELEASE annotary_member")
      return true
    } catch {
      return false
    }
  }

  return {
    begin,
    commit,
    rollback: undoTransaction,
    flush,
    write: (statement) => {
      const alone = waiting.length === 0 && !isSharing()
      try {
        if (alone) {
          const result = statement()
          if (shares) noteWrite()
          return Effect.succeed(result)
        }
        begin(false)
      } catch (cause) {
        return Effect.fail(makeError(cause))
      }
      try {
        const result = statement()
        return Effect.as(commit(), result)
      } catch (cause) {
        undoTransaction()
        return Effect.fail(makeError(cause))
      }
    },
  }
}

const makeLostError = () =>
  Object.assign(new Error("SQLite rolled back the shared transaction."), { code: "SQLITE_BUSY" })

const makeError = (cause: unknown): SqlError.SqlError =>
  new SqlError.SqlError({ cause, message: "Failed to execute statement" })
