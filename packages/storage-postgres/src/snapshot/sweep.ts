/** Removes the rows of snapshots that have ended, in batches. */
import { longestLease } from "@annotary/core/effect"
import type { DatabaseShape } from "@annotary/storage-sql"
import { Effect } from "effect"

/** The number of samples whose rows are removed by one statement. */
const batch = 5000

interface Ended {
  readonly dataset_id: string
  readonly id: string
}

export const removeEndedSnapshots = ({ dialect, query, sql }: DatabaseShape): Effect.Effect<void> => {
  const now = sql.literal(dialect.nowMillis)
  const sweep = Effect.gen(function* () {
    // Ends snapshots of processes that died, so that a late renewal cannot revive them.
    const ended = yield* query(
      "SnapshotStore.sweep",
      sql<Ended>`UPDATE snapshots SET kept_until = 0 WHERE kept_until <= ${now} OR kept_until > ${now} + ${longestLease}::bigint
        RETURNING dataset_id, id`,
    )
    yield* Effect.forEach(ended, removeRows, { discard: true })
  })

  /** Removes rows by ranges of the key, so that no batch scans the dead rows of earlier batches. */
  const removeRows = ({ dataset_id, id }: Ended) =>
    Effect.gen(function* () {
      const mine = sql`dataset_id = ${dataset_id} AND snapshot_id = ${id}`
      const [found] = yield* query(
        "SnapshotStore.sweep",
        sql<{
          readonly last: number | null
        }>`SELECT max(position) AS last FROM snapshot_samples WHERE ${mine}`,
      )
      for (let after = 0; after < (found?.last ?? 0); after += batch) {
        yield* query(
          "SnapshotStore.sweep",
          sql`WITH gone AS (DELETE FROM snapshot_samples WHERE ${mine} AND position > ${after}
              AND position <= ${after + batch} RETURNING sample_id)
            DELETE FROM snapshot_labels WHERE ${mine} AND sample_id >= (SELECT min(sample_id) FROM gone)
              AND sample_id <= (SELECT max(sample_id) FROM gone)`,
        )
      }
      yield* query("SnapshotStore.sweep", sql`DELETE FROM snapshot_labels WHERE ${mine}`)
      yield* query(
        "SnapshotStore.sweep",
        sql`DELETE FROM snapshots WHERE dataset_id = ${dataset_id} AND id = ${id}`,
      )
    })

  return sweep
}
