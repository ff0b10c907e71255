/**
 * Labels as they are for readers. A version that is staged for a number of the configuration counts from the moment at which the
 * dataset has that number: it stands in for the label's, and whoever writes the label next writes it down first.
 */
import type { Label, LabelHistoryEntry, LabelsetId, SampleId, VersionId } from "@annotary/core"
import type { JsonText } from "@annotary/core/effect"
import { liveDataset } from "./lookups.ts"
import { keyOf, type StagedRow, type Tables } from "./tables.ts"

/** A label without its text, and the version that has it. */
export interface Current {
  readonly label: Label
  readonly body: VersionId
  readonly writtenDuring: number | null
  /** Staged versions that count and are not written down yet, in order. */
  readonly counting: ReadonlyArray<StagedRow>
}

export const currentOf = (tables: Tables, sample: SampleId, labelset: LabelsetId): Current | undefined => {
  const key = keyOf(sample, labelset)
  const row = tables.labels.get(key)
  const dataset = row === undefined ? undefined : liveDataset(tables, row.datasetId)
  if (row === undefined || dataset === undefined) return undefined
  const staged = tables.staged
    .by("label", key)
    .filter(({ number }) => number <= dataset.configVersion)
    .sort((a, b) => a.number - b.number)
  const { body, label, writtenDuring } = row
  let current: Current = { label, body, writtenDuring, counting: [] }
  for (const each of staged) {
    if (each.from !== current.label.version) continue
    const label = { ...current.label, version: each.version, configVersion: each.number }
    current = { ...current, label, body: each.version, counting: [...current.counting, each] }
  }
  return current
}

export const textOf = (tables: Tables, { body, counting }: Current): JsonText | null =>
  counting.at(-1)?.attributes ?? tables.versions.get(body)?.attributes ?? null

export const labelOf = (tables: Tables, current: Current, full: boolean): Label =>
  full ? { ...current.label, attributes: textOf(tables, current) } : current.label

/** The row of the history for a staged version, which changes nothing but what the label says. */
export const migrated = (tables: Tables, staged: StagedRow, label: Label): LabelHistoryEntry | undefined => {
  const change = tables.changes.get(keyOf(staged.datasetId, staged.number))
  if (change === undefined) return undefined
  const { rating, score, status, updatedAt } = label
  const { by } = change
  const at = updatedAt > change.at ? updatedAt : change.at
  return { version: staged.version, at, by, action: "migrate", from: status, to: status, score, rating }
}

/** Writes down what counts; the label as it is then. */
export const settle = (tables: Tables, sample: SampleId, labelset: LabelsetId): Current | undefined => {
  const current = currentOf(tables, sample, labelset)
  if (current === undefined || current.counting.length === 0) return current
  const { body, counting, label, writtenDuring } = current
  for (const staged of counting) {
    const { attributes, datasetId, number, version } = staged
    const entry = migrated(tables, staged, label)
    if (entry !== undefined)
      tables.versions.put(version, {
        datasetId,
        sampleId: sample,
        labelsetId: labelset,
        entry,
        body: version,
        attributes,
      })
    tables.staged.delete(stagedKey(datasetId, number, sample, labelset))
  }
  tables.labels.put(keyOf(sample, labelset), { datasetId: label.datasetId, label, body, writtenDuring })
  return { label, body, writtenDuring, counting: [] }
}

/** Everything of a label but its history: it is gone, or written anew. */
export const forgetStaged = (tables: Tables, sample: SampleId, labelset: LabelsetId): void => {
  for (const { datasetId, number } of tables.staged.by("label", keyOf(sample, labelset)))
    tables.staged.delete(stagedKey(datasetId, number, sample, labelset))
}

export const stagedKey = (
  ...parts: readonly [dataset: string, number: number, sample: string, labelset: string]
) => keyOf(...parts)
