/** SnapshotStore in memory: the database is immutable, so a snapshot is the current value. */
import { Chunk, Effect, HashMap, Option, Stream } from "effect"
import type { Sample } from "../domain/Sample.ts"
import { type SnapshotLabel, type SnapshotSample, SnapshotStore } from "../releases/SnapshotStore.ts"
import type { Database } from "./Database.ts"
import { listLabelsets } from "./labelsetStore.ts"
import { type DatasetRows, findDatasetRows } from "./State.ts"
import { sampleIds } from "./samplePages.ts"
import { labelIn } from "./stagedLabels.ts"

export const makeSnapshotStore = (db: Database): typeof SnapshotStore.Service =>
  SnapshotStore.of({
    open: (dataset) =>
      db.read((state) => {
        const rows = findDatasetRows(state, dataset)
        return rows === undefined
          ? null
          : { dataset: rows.dataset, labelsets: listLabelsets(rows), samples: streamSamples(rows) }
      }),
    isOpen: () => Effect.succeed(false),
  })

const streamSamples = (rows: DatasetRows): Stream.Stream<SnapshotSample> =>
  Stream.suspend(() => Stream.fromIterable(sampleIds(rows.samples))).pipe(
    Stream.rechunk(100),
    Stream.mapChunksEffect((ids) =>
      Effect.as(
        Effect.yieldNow(),
        Chunk.flatMap(ids, (id) =>
          Chunk.fromIterable(
            Option.toArray(Option.map(HashMap.get(rows.samples, id), (sample) => withLabels(rows, sample))),
          ),
        ),
      ),
    ),
  )

const withLabels = (rows: DatasetRows, sample: Sample): SnapshotSample => {
  const {
    id,
    name,
    attributes,
    metadata,
    readme,
    priority,
    assignedLabeler,
    assignedReviewer,
    createdAt,
    createdBy,
  } = sample
  const labels = listLabelsets(rows).flatMap((labelset): ReadonlyArray<SnapshotLabel> => {
    const label = Option.getOrUndefined(labelIn(rows, labelset.id, id))
    if (label === undefined) return []
    const {
      status,
      attributes,
      score,
      rating,
      createdAt,
      createdBy,
      updatedAt,
      updatedBy,
      reviewedAt,
      reviewedBy,
    } = label
    return [
      {
        labelset: labelset.name,
        status,
        attributes,
        score,
        rating,
        createdAt,
        createdBy,
        updatedAt,
        updatedBy,
        reviewedAt,
        reviewedBy,
      },
    ]
  })
  return {
    id,
    name,
    attributes,
    metadata,
    readme,
    priority,
    assignedLabeler,
    assignedReviewer,
    createdAt,
    createdBy,
    labels,
  }
}
