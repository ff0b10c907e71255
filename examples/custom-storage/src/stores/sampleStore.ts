/** SampleStore: samples by id and by name. */
import type { DatasetId, Sample, SampleId, SampleName } from "@annotary/core"
import { emptyObject, leading, type SampleRow, SampleStore, type WithLabels } from "@annotary/core/effect"
import { Option } from "effect"
import type { Database } from "../Database.ts"
import { liveDataset, liveSample } from "../lookups.ts"
import { removeSample } from "../removal.ts"
import { matching, pageOf } from "../sampleLists.ts"
import { currentOf, labelOf } from "../staging.ts"
import { keyOf } from "../tables.ts"

export const sampleStore = ({ call, tables }: Database) => {
  const { sampleNames, samples } = tables
  const holderOf = (dataset: DatasetId, name: SampleName) => sampleNames.get(keyOf(dataset, name))?.id
  const put = (sample: Sample) => {
    sampleNames.put(keyOf(sample.datasetId, sample.name), { datasetId: sample.datasetId, id: sample.id })
    samples.put(sample.id, sample)
  }
  const rowOf = (id: SampleId, labels: WithLabels | null): SampleRow | undefined => {
    const sample = liveSample(tables, id)
    if (sample === undefined || labels === null) return sample && { sample, label: undefined }
    const current = currentOf(tables, id, labels.labelset)
    return { sample, label: current === undefined ? null : labelOf(tables, current, labels.full) }
  }
  return SampleStore.of({
    insert: (all) =>
      call("SampleStore.insert", () => {
        const added = all.filter(({ datasetId, name }) => holderOf(datasetId, name) === undefined)
        for (const sample of added) put(sample)
        return new Set(added.map(({ id }) => id))
      }),
    byIds: (ids, full = true) =>
      call("SampleStore.byIds", () => {
        const found = ids.flatMap((id) => liveSample(tables, id) ?? [])
        return full
          ? found
          : found.map((sample) => ({ ...sample, attributes: null, metadata: emptyObject, readme: "" }))
      }),
    portion: (ids, labels, bytes) =>
      call("SampleStore.portion", () => {
        const rows = ids.map((id) => rowOf(id, labels))
        const read = leading(rows, lengthOf, bytes)
        return { rows: rows.slice(0, read).filter((row) => row !== undefined), read }
      }),
    byId: (id) => call("SampleStore.byId", () => Option.fromNullable(liveSample(tables, id))),
    forWrite: (id, labelset) =>
      call("SampleStore.forWrite", () => {
        const row = rowOf(id, { labelset, full: true })
        const dataset = row && liveDataset(tables, row.sample.datasetId)
        return row === undefined || dataset === undefined
          ? Option.none()
          : Option.some({ ...row, label: row.label ?? null, configVersion: dataset.configVersion })
      }),
    byNames: (dataset, names) =>
      call("SampleStore.byNames", () =>
        [...new Set(names)].flatMap((name) => {
          const id = holderOf(dataset, name)
          return id === undefined ? [] : (liveSample(tables, id) ?? [])
        }),
      ),
    update: (sample, expected) =>
      call("SampleStore.update", () => {
        const before = liveSample(tables, sample.id)
        if (before?.version !== expected) return "stale"
        const holder = holderOf(sample.datasetId, sample.name)
        if (holder !== undefined && holder !== sample.id) return "taken"
        sampleNames.delete(keyOf(before.datasetId, before.name))
        put(sample)
        return "updated"
      }),
    updateMany: (changes) =>
      call("SampleStore.updateMany", () => {
        const due = changes.flatMap(({ expected, sample }) => {
          const before = liveSample(tables, sample.id)
          if (before?.version !== expected) return []
          const { attributes, metadata, name, readme } = before
          return [{ ...sample, attributes, metadata, name, readme }]
        })
        for (const sample of due) put(sample)
        return new Set(due.map(({ id }) => id))
      }),
    markDeleted: (dataset, ids, at) =>
      call("SampleStore.markDeleted", () => {
        const there = ids.flatMap((id) => liveSample(tables, id) ?? [])
        const doomed = there.filter(({ datasetId }) => datasetId === dataset)
        for (const sample of doomed) removeSample(tables, sample, at)
        return doomed.map(({ id }) => id)
      }),
    page: (query) => call("SampleStore.page", () => pageOf(tables, query)),
    count: (filter, cap) =>
      call("SampleStore.count", () =>
        liveDataset(tables, filter.datasetId) === undefined
          ? 0
          : Math.min(cap, matching(tables, filter).length),
      ),
    labels: (labelset, ids, full) =>
      call("SampleStore.labels", () => {
        const all = ids.flatMap((id) => {
          const current = currentOf(tables, id, labelset)
          return current === undefined ? [] : [[id, labelOf(tables, current, full)] as const]
        })
        return new Map(all)
      }),
  })
}

/** Returns the number of characters of all bodies. */
const lengthOf = (row: SampleRow | undefined): number => {
  if (row === undefined) return 0
  const { attributes, metadata, readme } = row.sample
  const texts = [attributes, metadata, readme, row.label?.attributes]
  return texts.reduce<number>((sum, text) => sum + (text?.length ?? 0), 0)
}
