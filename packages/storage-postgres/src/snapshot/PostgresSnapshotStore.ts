/**
 * SnapshotStore on Postgres. A snapshot consists of frozen rows under a lease, which is renewed while the snapshot is open. When
 * the lease ends, because the snapshot was closed or its process died, any process removes the rows in the background.
 */
import { randomInt } from "node:crypto"
import {
  type DatasetId,
  type ReceiveOverlaps,
  type Snapshot,
  SnapshotStore,
  StorageFailure,
} from "@annotary/core/effect"
import { Database } from "@annotary/storage-sql"
import { Effect, ExecutionStrategy, Layer, Schedule, Scope } from "effect"
import { startSweeper } from "../sweeper.ts"
import { freeze } from "./freeze.ts"
import { makeSnapshotLeases } from "./leases.ts"
import { readFrozen } from "./readFrozen.ts"
import { removeEndedSnapshots } from "./sweep.ts"

export const PostgresSnapshotStore = Layer.scoped(
  SnapshotStore,
  Effect.gen(function* () {
    const database = yield* Database
    const { end, isOpen, renew, take } = makeSnapshotLeases(database)
    const sweepNow = yield* startSweeper("snapshots", removeEndedSnapshots(database))
    const storeScope = yield* Effect.scope

    /** Takes the lease before rows are frozen: a purge either sees the lease, or has deleted the dataset before it is frozen. */
    const takeLease = (dataset: DatasetId): Effect.Effect<number, never, Scope.Scope> =>
      Effect.gen(function* () {
        // Random, so that no number is used twice, also after a crash.
        const snapshot = randomInt(2 ** 47)
        yield* Effect.acquireRelease(take(dataset, snapshot), () =>
          Effect.zipRight(end(dataset, snapshot), sweepNow),
        )
        yield* Effect.forkScoped(Effect.schedule(renew(dataset, snapshot), Schedule.spaced("15 seconds")))
        return snapshot
      })

    const open = (
      dataset: DatasetId,
      makeReceiver?: () => ReceiveOverlaps,
    ): Effect.Effect<Snapshot | null, never, Scope.Scope> =>
      Effect.gen(function* () {
        if (yield* database.transaction.inside) return yield* Effect.die(misused)
        // Ends with the caller's scope, or with the store's if that closes first.
        const scope = yield* Effect.acquireRelease(
          Scope.fork(storeScope, ExecutionStrategy.sequential),
          Scope.close,
        )
        const snapshot = yield* Scope.extend(takeLease(dataset), scope)
        const frozen = yield* freeze(database, dataset, snapshot, makeReceiver)
        if (frozen === null) return null
        const { dataset: head, labelsets } = frozen
        return { dataset: head, labelsets, samples: readFrozen(database, frozen) }
      })

    return SnapshotStore.of({ open, isOpen })
  }),
)

const misused = new StorageFailure({
  operation: "SnapshotStore.open",
  transient: false,
  cause: new Error("Open snapshots outside of transactions: their pages are read in separate transactions."),
})
