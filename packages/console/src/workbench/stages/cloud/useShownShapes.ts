/** The shapes that the views of a cloud and the images of its cameras show. */
import { useMemo } from "react"
import { isHidden } from "../../editor/EditorState.ts"
import type { Annotation } from "../../editor/label/annotation.ts"
import { listAnnotations } from "../../editor/label/frames.ts"
import { makeHeight, readSpaceShape, type SpaceShape } from "../../editor/label/spaceShapes/spaceShape.ts"
import { hasShapes, listShapeLabels } from "../../editor/sensorLabels.ts"
import { useEditor, useOptionalStore } from "../../editor/useStore.ts"
import { beforeColor } from "../../panels/review/compare.ts"
import type { ShapePen } from "../../tools/spaceShapes/ShapePen.ts"
import type { MovedVertex } from "../../tools/spaceShapes/SideDrag.ts"
import type { ChosenVertex } from "../../tools/spaceShapes/VertexChoice.ts"
import { useWork } from "../../Work.ts"
import { useCloudParts } from "./CloudParts.ts"

export interface ShownShape extends Omit<SpaceShape, "places"> {
  readonly color: string
  readonly look: "plain" | "selected" | "before"
  readonly isWarned?: boolean
  /** The sensor that shows it, where there are several. */
  readonly sensor?: string | undefined
}

/** The shapes of the shown frame. None where objects are no shapes. `warned`: the objects with warnings. */
export const useShownShapes = (warned: ReadonlySet<string>): ReadonlyArray<ShownShape> => {
  const {
    adjudication,
    editor,
    review: { comparison },
  } = useWork()
  const { pen } = useCloudParts()
  const state = useEditor(editor)
  // The cloud decides about the height of places without one: the drawn one, as for the pen.
  const cloud = useOptionalStore(pen?.view.shownCloud)
  const { categories } = editor.setting.configuration
  const hiddenSensors = useOptionalStore(pen?.view.hiddenSensors) ?? noneHidden
  const { frame, history, sensor, sensors } = state
  const letterColor = adjudication?.color
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the state, the label and what is shown of it decide
  const read = useMemo(() => {
    if (pen === undefined) return []
    const colors = new Map(categories.map(({ color, id }) => [id, color]))
    const heightAt = makeHeight(cloud)
    const makeShownShape = (one: Annotation, of: string | undefined, other?: string) => {
      const spaceShape = readSpaceShape(one, heightAt)
      const color = other ?? letterColor ?? colors.get(one.categoryId) ?? "gray"
      const isBefore = other !== undefined
      return spaceShape === undefined ? [] : [{ ...spaceShape, color, isBefore, sensor: of }]
    }
    const isCompared = comparison !== undefined && hasShapes(state)
    const overlays = hasShapes(state) ? (adjudication?.overlays ?? []) : []
    const before = isCompared ? [...comparison.removed, ...comparison.changed] : []
    return [
      ...listShapeLabels(state, hiddenSensors).flatMap(({ label, sensor: of }) =>
        listAnnotations(label, frame).flatMap((one) => makeShownShape(one, of)),
      ),
      ...before.flatMap((one) => makeShownShape(one, sensor?.name, beforeColor)),
      ...overlays.flatMap(({ annotations, color, letter }) =>
        annotations.flatMap((one) =>
          makeShownShape({ ...one, key: `${letter} ${one.key}` }, sensor?.name, color),
        ),
      ),
    ]
  }, [
    history.present,
    sensor,
    sensors,
    frame,
    hiddenSensors,
    cloud,
    pen,
    categories,
    comparison,
    adjudication?.overlays,
    letterColor,
  ])
  const { hidden, hidesOthers, selected } = state
  const shown = useMemo(
    () =>
      read
        .filter(({ key }) => !isHidden({ hidden, hidesOthers, selected }, key))
        .map(({ isBefore, ...shape }): ShownShape => {
          if (isBefore) return { ...shape, look: "before" }
          const look = selected.has(shape.key) ? "selected" : "plain"
          return { ...shape, look, isWarned: warned.has(shape.key) }
        }),
    [read, hidden, hidesOthers, selected, warned],
  )
  const moved = useOptionalStore(pen?.sides.moved)
  return useMemo(
    () =>
      moved === undefined
        ? shown
        : shown.map((one) => (one.sensor === sensor?.name ? withMoved(one, moved) : one)),
    [shown, moved, sensor],
  )
}

/** The shape with the vertex where it is dragged to. */
const withMoved = (shape: ShownShape, { index, key, point }: MovedVertex): ShownShape =>
  shape.key === key && shape.look !== "before" && index < shape.points.length
    ? { ...shape, points: shape.points.with(index, point) }
    : shape

const noneHidden: ReadonlySet<string> = new Set()

/** The chosen vertex of the selected shape. It is drawn anew with the state of the editor too, which decides whether it is still there. */
export const useChosen = (pen: ShapePen | undefined): ChosenVertex | undefined => {
  useOptionalStore(pen?.vertex.store)
  return pen?.vertex.get()
}
