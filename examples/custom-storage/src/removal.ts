/** What goes when a sample or a label goes. In memory there is no need to mark it first: nothing is slow, and nothing is left half. */
import type { LabelsetId, Sample, SampleId, Timestamp } from "@annotary/core"
import type { ClaimEnd } from "@annotary/core/effect"
import { forgetStaged } from "./staging.ts"
import { keyOf, type Tables } from "./tables.ts"

/** The label, its history, and what is known of its warnings. */
export const removeLabel = (tables: Tables, sample: SampleId, labelset: LabelsetId): void => {
  const key = keyOf(sample, labelset)
  forgetStaged(tables, sample, labelset)
  forgetWarnings(tables, sample, labelset)
  tables.labels.delete(key)
  for (const { entry } of tables.versions.by("label", key)) tables.versions.delete(entry.version)
}

export const forgetWarnings = (tables: Tables, sample: SampleId, labelset: LabelsetId): void => {
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
  tables.sampleNames.delete(keyOf(sample.datasetId, sample.name))
  tables.samples.delete(sample.id)
}

/** Ends the sample's claim, if there is one, and remembers that there was. */
export const endClaim = (tables: Tables, sample: SampleId, at: Timestamp, reason: ClaimEnd): void => {
  const claim = tables.claims.get(sample)
  if (claim === undefined) return
  tables.claims.delete(sample)
  tables.endedClaims.put(claim.id, { datasetId: claim.datasetId, id: claim.id, at, reason })
}
