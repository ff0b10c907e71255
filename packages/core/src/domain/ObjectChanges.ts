/** The objects of a label that a piece of work created, changed and removed, by category. */
import { Schema } from "effect"
import { castToJsonText, type JsonText } from "./JsonText.ts"

/** Numbers of objects: created, changed, removed. */
export const ObjectCounts = Schema.Tuple(Schema.Int, Schema.Int, Schema.Int)
export type ObjectCounts = typeof ObjectCounts.Type

/** The counts by the id of the category. Categories without a change are left out. */
export type ObjectChanges = ReadonlyMap<number, ObjectCounts>

/** Writes counts as JSON. Equal counts have equal texts. */
export const formatObjectChanges = (changes: ObjectChanges): JsonText =>
  castToJsonText(
    `{${[...changes]
      .sort(([a], [b]) => a - b)
      .map(([category, counts]) => `"${category}":${JSON.stringify(counts)}`)
      .join(",")}}`,
  )

/** Reads what `formatObjectChanges` has written. Figures read thousands of such texts. */
export const parseObjectChanges = (text: JsonText): ObjectChanges => {
  const changes = new Map<number, ObjectCounts>()
  for (const [category, counts] of Object.entries<unknown>(JSON.parse(text))) {
    if (!isObjectCounts(counts)) throw new Error(`${text} is not a record of changed objects.`)
    changes.set(Number(category), counts)
  }
  return changes
}

const isObjectCounts = (value: unknown): value is ObjectCounts =>
  Array.isArray(value) && value.length === 3 && value.every(Number.isInteger)
