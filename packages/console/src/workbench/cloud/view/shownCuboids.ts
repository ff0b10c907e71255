/** What of the editor's state is drawn, and how. */
import type { Category } from "../../model/attributes/configuration.ts"
import type { Annotation } from "../../model/document/annotation.ts"
import { annotationsIn } from "../../model/document/frames.ts"
import { type EditorState, labelOf } from "../../model/editor/EditorState.ts"
import { isHidden } from "../../model/editor/visible.ts"
import type { Comparison } from "../../model/review/compare.ts"
import { type Cuboid, cuboidOf } from "../model/cuboid.ts"
import type { ShownCuboid } from "./scene/CuboidLayer.ts"

export interface ShownOptions {
  readonly categories: ReadonlyArray<Category>
  /** Objects with warnings. */
  readonly warned: ReadonlySet<string>
  readonly comparison: Comparison | undefined
}

/** The cuboids of the frame. With others hidden, the selected ones alone. */
export const shownCuboids = (
  state: EditorState,
  { categories, comparison, warned }: ShownOptions,
): ReadonlyArray<ShownCuboid> => {
  const colors = new Map(categories.map(({ color, id }) => [id, color]))
  const shown = (annotation: Annotation, look?: ShownCuboid["look"]): ReadonlyArray<ShownCuboid> => {
    const cuboid = cuboidOf(annotation.source)
    if (cuboid === undefined) return []
    const { key } = annotation
    const isSelected = state.selected.has(key)
    if (isHidden(state, key)) return []
    return [
      {
        key,
        cuboid,
        color: colors.get(annotation.categoryId) ?? "gray",
        look: look ?? (isSelected ? "selected" : warned.has(key) ? "warned" : "plain"),
      },
    ]
  }
  const before = comparison === undefined ? [] : [...comparison.removed, ...comparison.changed]
  return [
    ...annotationsIn(labelOf(state), state.frame).flatMap((one) => shown(one)),
    ...before.flatMap((one) => shown(one, "before")),
  ]
}

/** The cuboids of objects in the shown frame. */
export const cuboidsOf = (state: EditorState, keys: Iterable<string>): ReadonlyArray<Cuboid> => {
  const wanted = new Set(keys)
  return annotationsIn(labelOf(state), state.frame).flatMap(({ key, source }) => {
    const cuboid = wanted.has(key) ? cuboidOf(source) : undefined
    return cuboid === undefined ? [] : [cuboid]
  })
}
