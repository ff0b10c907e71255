/** LabelStore: the current row of each label, and one row for each of its versions. */
import type { Label, LabelHistoryEntry, LabelsetId, SampleId, VersionId } from "@annotary/core"
import { type LabelChange, LabelStore } from "@annotary/core/effect"
import { Option } from "effect"
import type { Database } from "../Database.ts"
import { compare, groundTruthOf, live, liveDataset } from "../lookups.ts"
import { currentOf, discardStaged, labelOf, migrated, recordEffective } from "../staging.ts"
import { keyOf, type Tables, type VersionRow } from "../tables.ts"

const entryOf = (label: Label, { action, at, by, from }: LabelChange): LabelHistoryEntry => {
  const { rating, score, status: to, version } = label
  return { version, at, by, action, from, to, score, rating }
}

/** Stores a version. If `body` is null, the version contains its own text. */
const putVersion = (tables: Tables, label: Label, change: LabelChange, body: VersionId | null): void => {
  const { datasetId, labelsetId, sampleId, version } = label
  tables.versions.put(version, {
    datasetId,
    sampleId,
    labelsetId,
    entry: entryOf(label, change),
    body: body ?? version,
    attributes: body === null ? label.attributes : null,
  })
  tables.labels.put(keyOf(sampleId, labelsetId), {
    datasetId,
    label: { ...label, attributes: null },
    body: body ?? version,
    writtenDuring:
      tables.changes.by("dataset", datasetId).find(({ phase }) => phase === "staging")?.number ?? null,
  })
}

/** Returns the stored versions and the staged ones that have taken effect, newest first. */
const historyOf = (tables: Tables, sample: SampleId, labelset: LabelsetId): ReadonlyArray<VersionRow> => {
  const written = live(tables, tables.versions.by("label", keyOf(sample, labelset)))
  const current = currentOf(tables, sample, labelset)
  const staged = (current?.effective ?? []).flatMap((row) => {
    const entry = current && migrated(tables, row, current.label)
    return entry === undefined ? [] : [{ ...row, entry, body: row.version }]
  })
  return [...written, ...staged].sort((a, b) => compare(b.entry.version, a.entry.version))
}

export const labelStore = ({ call, tables }: Database) => {
  const { labels, versions } = tables
  const write = (
    label: Label,
    change: LabelChange,
    expected: VersionId | null,
    sameBody: boolean,
  ): boolean => {
    const { labelsetId, sampleId } = label
    if ((currentOf(tables, sampleId, labelsetId)?.label.version ?? null) !== expected) return false
    const before = recordEffective(tables, sampleId, labelsetId)
    discardStaged(tables, sampleId, labelsetId)
    putVersion(tables, label, change, sameBody ? (before?.body ?? null) : null)
    return true
  }
  return LabelStore.of({
    get: (sample, labelset, full = true) =>
      call("LabelStore.get", () => {
        const current = currentOf(tables, sample, labelset)
        return Option.fromNullable(current && labelOf(tables, current, full))
      }),
    getEncoded: (sample, labelset) =>
      call("LabelStore.getEncoded", () => {
        const current = currentOf(tables, sample, labelset)
        return Option.fromNullable(current && { label: labelOf(tables, current, true), bytes: null })
      }),
    write: (label, change, expected, sameBody) =>
      call("LabelStore.write", () => write(label, change, expected, sameBody)),
    writeNew: (all, action) =>
      call("LabelStore.writeNew", () => {
        for (const label of all) {
          if (labels.get(keyOf(label.sampleId, label.labelsetId)) !== undefined) continue
          putVersion(tables, label, { action, from: null, by: label.updatedBy, at: label.updatedAt }, null)
        }
      }),
    writeMany: (rewrites) =>
      call("LabelStore.writeMany", () => {
        const done = rewrites.filter(({ change, expected, label }) => write(label, change, expected, true))
        return new Set(done.map(({ label }) => label.sampleId))
      }),
    remove: (label, change, version) =>
      call("LabelStore.remove", () => {
        const { datasetId, labelsetId, sampleId } = label
        if (currentOf(tables, sampleId, labelsetId)?.label.version !== label.version) return false
        recordEffective(tables, sampleId, labelsetId)
        discardStaged(tables, sampleId, labelsetId)
        const entry = { ...entryOf(label, change), version, to: null, score: null, rating: null }
        versions.put(version, { datasetId, sampleId, labelsetId, entry, body: version, attributes: null })
        return labels.delete(keyOf(sampleId, labelsetId))
      }),
    history: (sample, labelset, { before, limit }) =>
      call("LabelStore.history", () =>
        historyOf(tables, sample, labelset)
          .filter(({ entry }) => before === null || entry.version < before)
          .slice(0, limit)
          .map(({ entry }) => entry),
      ),
    version: (sample, labelset, version) =>
      call("LabelStore.version", () => {
        const row = historyOf(tables, sample, labelset).find(({ entry }) => entry.version === version)
        if (row === undefined) return Option.none()
        const attributes = row.attributes ?? versions.get(row.body)?.attributes ?? null
        return Option.some({ ...row.entry, attributes })
      }),
    anyIn: (dataset) =>
      call(
        "LabelStore.anyIn",
        () => liveDataset(tables, dataset) !== undefined && labels.by("dataset", dataset).length > 0,
      ),
    statusesOf: (dataset, samples) =>
      call("LabelStore.statusesOf", () => {
        const truth = groundTruthOf(tables, dataset)
        const all = samples.flatMap((sample) => {
          const label = truth && currentOf(tables, sample, truth.id)?.label
          return label === undefined ? [] : [[sample, label.status] as const]
        })
        return new Map(all)
      }),
  })
}
