/** A sample: one image, point cloud or sequence to label. Its content is versioned; its place in the queue is not content. */
import { Schema } from "effect"
import { DatasetId, SampleId, VersionId } from "./Ids.ts"
import { JsonText } from "./JsonText.ts"
import { SampleName, Username } from "./Names.ts"
import { Timestamp } from "./Timestamp.ts"

/** Finite; higher is labeled first. -0 is 0. */
export const Priority = Schema.Number.pipe(
  Schema.finite({ message: () => "must be a finite number" }),
  Schema.annotations({
    identifier: "Priority",
    description: "Higher values are labeled first",
    jsonSchema: { type: "number", default: 0 },
  }),
)

export const Sample = Schema.Struct({
  id: SampleId,
  datasetId: DatasetId,
  name: SampleName,
  /** A JSON object as sent, or null. */
  attributes: Schema.NullOr(JsonText),
  /** A JSON object as sent. */
  metadata: JsonText,
  readme: Schema.String,
  priority: Priority,
  assignedLabeler: Schema.NullOr(Username),
  assignedReviewer: Schema.NullOr(Username),
  createdAt: Timestamp,
  createdBy: Username,
  updatedAt: Timestamp,
  /** Changes with every change; the ETag. */
  version: VersionId,
})
export interface Sample extends Schema.Schema.Type<typeof Sample> {}

/** What `filters=key:value` compares: top-level scalar metadata as text, values of at most 200 characters. */
export const metadataIndex = (
  metadata: JsonText,
): ReadonlyArray<{ readonly key: string; readonly value: string }> => {
  const parsed: unknown = JSON.parse(metadata)
  if (typeof parsed !== "object" || parsed === null) return []
  return Object.entries(parsed).flatMap(([key, value]) => {
    if (value === null || typeof value === "object") return []
    const text = String(value)
    return text.length > 200 || key.length > 200 ? [] : [{ key, value: text }]
  })
}
