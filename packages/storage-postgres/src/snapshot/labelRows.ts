/** Pages of frozen labels: the columns to select, and the decoder. */
import type {
  LabelStatus,
  Labelset,
  SampleId,
  SnapshotLabel,
  Timestamp,
  Username,
} from "@annotary/core/effect"
import {
  packColumn,
  packNullable,
  packNumber,
  parseNumberOrNull,
  toTextOrNull,
  unpackTexts,
} from "./packed.ts"
import { assertPresent } from "./sampleRows.ts"

export interface LabelRow {
  readonly sampleId: SampleId
  /** The id of its body. */
  readonly content: string | null
  readonly label: Omit<SnapshotLabel, "attributes">
}

type Column = Exclude<keyof SnapshotLabel, "labelset" | "attributes"> | "sampleId" | "place" | "content"

const columns: { readonly [Key in Column]: string } = {
  sampleId: packColumn("sample_id"),
  place: packNumber("labelset"),
  status: packColumn("status"),
  score: packNumber("score"),
  rating: packNumber("rating"),
  createdAt: packColumn("created_at"),
  createdBy: packColumn("created_by"),
  updatedAt: packColumn("updated_at"),
  updatedBy: packColumn("updated_by"),
  reviewedAt: packNullable("reviewed_at"),
  reviewedBy: packNullable("reviewed_by"),
  content: packNullable("content"),
}

export type PackedLabels = { readonly [Key in Column]: string | null }

export const labelColumns = Object.entries(columns)
  .map(([name, text]) => `${text} AS "${name}"`)
  .join(", ")

export const decodeLabelRows = (
  page: PackedLabels,
  labelsets: ReadonlyArray<Labelset>,
): ReadonlyArray<LabelRow> => {
  const [places, contents] = [unpackTexts(page.place), unpackTexts(page.content)]
  const states = unpackTexts<LabelStatus>(page.status)
  const [scores, ratings] = [unpackTexts(page.score), unpackTexts(page.rating)]
  const [created, creators] = [unpackTexts<Timestamp>(page.createdAt), unpackTexts<Username>(page.createdBy)]
  const [updated, updaters] = [unpackTexts<Timestamp>(page.updatedAt), unpackTexts<Username>(page.updatedBy)]
  const [reviewed, reviewers] = [
    unpackTexts<Timestamp>(page.reviewedAt),
    unpackTexts<Username>(page.reviewedBy),
  ]
  return unpackTexts<SampleId>(page.sampleId).map((sampleId, i) => ({
    sampleId,
    content: toTextOrNull(contents[i]),
    label: {
      labelset: assertPresent(labelsets[Number(places[i]) - 1]).name,
      status: assertPresent(states[i]),
      score: parseNumberOrNull(scores[i]),
      rating: parseNumberOrNull(ratings[i]),
      createdAt: assertPresent(created[i]),
      createdBy: assertPresent(creators[i]),
      updatedAt: assertPresent(updated[i]),
      updatedBy: assertPresent(updaters[i]),
      reviewedAt: toTextOrNull(reviewed[i]),
      reviewedBy: toTextOrNull(reviewers[i]),
    },
  }))
}
