/**
 * The current versions of labels. A staged version takes effect when the dataset's configuration reaches its number: from then on,
 * reads return it instead of the stored version. The next write of the label adds it to the history first.
 */
import type { Label, LabelHistoryEntry, LabelsetId, SampleId, VersionId } from "@annotary/core"
import type { JsonText } from "@annotary/core/effect"
import { liveDataset } from "./lookups.ts"
import { keyOf, type StagedRow, type Tables } from "./tables.ts"

/** A label without its text. */
export interface Current {
  readonly label: Label
  /** The version that contains the label's text. */
  readonly body: VersionId
  readonly writtenDuring: number | null
  /** Staged versions that have taken effect and are not in the history yet, in order. */
  readonly effective: ReadonlyArray<StagedRow>
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
  let current: Current = { label, body, writtenDuring, effective: [] }
  for (const each of staged) {
    if (each.from !== current.label.version) continue
    const label = { ...current.label, version: each.version, configVersion: each.number }
    current = { ...current, label, body: each.version, effective: [...current.effective, each] }
  }
  return current
}

export const textOf = (tables: Tables, { body, effective }: Current): JsonText | null =>
  effective.at(-1)?.attributes ?? tables.versions.get(body)?.attributes ?? null

export const labelOf = (tables: Tables, current: Current, full: boolean): Label =>
  full ? { ...current.label, attributes: textOf(tables, current) } : current.label

/** Returns the history entry of a staged version, which changes only the label's text. */
export const migrated = (tables: Tables, staged: StagedRow, label: Label): LabelHistoryEntry | undefined => {
  const change = tables.changes.get(keyOf(staged.datasetId, staged.number))
  if (change === undefined) return undefined
  const { rating, score, status, updatedAt } = label
  const { by } = change
  const at = updatedAt > change.at ? updatedAt : change.at
  return { version: staged.version, at, by, action: "migrate", from: status, to: status, score, rating }
}

/** Adds staged versions that have taken effect to the history and returns the resulting label. */
export const recordEffective = (
  tables: Tables,
  sample: SampleId,
  labelset: LabelsetId,
): Current | undefined => {
  const current = currentOf(tables, sample, labelset)
  if (current === undefined || current.effective.length === 0) return current
  const { body, effective, label, writtenDuring } = current
  for (const staged of effective) {
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
  return { label, body, writtenDuring, effective: [] }
}

/** Discards the staged versions of a label that was deleted or is being rewritten. */
export const discardStaged = (tables: Tables, sample: SampleId, labelset: LabelsetId): void => {
  for (const { datasetId, number } of tables.staged.by("label", keyOf(sample, labelset)))
    tables.staged.delete(stagedKey(datasetId, number, sample, labelset))
}

export const stagedKey = (
  ...parts: readonly [dataset: string, number: number, sample: string, labelset: string]
) => keyOf(...parts)
