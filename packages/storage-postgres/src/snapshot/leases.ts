/** Leases of snapshots, by the clock of Postgres. */
import { type DatasetId, longestLease } from "@annotary/core/effect"
import type { DatabaseShape } from "@annotary/storage-sql"
import { Effect } from "effect"

/** The duration of a lease, in milliseconds; three of four renewals may fail. */
const leaseMillis = 60_000

export const makeSnapshotLeases = ({ dialect, query, sql }: DatabaseShape) => {
  const now = sql.literal(dialect.nowMillis)
  const until = sql`${now} + ${leaseMillis}`
  const lasts = sql`kept_until > ${now} AND kept_until <= ${now} + ${longestLease}::bigint`
  const matchSnapshot = (dataset: string, snapshot: number) =>
    sql`dataset_id = ${dataset} AND id = ${snapshot}`

  /** Takes a lease; does nothing when the dataset is gone. */
  const take = (dataset: DatasetId, snapshot: number): Effect.Effect<void> =>
    Effect.asVoid(
      query(
        "SnapshotStore.open",
        sql`INSERT INTO snapshots (dataset_id, id, kept_until) SELECT d.id, ${snapshot}, ${until}
          FROM datasets d WHERE d.id = ${dataset} AND d.deleted_at IS NULL`,
      ),
    )

  /** Renews a lease, unless it has ended: its rows may already be removed. */
  const renew = (dataset: DatasetId, snapshot: number): Effect.Effect<void> =>
    query(
      "SnapshotStore.renew",
      sql`UPDATE snapshots SET kept_until = ${until} WHERE ${matchSnapshot(dataset, snapshot)} AND ${lasts}`,
    ).pipe(
      Effect.catchAllCause((cause) => Effect.logWarning("Snapshot lease could not be renewed.", cause)),
      Effect.asVoid,
    )

  const end = (dataset: DatasetId, snapshot: number): Effect.Effect<void> =>
    query(
      "SnapshotStore.end",
      sql`UPDATE snapshots SET kept_until = 0 WHERE ${matchSnapshot(dataset, snapshot)}`,
    ).pipe(
      Effect.catchAllCause((cause) =>
        Effect.logWarning("Snapshot could not be ended; it ends with its lease.", cause),
      ),
      Effect.asVoid,
    )

  const isOpen = (dataset: DatasetId): Effect.Effect<boolean> =>
    Effect.map(
      query(
        "SnapshotStore.isOpen",
        sql`SELECT 1 AS n FROM snapshots WHERE dataset_id = ${dataset} AND ${lasts} LIMIT 1`,
      ),
      (rows) => rows.length > 0,
    )

  return { take, renew, end, isOpen }
}
