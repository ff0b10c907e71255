/** The objects of a label that a piece of work created, changed and removed, by category. */
import { Schema } from "effect"
import { type JsonText, trustedJson } from "./JsonText.ts"

/** Numbers of objects: created, changed, removed. */
export const ObjectCounts = Schema.Tuple(Schema.Int, Schema.Int, Schema.Int)
export type ObjectCounts = typeof ObjectCounts.Type

/** The counts by the id of the category. Categories without a change are left out. */
const ObjectChanges = Schema.Record({ key: Schema.String, value: ObjectCounts })

/** The counts by the id of the category. */
export type ObjectChanges = ReadonlyMap<number, ObjectCounts>

/** Writes counts as JSON. Equal counts have equal texts. */
export const formatObjectChanges = (changes: ObjectChanges): JsonText =>
  trustedJson(
    `{${[...changes]
      .sort(([a], [b]) => a - b)
      .map(([category, counts]) => `"${category}":${JSON.stringify(counts)}`)
      .join(",")}}`,
  )

/** Reads what `formatObjectChanges` has written. */
export const parseObjectChanges = (text: JsonText): ObjectChanges =>
  new Map(Object.entries(decode(JSON.parse(text))).map(([category, counts]) => [Number(category), counts]))

const decode = Schema.decodeUnknownSync(ObjectChanges)
