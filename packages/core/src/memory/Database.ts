/** The state of the in-memory storage. Reads see the last commit; writes and transactions run one after the other. */
import { Clock, Context, Effect, Exit, Ref } from "effect"
import { StorageFailure } from "../storage/StorageFailure.ts"
import { emptyState, type State } from "./State.ts"
import type { WebhookState } from "./webhooks/State.ts"

export interface Database {
  /** `now`: the storage's clock, milliseconds since 1970. */
  readonly read: <A>(request: (state: State, now: number) => A) => Effect.Effect<A>
  readonly write: <A>(change: (state: State, now: number) => readonly [A, State]) => Effect.Effect<A>
  readonly run: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  readonly inside: Effect.Effect<boolean>
  /** Runs after the commit of the caller's transaction, never after a rollback, and at once outside of a transaction. */
  readonly whenCommitted: (act: Effect.Effect<void>) => Effect.Effect<void>
}

/** An open transaction: its uncommitted state. */
interface Open {
  readonly state: Ref.Ref<State>
  readonly ended: Ref.Ref<boolean>
  /** The effects after the commit. */
  readonly after: Ref.Ref<ReadonlyArray<Effect.Effect<void>>>
}

/** The open transactions of the fiber by database, because one program may use two databases. */
class OpenTransactions extends Context.Reference<OpenTransactions>()(
  "@annotary/core/memory/OpenTransactions",
  {
    defaultValue: (): ReadonlyMap<object, Open> => new Map(),
  },
) {}

/** A database that begins with the state. States are immutable, so databases may share one. */
export const makeDatabaseFrom = Effect.fnUntraced(function* (state: State): Effect.fn.Return<Database> {
  const committed = yield* Ref.make(state)
  const lock = yield* Effect.makeSemaphore(1)
  const current = Effect.map(OpenTransactions, (all) => all.get(lock))

  /** The state that the calling fiber reads: that of its transaction, or the committed one. */
  const visible = Effect.flatMap(current, (open) => {
    if (open === undefined) return Effect.succeed(committed)
    return Effect.flatMap(Ref.get(open.ended), (ended) =>
      ended ? Effect.die(afterTheEnd) : Effect.succeed(open.state),
    )
  })

  const read: Database["read"] = (request) =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      return request(yield* Ref.get(yield* visible), now)
    })

  const write: Database["write"] = (change) =>
    Effect.gen(function* () {
      const apply = (ref: Ref.Ref<State>) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) => Ref.modify(ref, (state) => change(state, now)))
      const target = yield* visible
      return yield* target === committed ? lock.withPermits(1)(apply(committed)) : apply(target)
    })

  const runOutermost = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        const open: Open = {
          state: yield* Ref.make(yield* Ref.get(committed)),
          ended: yield* Ref.make(false),
          after: yield* Ref.make<ReadonlyArray<Effect.Effect<void>>>([]),
        }
        const others = yield* OpenTransactions
        const exit = yield* restore(effect).pipe(
          Effect.provideService(OpenTransactions, new Map([...others, [lock, open]])),
          Effect.exit,
        )
        yield* Ref.set(open.ended, true)
        if (Exit.isSuccess(exit)) {
          yield* Ref.set(committed, yield* Ref.get(open.state))
          yield* Effect.all(yield* Ref.get(open.after), { discard: true })
        }
        return yield* exit
      }),
    )

  const runInSavepoint = <A, E, R>(open: Open, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.gen(function* () {
      const before = yield* Ref.get(open.state)
      const after = yield* Ref.get(open.after)
      const undo = Effect.zipRight(Ref.set(open.state, before), Ref.set(open.after, after))
      return yield* Effect.onExit(effect, (exit) => (Exit.isSuccess(exit) ? Effect.void : undo))
    })

  const run: Database["run"] = (effect) =>
    Effect.flatMap(current, (open) =>
      open === undefined ? lock.withPermits(1)(runOutermost(effect)) : runInSavepoint(open, effect),
    )

  const callWhenCommitted: Database["whenCommitted"] = (act) =>
    Effect.flatMap(current, (open) =>
      open === undefined ? act : Ref.update(open.after, (others) => [...others, act]),
    )

  return {
    read,
    write,
    run,
    whenCommitted: callWhenCommitted,
    inside: Effect.map(current, (open) => open !== undefined),
  }
})

export const makeDatabase: Effect.Effect<Database> = Effect.suspend(() => makeDatabaseFrom(emptyState))

const afterTheEnd = new StorageFailure({
  operation: "Transaction.run",
  transient: false,
  cause: "A fiber went on using a transaction after its end.",
})

/** The webhooks' part of the in-memory database. Joins its transactions. `now`: the storage's clock, milliseconds since 1970. */
export interface WebhookDatabase {
  readonly read: <A>(query: (state: WebhookState, now: number) => A) => Effect.Effect<A>
  readonly write: <A>(
    change: (state: WebhookState, now: number) => readonly [A, WebhookState],
  ) => Effect.Effect<A>
}

export const makeWebhookDatabase = (db: Database): WebhookDatabase => ({
  read: (query) => db.read(({ webhooks }, now) => query(webhooks, now)),
  write: (change) =>
    db.write((state, now) => {
      const [answer, webhooks] = change(state.webhooks, now)
      return [answer, { ...state, webhooks }]
    }),
})
