/** The labels of a week, as its people made them: what the server has must have the same objects. */

/** A category of an object. */
export type Category = 1 | 2 | 3

/** What a piece of work did to the objects of a label. */
export interface Edits {
  readonly created: ReadonlyArray<Category>
  /** The positions of objects of the stored label that are deleted. */
  readonly removed: ReadonlyArray<number>
  /** The positions of objects of the stored label that get another category. */
  readonly changed: ReadonlyArray<readonly [position: number, category: Category]>
}

export const noEdits: Edits = { created: [], removed: [], changed: [] }

/** The label of a sample. */
export interface WeekLabel {
  readonly objects: ReadonlyArray<Category>
  readonly labeler: string | null
  readonly wasReviewed: boolean
}

/** The objects after some edits: new ones stand at the end. */
export const applyEdits = (objects: ReadonlyArray<Category>, edits: Edits): ReadonlyArray<Category> => {
  const changed = new Map(edits.changed)
  return [
    ...objects
      .map((category, position) => changed.get(position) ?? category)
      .filter((_, position) => !edits.removed.includes(position)),
    ...edits.created,
  ]
}

/** The created, changed and removed objects by category. */
export const countEdits = (
  before: ReadonlyArray<Category>,
  edits: Edits,
): ReadonlyMap<number, readonly [number, number, number]> => {
  const counts = new Map<number, [number, number, number]>()
  const add = (category: number, index: 0 | 1 | 2) => {
    const row = counts.get(category) ?? [0, 0, 0]
    row[index] += 1
    counts.set(category, row)
  }
  for (const category of edits.created) add(category, 0)
  for (const [, category] of edits.changed) add(category, 1)
  for (const position of edits.removed) add(before[position] ?? 0, 2)
  return counts
}
