/** Pages of frozen samples: the columns to select, and the decoder. */
import type { SampleId, SampleName, SnapshotSample, Timestamp, Username } from "@annotary/core/effect"
import { freeTexts, orNull, packed, packedFree, packedNumber, packedOrNull, texts } from "./packed.ts"

/** A sample without its labels and bodies, with the id of its content. */
export type SampleRow = Omit<SnapshotSample, "labels" | "attributes" | "metadata" | "readme"> & {
  readonly content: string
}

type Column = keyof SampleRow

const columns: { readonly [Key in Column]: string } = {
  id: packed("sample_id"),
  name: packedFree("name"),
  priority: packedNumber("priority"),
  assignedLabeler: packedOrNull("assigned_labeler"),
  assignedReviewer: packedOrNull("assigned_reviewer"),
  createdAt: packed("created_at"),
  createdBy: packed("created_by"),
  content: packed("content"),
}

export type PackedSamples = { readonly [Key in Column]: string | null } & { readonly last: number | null }

export const sampleColumns = Object.entries(columns)
  .map(([name, text]) => `${text} AS "${name}"`)
  .join(", ")

export const sampleRows = (page: PackedSamples): ReadonlyArray<SampleRow> => {
  const names = freeTexts<SampleName>(page.name)
  const priorities = texts(page.priority)
  const labelers = texts<Username>(page.assignedLabeler)
  const reviewers = texts<Username>(page.assignedReviewer)
  const times = texts<Timestamp>(page.createdAt)
  const authors = texts<Username>(page.createdBy)
  const contents = texts(page.content)
  return texts<SampleId>(page.id).map((id, i) => ({
    id,
    name: there(names[i]),
    priority: Number(there(priorities[i])),
    assignedLabeler: orNull(labelers[i]),
    assignedReviewer: orNull(reviewers[i]),
    createdAt: there(times[i]),
    createdBy: there(authors[i]),
    content: there(contents[i]),
  }))
}

/** Asserts that a value exists: all columns of a page have the same length. */
export const there = <A>(value: A | undefined): A => {
  if (value === undefined) throw new TypeError("A page of a snapshot has columns of different lengths.")
  return value
}
