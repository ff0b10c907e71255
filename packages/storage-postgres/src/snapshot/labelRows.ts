/** Pages of frozen labels: the columns to select, and the decoder. */
import type {
  LabelStatus,
  Labelset,
  SampleId,
  SnapshotLabel,
  Timestamp,
  Username,
} from "@annotary/core/effect"
import { numberOrNull, orNull, packed, packedNumber, packedOrNull, texts } from "./packed.ts"
import { there } from "./sampleRows.ts"

export interface LabelRow {
  readonly sampleId: SampleId
  /** The id of its body. */
  readonly content: string | null
  readonly label: Omit<SnapshotLabel, "attributes">
}

type Column = Exclude<keyof SnapshotLabel, "labelset" | "attributes"> | "sampleId" | "place" | "content"

const columns: { readonly [Key in Column]: string } = {
  sampleId: packed("sample_id"),
  place: packedNumber("labelset"),
  status: packed("status"),
  score: packedNumber("score"),
  rating: packedNumber("rating"),
  createdAt: packed("created_at"),
  createdBy: packed("created_by"),
  updatedAt: packed("updated_at"),
  updatedBy: packed("updated_by"),
  reviewedAt: packedOrNull("reviewed_at"),
  reviewedBy: packedOrNull("reviewed_by"),
  content: packedOrNull("content"),
}

export type PackedLabels = { readonly [Key in Column]: string | null }

export const labelColumns = Object.entries(columns)
  .map(([name, text]) => `${text} AS "${name}"`)
  .join(", ")

export const labelRows = (
  page: PackedLabels,
  labelsets: ReadonlyArray<Labelset>,
): ReadonlyArray<LabelRow> => {
  const [places, contents] = [texts(page.place), texts(page.content)]
  const states = texts<LabelStatus>(page.status)
  const [scores, ratings] = [texts(page.score), texts(page.rating)]
  const [created, creators] = [texts<Timestamp>(page.createdAt), texts<Username>(page.createdBy)]
  const [updated, updaters] = [texts<Timestamp>(page.updatedAt), texts<Username>(page.updatedBy)]
  const [reviewed, reviewers] = [texts<Timestamp>(page.reviewedAt), texts<Username>(page.reviewedBy)]
  return texts<SampleId>(page.sampleId).map((sampleId, i) => ({
    sampleId,
    content: orNull(contents[i]),
    label: {
      labelset: there(labelsets[Number(places[i]) - 1]).name,
      status: there(states[i]),
      score: numberOrNull(scores[i]),
      rating: numberOrNull(ratings[i]),
      createdAt: there(created[i]),
      createdBy: there(creators[i]),
      updatedAt: there(updated[i]),
      updatedBy: there(updaters[i]),
      reviewedAt: orNull(reviewed[i]),
      reviewedBy: orNull(reviewers[i]),
    },
  }))
}
