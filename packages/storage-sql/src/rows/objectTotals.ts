/**
 * The column `objects` of `label_versions`: how many objects of which categories the body has that came with the version. NULL without a
 * body, with an earlier one, and until `indexPortion` has read what an earlier version of the software wrote.
 */
import { allObjectsMember, countObjects, formatObjectTotals, type JsonText } from "@annotary/core/effect"
import type { DialectShape } from "../dialect/Dialect.ts"

export const encodeObjects = (attributes: JsonText): string => formatObjectTotals(countObjects(attributes))

/** Whether the counts of `label_versions v` are missing, in the words of the index of such rows. */
export const lacksObjects = "v.objects IS NULL AND v.content = v.version"

/** The number of objects of categories by their ids, or of all. Absent categories count 0. */
export const sumObjects = (
  { jsonNumber }: Pick<DialectShape, "jsonNumber">,
  column: string,
  objects: ReadonlyArray<number> | "all",
): string =>
  (objects === "all" ? [allObjectsMember] : objects.map(String))
    .map((member) => `COALESCE(${jsonNumber(column, member)}, 0)`)
    .join(" + ")
