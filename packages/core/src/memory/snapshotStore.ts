/** SnapshotStore in memory: the database is immutable, so a snapshot is the current value. */
import { Chunk, Effect, HashMap, Option, Stream } from "effect"
import { isFinishedOverlapLabel } from "../domain/Overlap.ts"
import type { Sample } from "../domain/Sample.ts"
import {
  type ReceiveOverlaps,
  type SnapshotLabel,
  type SnapshotOverlap,
  type SnapshotSample,
  SnapshotStore,
} from "../releases/SnapshotStore.ts"
import type { Database } from "./Database.ts"
import { listLabelsets } from "./labelsetStore.ts"
import { findOverlapRow } from "./overlapRows.ts"
import { type DatasetRows, findDatasetRows } from "./State.ts"
import { sampleIds } from "./samplePages.ts"
import { labelIn } from "./stagedLabels.ts"

export const makeSnapshotStore = (db: Database): typeof SnapshotStore.Service =>
  SnapshotStore.of({
    open: (dataset, makeReceiver) =>
      Effect.flatMap(
        db.read((state) => findDatasetRows(state, dataset)),
        (rows) =>
          rows === undefined
            ? Effect.succeed(null)
            : Effect.as(makeReceiver ? receiveOverlaps(rows, makeReceiver()) : Effect.void, {
                dataset: rows.dataset,
                labelsets: listLabelsets(rows),
                samples: streamSamples(rows),
              }),
      ),
    isOpen: () => Effect.succeed(false),
  })

const receiveOverlaps = (rows: DatasetRows, receive: ReceiveOverlaps): Effect.Effect<void> =>
  rows.dataset.settings.usesOverlap
    ? Effect.forEach(
        Chunk.chunksOf(Chunk.fromIterable(listOverlaps(rows)), 100),
        (page) => receive(Chunk.toReadonlyArray(page)),
        { discard: true },
      )
    : Effect.void

const listOverlaps = ({ overlapLabels, overlaps, samples }: DatasetRows): ReadonlyArray<SnapshotOverlap> =>
  sampleIds(samples).flatMap((id) => {
    const overlap = findOverlapRow(overlaps, id)
    if (overlap === undefined) return []
    const finished = Option.getOrElse(HashMap.get(overlapLabels, id), () => []).filter(isFinishedOverlapLabel)
    const { agreement, decidedBy, state } = overlap
    return [
      {
        sampleId: id,
        state,
        labels: new Set(finished.map(({ labeler }) => labeler)).size,
        decidedBy: state === "decided" ? decidedBy : null,
        agreement: state === "decided" ? agreement : null,
      },
    ]
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
