/** Pages of frozen samples: the columns to select, and the decoder. */
import type { SampleId, SampleName, SnapshotSample, Timestamp, Username } from "@annotary/core/effect"
import {
  packColumn,
  packFreeText,
  packNullable,
  packNumber,
  toTextOrNull,
  unpackFreeTexts,
  unpackTexts,
} from "./packed.ts"

/** A sample without its labels and bodies, with the id of its content. */
export type SampleRow = Omit<SnapshotSample, "labels" | "attributes" | "metadata" | "readme"> & {
  readonly content: string
}

type Column = keyof SampleRow

const columns: { readonly [Key in Column]: string } = {
  id: packColumn("sample_id"),
  name: packFreeText("name"),
  priority: packNumber("priority"),
  assignedLabeler: packNullable("assigned_labeler"),
  assignedReviewer: packNullable("assigned_reviewer"),
  createdAt: packColumn("created_at"),
  createdBy: packColumn("created_by"),
  content: packColumn("content"),
}

export type PackedSamples = { readonly [Key in Column]: string | null } & { readonly last: number | null }

export const sampleColumns = Object.entries(columns)
  .map(([name, text]) => `${text} AS "${name}"`)
  .join(", ")

export const decodeSampleRows = (page: PackedSamples): ReadonlyArray<SampleRow> => {
  const names = unpackFreeTexts<SampleName>(page.name)
  const priorities = unpackTexts(page.priority)
  const labelers = unpackTexts<Username>(page.assignedLabeler)
  const reviewers = unpackTexts<Username>(page.assignedReviewer)
  const times = unpackTexts<Timestamp>(page.createdAt)
  const authors = unpackTexts<Username>(page.createdBy)
  const contents = unpackTexts(page.content)
  return unpackTexts<SampleId>(page.id).map((id, i) => ({
    id,
    name: assertPresent(names[i]),
    priority: Number(assertPresent(priorities[i])),
    assignedLabeler: toTextOrNull(labelers[i]),
    assignedReviewer: toTextOrNull(reviewers[i]),
    createdAt: assertPresent(times[i]),
    createdBy: assertPresent(authors[i]),
    content: assertPresent(contents[i]),
  }))
}

/** Asserts that a value exists: all columns of a page have the same length. */
export const assertPresent = <A>(value: A | undefined): A => {
  if (value === undefined) throw new TypeError("A page of a snapshot has columns of different lengths.")
  return value
}
