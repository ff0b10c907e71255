/** The cuboids of the editor's state with the look in which they are drawn. */
import { useMemo } from "react"
import type { EditorState } from "../../editor/EditorState.ts"
import { isHidden } from "../../editor/EditorState.ts"
import type { Annotation } from "../../editor/label/annotation.ts"
import type { Category } from "../../editor/label/attributes/configuration.ts"
import { type Cuboid, parseCuboid } from "../../editor/label/cuboids/cuboid.ts"
import { listAnnotations } from "../../editor/label/frames.ts"
import { listSensorLabels, type SensorLabel } from "../../editor/sensorLabels.ts"
import { useEditor, useStore } from "../../editor/useStore.ts"
import type { Adjudication } from "../../panels/adjudication/useAdjudication.ts"
import { beforeColor, type Comparison } from "../../panels/review/compare.ts"
import { useWork } from "../../Work.ts"
import { useCloudParts } from "./CloudParts.ts"
import type { ShownCuboid } from "./scene/CuboidLayer.ts"

interface ShownOptions {
  readonly categories: ReadonlyArray<Category>
  /** Objects with warnings. */
  readonly warned: ReadonlySet<string>
  readonly comparison: Comparison | undefined
  readonly adjudication: Pick<Adjudication, "color" | "overlays"> | undefined
  /** The names of sensors whose cuboids are not drawn. */
  readonly hiddenSensors?: ReadonlySet<string>
}

/** The labels that have cuboids: one for each sensor of point clouds, where there are several sensors. */
export const listCuboidLabels = (
  state: EditorState,
  hidden?: ReadonlySet<string>,
): ReadonlyArray<SensorLabel> => listSensorLabels(state, ({ kind }) => kind === "cloud", hidden)

/** The cuboids of the frame. With others hidden, the selected ones alone. */
const listShownCuboids = (
  state: EditorState,
  { adjudication, categories, comparison, hiddenSensors, warned }: ShownOptions,
): ReadonlyArray<ShownCuboid> => {
  const colors = new Map(categories.map(({ color, id }) => [id, color]))
  const toShown = (
    annotation: Annotation,
    sensor: string | undefined,
    look?: "before",
  ): ReadonlyArray<ShownCuboid> => {
    const cuboid = parseCuboid(annotation.source)
    if (cuboid === undefined) return []
    const { key } = annotation
    const isSelected = state.selected.has(key)
    if (isHidden(state, key)) return []
    return [
      {
        key,
        cuboid,
        color:
          look === undefined
            ? (adjudication?.color ?? colors.get(annotation.categoryId) ?? "gray")
            : beforeColor,
        look: look ?? (isSelected ? "selected" : "plain"),
        isWarned: look === undefined && warned.has(key),
        sensor,
      },
    ]
  }
  const before = comparison === undefined ? [] : [...comparison.removed, ...comparison.changed]
  return [
    ...listCuboidLabels(state, hiddenSensors).flatMap(({ label, sensor }) =>
      listAnnotations(label, state.frame).flatMap((one) => toShown(one, sensor)),
    ),
    ...before.flatMap((one) => toShown(one, state.sensor?.name, "before")),
    ...listOverlaid(state, adjudication),
  ]
}

/** The cuboids of other labels over those of the shown one. Their keys are those of no object of it. */
const listOverlaid = (
  { sensor }: EditorState,
  adjudication: Pick<Adjudication, "overlays"> | undefined,
): ReadonlyArray<ShownCuboid> =>
  (adjudication?.overlays ?? []).flatMap(({ annotations, color, letter }) =>
    annotations.flatMap(({ key, source }) => {
      const cuboid = parseCuboid(source)
      const name = `${letter} ${key}`
      return cuboid === undefined
        ? []
        : [{ key: name, cuboid, color, look: "before", sensor: sensor?.name } as const]
    }),
  )

/** The cuboids of objects in the shown frame. */
export const listCuboids = (state: EditorState, keys: Iterable<string>): ReadonlyArray<Cuboid> => {
  const chosenKeys = new Set(keys)
  return listCuboidLabels(state).flatMap(({ label }) =>
    listAnnotations(label, state.frame).flatMap(({ key, source }) => {
      const cuboid = chosenKeys.has(key) ? parseCuboid(source) : undefined
      return cuboid === undefined ? [] : [cuboid]
    }),
  )
}

/** The cuboids that the views of a cloud and the images of its cameras show. `warned`: the objects with warnings. */
export const useShownCuboids = (warned: ReadonlySet<string>): ReadonlyArray<ShownCuboid> => {
  const {
    adjudication,
    editor,
    review: { comparison },
  } = useWork()
  const { view } = useCloudParts()
  const state = useEditor(editor)
  const hiddenSensors = useStore(view.hiddenSensors)
  return useMemo(
    () =>
      listShownCuboids(state, {
        categories: editor.setting.configuration.categories,
        warned,
        comparison,
        adjudication,
        hiddenSensors,
      }),
    [state, editor, warned, comparison, adjudication, hiddenSensors],
  )
}
