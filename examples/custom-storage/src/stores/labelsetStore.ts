/** LabelsetStore: the labelsets of a dataset, with the ground truth first. */
import type { DatasetId, Labelset } from "@annotary/core"
import { LabelsetStore } from "@annotary/core/effect"
import { Option } from "effect"
import type { Database } from "../Database.ts"
import { byId, isNamed, live } from "../lookups.ts"
import { removeLabel } from "../removal.ts"
import type { Tables } from "../tables.ts"

export const inOrder = (a: Labelset, b: Labelset): number =>
  Number(b.isGroundTruth) - Number(a.isGroundTruth) || byId(a, b)

/** Ground truth first, then oldest first. */
export const labelsetsOf = (tables: Tables, dataset: DatasetId): ReadonlyArray<Labelset> =>
  live(tables, tables.labelsets.by("dataset", dataset)).toSorted(inOrder)

export const labelsetStore = ({ call, tables }: Database) => {
  const { labels, labelsets } = tables
  const list = (dataset: DatasetId) => labelsetsOf(tables, dataset)
  return LabelsetStore.of({
    insert: (labelset) =>
      call("LabelsetStore.insert", () => {
        if (list(labelset.datasetId).some(isNamed(labelset.name))) return false
        labelsets.put(labelset.id, labelset)
        return true
      }),
    byName: (dataset, name) =>
      call("LabelsetStore.byName", () => Option.fromNullable(list(dataset).find(isNamed(name)))),
    list: (dataset) => call("LabelsetStore.list", () => list(dataset)),
    describe: (dataset, id, description) =>
      call("LabelsetStore.describe", () => {
        const labelset = list(dataset).find((each) => each.id === id)
        if (labelset !== undefined) labelsets.put(id, { ...labelset, description })
        return labelset !== undefined
      }),
    markDeleted: (dataset, id) =>
      call("LabelsetStore.markDeleted", () => {
        if (labelsets.get(id)?.datasetId !== dataset) return false
        labelsets.delete(id)
        for (const { label } of labels.by("labelset", id)) removeLabel(tables, label.sampleId, id)
        return true
      }),
  })
}
