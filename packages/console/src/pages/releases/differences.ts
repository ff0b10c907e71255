/** The lines of a comparison of two releases. Pure. */

/** A sample that differs. */
export interface Difference {
  readonly op: "added" | "removed" | "changed"
  readonly uuid: string
  readonly name: string
  /** The keys of a changed sample whose text differs, such as `labels.ground-truth`. */
  readonly fields: ReadonlyArray<string>
}

export interface Differences {
  readonly counts: Readonly<Record<Difference["op"], number>>
  /** The first ones. */
  readonly shown: ReadonlyArray<Difference>
}

/** Reads a line. Throws for a line that is none, such as the error that ends a list that could not be read to its end. */
export const parseDifference = (line: string): Difference => {
  const value: unknown = JSON.parse(line)
  const { fields, name, op, uuid } = { fields: [], name: "", op: "", uuid: "", ...Object(value) }
  if (op !== "added" && op !== "removed" && op !== "changed")
    throw new Error("The comparison ended before its last line.")
  return {
    op,
    uuid: String(uuid),
    name: String(name),
    fields: Array.isArray(fields) ? fields.map(String) : [],
  }
}
