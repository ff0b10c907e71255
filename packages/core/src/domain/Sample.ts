import { Schema } from "effect"
import { DatasetId, SampleId, VersionId } from "./Ids.ts"
import { JsonText } from "./JsonText.ts"
import { readMembers } from "./jsonSpans.ts"
import { isCleanText, SampleName, Username } from "./Names.ts"
import { Timestamp } from "./Timestamp.ts"

/** A finite number. Samples with a higher priority are labeled first. -0 is 0. */
export const Priority = Schema.Number.pipe(
  Schema.finite({ message: () => "must be a finite number" }),
  Schema.annotations({
    identifier: "Priority",
    description: "a finite number; higher values are labeled first",
    jsonSchema: { type: "number", default: 0 },
  }),
)

/**
 * A sample: one image, point cloud or sequence to label. Its content is versioned; its place in the queues is not
 * part of it.
 */
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
  /** The ETag. Changes with every change of the sample. */
  version: VersionId,
})
export interface Sample extends Schema.Schema.Type<typeof Sample> {}

/**
 * The entries that `filters=key:value` matches: top-level scalar metadata as text, with keys and values of at most
 * 200 characters that every database can store. Numbers are compared as sent, digit for digit: 1.0 is not 1, and all
 * integers beyond 2^53 are distinct.
 */
export const indexMetadata = (
  metadata: JsonText,
): ReadonlyArray<{ readonly key: string; readonly value: string }> =>
  [...readMembers(metadata)].flatMap(([key, json]) => {
    if (json === "null" || json.startsWith("{") || json.startsWith("[")) return []
    const value = json.startsWith('"') ? String(JSON.parse(json)) : json
    return isIndexable(value) && isIndexable(key) ? [{ key, value }] : []
  })

const isIndexable = (text: string): boolean =>
  text.length <= 400 && (text.length <= 200 || [...text].length <= 200) && isCleanText(text)
