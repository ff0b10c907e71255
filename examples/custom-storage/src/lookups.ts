/** Lookups that several ports share: rows of datasets that are not deleted, and sort orders. */
import {
  type Dataset,
  type DatasetId,
  fromMillis,
  nameKey,
  type Sample,
  type SampleId,
  type Timestamp,
  toMillis,
} from "@annotary/core"
import type { Tables } from "./tables.ts"

/** Returns the dataset unless it is deleted. Rows of a deleted dataset are not visible. */
export const liveDataset = (tables: Tables, id: DatasetId): Dataset | undefined => {
  const row = tables.datasets.get(id)
  return row?.deletedAt === null ? row.dataset : undefined
}

/** Returns the rows whose dataset is not deleted. */
export const live = <Row extends { readonly datasetId: DatasetId }>(
  tables: Tables,
  rows: ReadonlyArray<Row>,
): ReadonlyArray<Row> => rows.filter(({ datasetId }) => liveDataset(tables, datasetId) !== undefined)

export const liveSample = (tables: Tables, id: SampleId): Sample | undefined => {
  const sample = tables.samples.get(id)
  return sample !== undefined && liveDataset(tables, sample.datasetId) !== undefined ? sample : undefined
}

export const groundTruthOf = (tables: Tables, id: DatasetId) =>
  tables.labelsets.by("dataset", id).find(({ isGroundTruth }) => isGroundTruth)

/** Compares names without regard to case. */
export const isNamed = (name: string) => {
  const key = nameKey(name)
  return (row: { readonly name: string }): boolean => nameKey(row.name) === key
}

export const later = (at: Timestamp, seconds: number): Timestamp => fromMillis(toMillis(at) + seconds * 1000)

/** Compares ids and timestamps, which are ASCII. */
export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

export const byId = (a: { readonly id: string }, b: { readonly id: string }): number => compare(a.id, b.id)

export const byAge = (
  a: { readonly createdAt: Timestamp; readonly id: string },
  b: { readonly createdAt: Timestamp; readonly id: string },
): number => compare(a.createdAt, b.createdAt) || byId(a, b)

/** Compares text by Unicode code point. JavaScript compares UTF-16 code units, which sorts surrogate pairs before U+E000. */
export const compareText = (a: string, b: string): number => {
  const shorter = Math.min(a.length, b.length)
  for (let i = 0; i < shorter; i++) {
    const [one, other] = [a.charCodeAt(i), b.charCodeAt(i)]
    if (one !== other) return rank(one) - rank(other)
  }
  return a.length - b.length
}

const rank = (unit: number): number => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800)
