/**
 * ArchiveStore: everything in a dataset as records, and a dataset from such records. Rows are immutable, so a list of the current rows is
 * a view that later writes do not change. A dataset that is not published yet is stored as a deleted one.
 */
import type { Dataset, DatasetId } from "@annotary/core"
import { ArchiveStore, type StoredSection } from "@annotary/core/effect"
import { Effect, Stream } from "effect"
import { archivedRecords } from "../archivedRecords.ts"
import type { Database } from "../Database.ts"
import { liveDataset } from "../lookups.ts"
import { restoreRecord } from "../restoredRecords.ts"
import type { Tables } from "../tables.ts"
import { nameOf } from "./datasetStore.ts"

const viewOf = (tables: Tables, id: DatasetId) => {
  const dataset = liveDataset(tables, id)
  if (dataset === undefined) return null
  const records = archivedRecords(tables, id)
  return {
    dataset,
    changing: tables.changes.by("dataset", id).length > 0,
    read: <Section extends StoredSection>(section: Section) => Stream.fromIterable(records[section]),
  }
}

const begin = (tables: Tables, dataset: Dataset, at: Dataset["createdAt"]) => {
  const before = tables.datasets.get(dataset.id)
  if (before !== undefined) return before.deletedAt === null ? "visible" : "busy"
  const isOpen = tables.jobs
    .all()
    .some(
      ({ job }) =>
        job.datasetId === dataset.id &&
        (job.kind === "restore" || job.kind === "purge") &&
        (job.status === "PENDING" || job.status === "RUNNING"),
    )
  if (isOpen) return "busy"
  tables.datasets.put(dataset.id, { dataset, deletedAt: at, keepWorkUntil: null })
  return "begun"
}

const publish = (tables: Tables, id: DatasetId) => {
  const row = tables.datasets.get(id)
  if (row === undefined || row.deletedAt === null) return "gone"
  if (tables.datasetNames.get(nameOf(row.dataset)) !== undefined) return "taken"
  tables.datasetNames.put(nameOf(row.dataset), { id })
  tables.datasets.put(id, { ...row, deletedAt: null })
  return "published"
}

export const archiveStore = ({ call, run, tables }: Database) =>
  ArchiveStore.of({
    open: (dataset) => call("ArchiveStore.open", () => viewOf(tables, dataset)),
    begin: (dataset, at) => call("ArchiveStore.begin", () => begin(tables, dataset, at)),
    // A failure rolls back what the batch has written.
    write: (dataset, section, records) =>
      run(
        Effect.filterOrFail(
          call(
            "ArchiveStore.write",
            () =>
              (tables.datasets.get(dataset)?.deletedAt ?? null) !== null &&
              records.every((record) => restoreRecord(tables, dataset, section, record)),
          ),
          (written) => written,
        ),
      ).pipe(Effect.orElseSucceed(() => false)),
    publish: (dataset) => call("ArchiveStore.publish", () => publish(tables, dataset)),
  })
