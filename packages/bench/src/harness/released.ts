/** The job of a release: from the frozen dataset to the file, checksums included. */
import { BlobStore, DatasetId, now, ReleaseName, releaseBytes, SnapshotStore } from "@annotary/core/effect"
import { Effect } from "effect"

/** Returns the size of the file. */
export const writeRelease = (
  datasetId: string,
  samples: number,
): Effect.Effect<number, never, SnapshotStore | BlobStore> =>
  Effect.scoped(
    Effect.gen(function* () {
      const snapshots = yield* SnapshotStore
      const blobs = yield* BlobStore
      const snapshot = yield* snapshots.open(DatasetId.make(datasetId))
      if (snapshot === null) return yield* Effect.dieMessage("The dataset is gone.")
      const title = { name: ReleaseName.make("bench"), description: "", createdAt: yield* now }
      const file = releaseBytes(title, snapshot, "")
      const size = yield* blobs.put("releases/bench.json", file.bytes)
      if (file.facts().samplesCount !== samples) return yield* Effect.dieMessage("Samples are missing.")
      return size
    }),
  )
