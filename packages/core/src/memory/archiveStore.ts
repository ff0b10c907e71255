/** ArchiveStore in memory: the database is immutable, so a view is the current value. Hidden datasets are among the deleted ones. */
import { HashMap, Option, Stream } from "effect"
import { ArchiveStore } from "../archives/ArchiveStore.ts"
import type { StoredRecords, StoredSection } from "../domain/archive/storedRecords.ts"
import type { Dataset } from "../domain/Dataset.ts"
import type { DatasetId, IssueId, ReleaseId, SampleId } from "../domain/Ids.ts"
import { readRecords } from "./archivedRecords.ts"
import type { Database } from "./Database.ts"
import { withRecord } from "./restoredRecords.ts"
import { type DatasetRows, findDatasetRows, formatDatasetKey, makeEmptyDataset, type State } from "./State.ts"

export const archiveStore = (db: Database): typeof ArchiveStore.Service =>
  ArchiveStore.of({
    open: (dataset) =>
      db.read((state) => {
        const rows = findDatasetRows(state, dataset)
        return rows === undefined
          ? null
          : {
              dataset: rows.dataset,
              changing: HashMap.size(rows.changes) > 0,
              read: (section) =>
                Stream.suspend(() => Stream.rechunk(Stream.fromIterable(readRecords(section, rows)), 100)),
            }
      }),
    begin: (dataset) => db.write((state) => begin(state, dataset)),
    write: (dataset, section, records) => db.write((state) => write(state, dataset, section, records)),
    publish: (dataset) => db.write((state) => publish(state, dataset)),
  })

const begin = (state: State, dataset: Dataset): readonly ["begun" | "visible" | "busy", State] => {
  if (HashMap.has(state.datasets, dataset.id)) return ["visible", state]
  const isOpen = HashMap.some(
    state.jobs,
    ({ job }) =>
      job.datasetId === dataset.id &&
      (job.kind === "restore" || job.kind === "purge") &&
      (job.status === "PENDING" || job.status === "RUNNING"),
  )
  if (isOpen || HashMap.has(state.deleted, dataset.id)) return ["busy", state]
  return ["begun", { ...state, deleted: HashMap.set(state.deleted, dataset.id, makeEmptyDataset(dataset)) }]
}

const write = <Section extends StoredSection>(
  state: State,
  dataset: DatasetId,
  section: Section,
  records: ReadonlyArray<StoredRecords[Section]>,
): readonly [boolean, State] => {
  const before = Option.getOrUndefined(HashMap.get(state.deleted, dataset))
  let rows: DatasetRows | null = before ?? null
  for (const record of records) rows &&= withRecord(section, rows, record)
  const ids = findHomes(section, records)
  if (rows === null || ids.some((id) => HashMap.has(state.homes, id))) return [false, state]
  if (section === "labelsets" && hasLabelset(state, records)) return [false, state]
  const next = {
    ...state,
    deleted: HashMap.set(state.deleted, dataset, rows),
    homes: ids.reduce((homes, id) => HashMap.set(homes, id, dataset), state.homes),
  }
  return section === "workunits" ? withClaims(next, dataset, records) : [true, next]
}

/** Whether any dataset has one of these labelsets. */
const hasLabelset = (state: State, records: ReadonlyArray<StoredRecords[StoredSection]>): boolean => {
  // Called for the section of labelsets only.
  const labelsets = records as ReadonlyArray<StoredRecords["labelsets"]>
  return [...HashMap.values(state.datasets), ...HashMap.values(state.deleted)].some((rows) =>
    labelsets.some(({ id }) => HashMap.has(rows.labelsets, id)),
  )
}

/** The ids that are found without their dataset. */
const findHomes = <Section extends StoredSection>(
  section: Section,
  records: ReadonlyArray<StoredRecords[Section]>,
): ReadonlyArray<SampleId | IssueId | ReleaseId> =>
  section === "samples" || section === "issues" || section === "releases"
    ? // The records of these sections have ids of these kinds.
      records.map((record) => (record as unknown as { readonly id: SampleId }).id)
    : []

/** Adds workunits to their claims, each of which ends once. */
const withClaims = (
  state: State,
  dataset: DatasetId,
  records: ReadonlyArray<StoredRecords[StoredSection]>,
): readonly [boolean, State] => {
  // Called for the section of workunits only.
  const units = records as ReadonlyArray<StoredRecords["workunits"]>
  const rows = Option.getOrUndefined(HashMap.get(state.deleted, dataset))
  let { claimWork } = state
  for (const { action, claimId, id } of units) {
    if (claimId === null) continue
    const earlier = Option.getOrUndefined(HashMap.get(claimWork, claimId))?.units ?? []
    const hasEnd = earlier.some((one) => {
      const unit = rows === undefined ? Option.none() : HashMap.get(rows.workunits, one)
      return Option.isSome(unit) && unit.value.action !== "save"
    })
    if (hasEnd && action !== "save") return [false, state]
    claimWork = HashMap.set(claimWork, claimId, { dataset, units: [...earlier, id] })
  }
  return [true, { ...state, claimWork }]
}

const publish = (state: State, dataset: DatasetId): readonly ["published" | "taken" | "gone", State] => {
  const rows = Option.getOrUndefined(HashMap.get(state.deleted, dataset))
  if (rows === undefined) return ["gone", state]
  const key = formatDatasetKey(rows.dataset.owner, rows.dataset.name)
  if (HashMap.has(state.datasetNames, key)) return ["taken", state]
  return [
    "published",
    {
      ...state,
      deleted: HashMap.remove(state.deleted, dataset),
      datasets: HashMap.set(state.datasets, dataset, rows),
      datasetNames: HashMap.set(state.datasetNames, key, dataset),
    },
  ]
}
