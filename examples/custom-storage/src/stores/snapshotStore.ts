/**
 * SnapshotStore: a consistent view of a dataset. Rows are immutable, so a list of the current rows is a snapshot. Snapshots do not
 * block writers. Each uses memory in proportion to the number of samples and labels of the dataset.
 */
import type { DatasetId, Label, Labelset, Sample, SampleId } from "@annotary/core"
import { type SnapshotLabel, type SnapshotSample, SnapshotStore } from "@annotary/core/effect"
import { Effect, Stream } from "effect"
import type { Database } from "../Database.ts"
import { byId, liveDataset } from "../lookups.ts"
import { currentOf, labelOf } from "../staging.ts"
import type { Tables } from "../tables.ts"
import { inOrder } from "./labelsetStore.ts"

type Labels = ReadonlyArray<{ readonly labelset: string; readonly label: Label }>

const labelsOf = (tables: Tables, labelsets: ReadonlyArray<Labelset>, sample: SampleId): Labels =>
  labelsets.flatMap(({ id, name }) => {
    const current = currentOf(tables, sample, id)
    return current === undefined ? [] : [{ labelset: name, label: labelOf(tables, current, true) }]
  })

const shownLabel = ({ label, labelset }: Labels[number]): SnapshotLabel => {
  const {
    attributes,
    createdAt,
    createdBy,
    rating,
    reviewedAt,
    reviewedBy,
    score,
    status,
    updatedAt,
    updatedBy,
  } = label
  const people = { createdAt, createdBy, updatedAt, updatedBy, reviewedAt, reviewedBy }
  return { labelset, status, attributes, score, rating, ...people }
}

const shownSample = (sample: Sample, labels: Labels): SnapshotSample => {
  const { datasetId: _, updatedAt: _2, version: _3, ...shown } = sample
  return { ...shown, labels: labels.map(shownLabel) }
}

const snapshotOf = (tables: Tables, id: DatasetId) => {
  const dataset = liveDataset(tables, id)
  if (dataset === undefined) return null
  const labelsets = tables.labelsets.by("dataset", id).toSorted(inOrder)
  const samples = tables.samples
    .by("dataset", id)
    .toSorted(byId)
    .map((sample) => ({ sample, labels: labelsOf(tables, labelsets, sample.id) }))
  const shown = Stream.map(Stream.fromIterable(samples), ({ labels, sample }) => shownSample(sample, labels))
  return { dataset, labelsets, samples: shown }
}

export const snapshotStore = ({ call, tables }: Database) =>
  SnapshotStore.of({
    open: (dataset) => call("SnapshotStore.open", () => snapshotOf(tables, dataset)),
    isOpen: () => Effect.succeed(false),
  })
