/** What of the editor's state is drawn, and how. */
import type { Category } from "../../model/attributes/configuration.ts"
import type { Annotation } from "../../model/document/annotation.ts"
import { annotationsIn } from "../../model/document/frames.ts"
import type { EditorState } from "../../model/editor/EditorState.ts"
import { type SensorLabel, sensorLabels } from "../../model/editor/sensorLabels.ts"
import { isHidden } from "../../model/editor/visible.ts"
import type { Comparison } from "../../model/review/compare.ts"
import { type Cuboid, cuboidOf } from "../model/cuboid.ts"
import type { ShownCuboid } from "./scene/CuboidLayer.ts"

export interface ShownOptions {
  readonly categories: ReadonlyArray<Category>
  /** Objects with warnings. */
  readonly warned: ReadonlySet<string>
  readonly comparison: Comparison | undefined
  /** The names of sensors whose cuboids are not drawn. */
  readonly hiddenSensors?: ReadonlySet<string>
}

/** The labels that have cuboids: one for each sensor of point clouds, where there are several sensors. */
export const cuboidLabels = (state: EditorState, hidden?: ReadonlySet<string>): ReadonlyArray<SensorLabel> =>
  sensorLabels(state, ({ kind }) => kind === "cloud", hidden)

/** The cuboids of the frame. With others hidden, the selected ones alone. */
export const shownCuboids = (
  state: EditorState,
  { categories, comparison, hiddenSensors, warned }: ShownOptions,
): ReadonlyArray<ShownCuboid> => {
  const colors = new Map(categories.map(({ color, id }) => [id, color]))
  const shown = (
    annotation: Annotation,
    sensor: string | undefined,
    look?: ShownCuboid["look"],
  ): ReadonlyArray<ShownCuboid> => {
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
        sensor,
      },
    ]
  }
  const before = comparison === undefined ? [] : [...comparison.removed, ...comparison.changed]
  return [
    ...cuboidLabels(state, hiddenSensors).flatMap(({ label, sensor }) =>
      annotationsIn(label, state.frame).flatMap((one) => shown(one, sensor)),
    ),
    ...before.flatMap((one) => shown(one, state.sensor?.name, "before")),
  ]
}

/** The cuboids of objects in the shown frame. */
export const cuboidsOf = (state: EditorState, keys: Iterable<string>): ReadonlyArray<Cuboid> => {
  const wanted = new Set(keys)
  return cuboidLabels(state).flatMap(({ label }) =>
    annotationsIn(label, state.frame).flatMap(({ key, source }) => {
      const cuboid = wanted.has(key) ? cuboidOf(source) : undefined
      return cuboid === undefined ? [] : [cuboid]
    }),
  )
}
