/**
 * The database: all tables behind one lock. A transaction holds the lock. A nested transaction is a position in the list of changes,
 * to which a failure rolls back.
 */
import { join } from "node:path"
import { now, StorageFailure, type Timestamp, type Transaction } from "@annotary/core/effect"
import { Effect, Exit, FiberRef, type Scope } from "effect"
import { lockFolder } from "./folderLock.ts"
import { type Journal, openJournal } from "./Journal.ts"
import type { Change, Entry } from "./Table.ts"
import { makeTables, type Tables } from "./tables.ts"

export interface Database {
  readonly folder: string
  readonly tables: Tables
  /** Runs a port's method in a transaction, which rolls back if `work` throws. `at` is the time of the storage's clock. */
  readonly call: <A>(operation: string, work: (at: Timestamp) => A) => Effect.Effect<A>
  readonly run: (typeof Transaction.Service)["run"]
  readonly inside: Effect.Effect<boolean>
  /** Runs the effect after the current transaction commits, or immediately if there is none. */
  readonly afterCommit: (effect: Effect.Effect<void>) => Effect.Effect<void>
}

/** The whole database, a transaction, or a nested transaction. Changes at a level require its lock. */
interface Level {
  readonly parent: Level | null
  readonly lock: Effect.Semaphore
  readonly committed: Array<Effect.Effect<void>>
  isClosed: boolean
}

export const openDatabase = (folder: string): Effect.Effect<Database, never, Scope.Scope> =>
  Effect.gen(function* () {
    const changes: Array<Change> = []
    const tables = makeTables((change) => void changes.push(change))
    yield* Effect.acquireRelease(
      attempt("open", () => lockFolder(folder)),
      (unlock) => Effect.promise(unlock),
    )
    const open = attempt("open", () => openJournal(join(folder, "journal.jsonl"), tables.byName))
    const journal = yield* Effect.acquireRelease(open, (opened) => Effect.promise(() => opened.close()))
    return { folder, tables, ...transactions(changes, journal) }
  })

const transactions = (changes: Array<Change>, journal: Journal) => {
  const whole = makeLevel(null)
  /** The current level of the fiber. Each database has a separate reference, because one fiber may use several storages. */
  const ofFiber = FiberRef.unsafeMake(whole, { join: (mine) => mine })
  /** A fiber that outlives the transaction in which it was forked no longer belongs to it. */
  const current = Effect.map(FiberRef.get(ofFiber), (level) => {
    let open = level
    while (open.isClosed && open.parent !== null) open = open.parent
    return open
  })

  const commit = (level: Level, inner: Level): Effect.Effect<void> =>
    Effect.gen(function* () {
      if (level.parent !== null) {
        level.committed.push(...inner.committed)
        return
      }
      if (changes.length > 0) yield* attempt("commit", () => journal.append(entriesOf(changes)))
      changes.length = 0
      for (const effect of inner.committed) yield* effect
    })

  const undo = (mark: number) => {
    for (const { undo } of changes.splice(mark).reverse()) undo()
  }

  const runOn = <A, E, R>(level: Level, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        const [inner, mark] = [makeLevel(level), changes.length]
        const exit = yield* Effect.exit(restore(Effect.locally(effect, ofFiber, inner)))
        // Other fibers may still run inside the transaction.
        yield* inner.lock.withPermits(1)(
          Effect.sync(() => {
            inner.isClosed = true
          }),
        )
        const result: Effect.Effect<unknown, E> = Exit.isSuccess(exit) ? commit(level, inner) : exit
        yield* Effect.onError(result, () => Effect.sync(() => undo(mark)))
        return yield* exit
      }),
    )

  const run = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(current, (level) =>
      level.lock.withPermits(1)(Effect.suspend(() => (level.isClosed ? run(effect) : runOn(level, effect)))),
    )

  return {
    run,
    call: <A>(operation: string, work: (at: Timestamp) => A) =>
      run(
        Effect.flatMap(now, (at) =>
          Effect.try({ try: () => work(at), catch: (cause) => failed(operation, cause) }),
        ),
      ).pipe(Effect.orDie),
    inside: Effect.map(current, (level) => level.parent !== null),
    afterCommit: (effect: Effect.Effect<void>) =>
      Effect.flatMap(current, (level) =>
        level.parent === null ? effect : Effect.sync(() => void level.committed.push(effect)),
      ),
  }
}

const makeLevel = (parent: Level | null): Level => ({
  parent,
  lock: Effect.unsafeMakeSemaphore(1),
  committed: [],
  isClosed: false,
})

/** The entries of the changes, with only the last one for each row. */
const entriesOf = (changes: ReadonlyArray<Change>): ReadonlyArray<Entry> => [
  ...new Map(changes.map(({ entry }) => [`${entry[0]} ${entry[1]}`, entry])).values(),
]

const failed = (operation: string, cause: unknown) =>
  new StorageFailure({ operation, transient: false, cause })

const attempt = <A>(operation: string, act: () => Promise<A>): Effect.Effect<A> =>
  Effect.orDie(Effect.tryPromise({ try: act, catch: (cause) => failed(`Journal.${operation}`, cause) }))
