/** Lists of samples: filters and sort orders. */
import type { Label, Sample } from "@annotary/core"
import { metadataIndex, type SampleCursor, type SampleFilter, type SampleQuery } from "@annotary/core/effect"
import { byId, compareText, groundTruthOf, liveDataset } from "./lookups.ts"
import { keyOf, type Tables } from "./tables.ts"

interface Listed {
  readonly sample: Sample
  /** The label of the ground-truth labelset. */
  readonly label: Label | undefined
}

export const matching = (tables: Tables, filter: SampleFilter): ReadonlyArray<Listed> => {
  const truth = groundTruthOf(tables, filter.datasetId)
  return tables.samples
    .by("dataset", filter.datasetId)
    .map((sample) => ({ sample, label: truth && tables.labels.get(keyOf(sample.id, truth.id))?.label }))
    .filter((listed) => matches(listed, filter))
}

const matches = ({ label, sample }: Listed, filter: SampleFilter): boolean =>
  (filter.nameContains === undefined || sample.name.includes(filter.nameContains)) &&
  (filter.labelStatuses === undefined || filter.labelStatuses.includes(label?.status ?? "UNLABELED")) &&
  (filter.assignedLabeler === undefined || sample.assignedLabeler === filter.assignedLabeler) &&
  (filter.assignedReviewer === undefined || sample.assignedReviewer === filter.assignedReviewer) &&
  (filter.priorityAtLeast === undefined || sample.priority >= filter.priorityAtLeast) &&
  (filter.priorityAtMost === undefined || sample.priority <= filter.priorityAtMost) &&
  hasMetadata(sample, filter.metadata ?? [])

const hasMetadata = (sample: Sample, wanted: NonNullable<SampleFilter["metadata"]>): boolean => {
  if (wanted.length === 0) return true
  const index = metadataIndex(sample.metadata)
  return wanted.every(({ key, value }) => index.some((each) => each.key === key && each.value === value))
}

export const pageOf = (tables: Tables, query: SampleQuery): ReadonlyArray<SampleCursor> => {
  if (liveDataset(tables, query.filter.datasetId) === undefined) return []
  const order = orderOf(query.sort)
  const all = matching(tables, query.filter).map((listed) => placeOf(listed, query.sort.key))
  const { limit, start } = query
  if ("offset" in start) return all.sort(order).slice(start.offset, start.offset + limit)
  return all
    .filter((place) => order(place, start.after) > 0)
    .sort(order)
    .slice(0, limit)
}

const placeOf = ({ label, sample }: Listed, key: SampleQuery["sort"]["key"]): SampleCursor => {
  switch (key) {
    case "name":
      return { value: sample.name, id: sample.id }
    case "created_at":
      return { value: sample.createdAt, id: sample.id }
    case "priority":
      return { value: sample.priority, id: sample.id }
    case "gt_label__updated_at":
      return { value: label?.updatedAt ?? null, id: sample.id }
  }
}

/** In both directions, nulls come last and equal values are ordered by ascending id. */
const orderOf =
  ({ descending }: SampleQuery["sort"]) =>
  (a: SampleCursor, b: SampleCursor): number => {
    if (a.value === null || b.value === null)
      return Number(a.value === null) - Number(b.value === null) || byId(a, b)
    const order =
      typeof a.value === "number" && typeof b.value === "number"
        ? a.value - b.value
        : compareText(String(a.value), String(b.value))
    return (descending ? -order : order) || byId(a, b)
  }
