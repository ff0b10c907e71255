/** Cascading deletion of samples and labels. Rows are deleted without a mark, because deletion in memory is fast and atomic. */
import type { LabelsetId, Sample, SampleId, Timestamp } from "@annotary/core"
import type { ClaimEnd } from "@annotary/core/effect"
import { discardStaged } from "./staging.ts"
import { keyOf, type Tables } from "./tables.ts"

/** Deletes the label with its history, check result and dismissals. */
export const removeLabel = (tables: Tables, sample: SampleId, labelset: LabelsetId): void => {
  const key = keyOf(sample, labelset)
  discardStaged(tables, sample, labelset)
  removeWarnings(tables, sample, labelset)
  tables.labels.delete(key)
  for (const { entry } of tables.versions.by("label", key)) tables.versions.delete(entry.version)
}

export const removeWarnings = (tables: Tables, sample: SampleId, labelset: LabelsetId): void => {
  const key = keyOf(sample, labelset)
  tables.checkResults.delete(key)
  for (const { dismissal } of tables.dismissals.by("label", key))
    tables.dismissals.delete(keyOf(key, dismissal.warning))
}

export const removeSample = (tables: Tables, sample: Sample, at: Timestamp): void => {
  for (const { id } of tables.labelsets.by("dataset", sample.datasetId)) removeLabel(tables, sample.id, id)
  for (const { id } of tables.issues.by("sample", sample.id)) tables.issues.delete(id)
  endClaim(tables, sample.id, at, "superseded")
  tables.places.delete(sample.id)
  tables.pictureSizes.delete(sample.id)
  tables.sampleNames.delete(keyOf(sample.datasetId, sample.name))
  tables.samples.delete(sample.id)
}

/** Ends the sample's claim, if it exists, and records how it ended. */
export const endClaim = (tables: Tables, sample: SampleId, at: Timestamp, reason: ClaimEnd): void => {
  const claim = tables.claims.get(sample)
  if (claim === undefined) return
  tables.claims.delete(sample)
  tables.endedClaims.put(claim.id, { datasetId: claim.datasetId, id: claim.id, at, reason })
}
