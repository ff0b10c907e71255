/**
 * Writers that share a COMMIT. With `synchronous` FULL a COMMIT waits for the disk, which takes many times as long as the statements
 * of a short transaction. The first write in a turn of the event loop commits at once. Those that follow in the same turn keep
 * their work in one open transaction, and are answered after its COMMIT at the end of the turn: an answer still means that the
 * work is on disk. Each is a savepoint, so that one that fails is undone alone. Statements of this process that only read may see
 * the work before its COMMIT, but never a part of a transaction, unless they begin with `onlyCommitted` of the dialect.
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
const mostInGroup = 256

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
  /** Whether a write was committed in this turn of the event loop. */
  let written = false
  /** Whether the COMMIT is overdue, because a transaction was running at the end of the turn. */
  let due = false

  const answer = (result: Done) => {
    const all = waiting
    waiting = []
    for (const each of all) each(result)
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
      return Effect.fail(failed(cause))
    }
  }
  const flush = () => {
    due = false
    if (waiting.length > 0) answer(tryCommit())
  }
  const noteWrite = () => {
    if (written) return
    written = true
    setImmediate(() => {
      written = false
      if (current === "none") flush()
      else due = true
    })
  }
  const finish = () => {
    current = "none"
    if (due || waiting.length >= mostInGroup) flush()
  }

  const begin = (alone: boolean) => {
    if (alone) flush()
    const member = waiting.length > 0
    run(member ? "SAVEPOINT annotary_member" : "BEGIN IMMEDIATE")
    current = member ? "member" : alone ? "alone" : "first"
  }
  const commit = (): Done => {
    const isAlone = current === "alone" || !shares || !written || !database.inTransaction
    if (current !== "member" && isAlone) {
      current = "none"
      due = false
      if (shares) noteWrite()
      return tryCommit()
    }
    try {
      if (current === "member") run("RELEASE annotary_member")
    } catch (cause) {
      // SQLite rolled back everything after an error that the transaction ignored.
      rollback()
      return Effect.fail(failed(cause))
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
    finish()
    return done
  }
  const rollback = () => {
    if (current !== "member" || !undoneMember()) undo()
    // Those that wait run again.
    if (!database.inTransaction) answer(Effect.fail(failed(lost())))
    finish()
  }
  /** Rolls back the running member alone. False when SQLite has rolled back everything, as after some errors. */
  const undoneMember = (): boolean => {
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
    rollback,
    flush,
    write: (statement) => {
      const alone = !shares || (waiting.length === 0 && !written)
      try {
        if (alone) {
          const found = statement()
          if (shares) noteWrite()
          return Effect.succeed(found)
        }
        begin(false)
      } catch (cause) {
        return Effect.fail(failed(cause))
      }
      try {
        const found = statement()
        return Effect.as(commit(), found)
      } catch (cause) {
        rollback()
        return Effect.fail(failed(cause))
      }
    },
  }
}

const lost = () =>
  Object.assign(new Error("SQLite rolled back the shared transaction."), { code: "SQLITE_BUSY" })

const failed = (cause: unknown): SqlError.SqlError =>
  new SqlError.SqlError({ cause, message: "Failed to execute statement" })
