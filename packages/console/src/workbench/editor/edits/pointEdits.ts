/** The edits of labels whose objects are sets of points. The ids change beside; each edit names their revision. */
import { readPointId, type Target } from "../../documents/points/targets.ts"
import { type EditorState, getLabel } from "../EditorState.ts"
import { withMembers } from "../json/edit.ts"
import { isArray, type JsonObject } from "../json/value.ts"
import { isAnywhere, listAnnotations, withFrame } from "../label/frames.ts"
import { removeObjectsIn } from "../label/objects.ts"
import { withPointRevision } from "../label/pointLabel.ts"
import { applyEdit, type EditName } from "./edit.ts"

/** A painted revision of a frame. */
export interface PointsPainted {
  readonly frame: number
  readonly revision: number
  /** The painted object; undefined when points were only erased. */
  readonly target: Target | undefined
  /** Ids whose last point was painted over. */
  readonly gone: ReadonlySet<number>
}

/** The state after points were painted: a new object is added, one without points goes, and the painted one is selected. */
export const paintPoints = (
  state: EditorState,
  { frame, gone, revision, target }: PointsPainted,
): EditorState => {
  if (state.readOnly) return state
  const label = getLabel(state)
  const emptied = new Set(
    listAnnotations(label, frame).flatMap((one) => (gone.has(readPointId(one) ?? 0) ? [one.key] : [])),
  )
  const added = target?.adds === undefined ? label : withAnnotationAdded(label, frame, target.adds)
  const next = withPointRevision(removeObjectsIn(added, emptied, frame, frame), frame, revision)
  const after = applyEdit(state, target === undefined ? "erase" : "paint", next)
  const painted =
    target === undefined || frame !== state.frame
      ? undefined
      : listAnnotations(next, frame).find((one) => readPointId(one) === target.id)
  if (painted !== undefined) return { ...after, selected: new Set([painted.key]) }
  // An object that other frames have stays selected: it can be painted here again.
  const selected = [...after.selected].filter((key) => !emptied.has(key) || isAnywhere(next, key))
  return selected.length === after.selected.size ? after : { ...after, selected: new Set(selected) }
}

const withAnnotationAdded = (label: JsonObject, frame: number, source: JsonObject): JsonObject =>
  withFrame(label, frame, (found) => {
    const list = isArray(found.annotations) ? found.annotations : []
    return withMembers(found, { annotations: [...list, source] })
  })

/** Objects that go, and what else the frames get with that. */
export interface PointsRelabeled {
  readonly name: EditName & ("delete" | "merge")
  readonly keys: ReadonlySet<string>
  readonly frames: ReadonlyArray<{
    readonly frame: number
    /** Undefined where no point has changed. */
    readonly revision: number | undefined
    readonly adds: JsonObject | undefined
  }>
}

/** The state without some objects in some frames, whose points have another id or none. */
export const relabelPoints = (state: EditorState, { frames, keys, name }: PointsRelabeled): EditorState => {
  if (state.readOnly) return state
  let label = getLabel(state)
  for (const { adds, frame, revision } of frames) {
    if (adds !== undefined) label = withAnnotationAdded(label, frame, adds)
    label = removeObjectsIn(label, keys, frame, frame)
    if (revision !== undefined) label = withPointRevision(label, frame, revision)
  }
  const isStaying = (key: string) => !keys.has(key) || (name === "delete" && isAnywhere(label, key))
  const selected = new Set([...state.selected].filter(isStaying))
  return { ...applyEdit(state, name, label), selected }
}
