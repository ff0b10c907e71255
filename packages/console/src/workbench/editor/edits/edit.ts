/** The edits of the editor: each is a named step of the history, and none happens to a label that is read only. */
import type { Outline } from "../../geometry/outline.ts"
import { type Point, type Points, roundPoint } from "../../geometry/point.ts"
import { movePoints } from "../../geometry/vertices.ts"
import { isPaintTool } from "../../tools/tools.ts"
import {
  canTakeObjects,
  type EditorState,
  getLabel,
  getWholeLabel,
  isFixed,
  labelIn,
  none,
  openSensor,
  type PendingCategory,
} from "../EditorState.ts"
import { pushState, type VersionChoice } from "../History.ts"
import { withMembers } from "../json/edit.ts"
import type { Json, JsonObject } from "../json/value.ts"
import type { Annotation } from "../label/annotation.ts"
import {
  type Configuration,
  listAttributes,
  makeInitialAttributes,
} from "../label/attributes/configuration.ts"
import {
  findAnnotation,
  isAnywhere,
  isSequence,
  listAnnotations,
  withImageAttribute,
} from "../label/frames.ts"
import {
  type AttributeEdit,
  findNextChange,
  removeObjects,
  withAttribute,
  withCategory,
  withOrder,
} from "../label/objects.ts"
import { withSensorLabel } from "../label/sensors.ts"
import { withPasted, withPoints, withShape } from "../label/shapes.ts"
import { removeKeyframe, type TrackSettings, withKeyframe } from "../label/tracks/keyframes.ts"
import { findContinued, findOwnTrack } from "../sensorLabels.ts"

/** The settings of the dataset for the work. */
export interface Setting {
  readonly configuration: Configuration
  readonly tracks: TrackSettings
  /** Whether objects are linked to those of the listed categories alone. */
  readonly restrictsLinks?: boolean
  /** Whether cuboids turn about all three axes. */
  readonly tiltsCuboids?: boolean
}

/** The names of the steps of the history, which the words translate. */
export type EditName =
  | "add"
  | "move"
  | "reshape"
  | "category"
  | "attribute"
  | "imageAttribute"
  | "order"
  | "delete"
  | "paste"
  | "keyframe"
  | "splitTrack"
  | "extend"
  | "mergeTracks"
  | "trim"
  | "link"
  | "unlink"
  | "linkAttribute"
  | "paint"
  | "erase"
  | "merge"
  | "turn"
  | "resize"
  | "fit"
  | "flip"
  | "ground"
  | "mirror"
  | "fitTrack"
  | "sizeTrack"
  | "take"

/** The state after an edit of the label. A choice may leave the label as it is. */
export const applyEdit = (
  state: EditorState,
  name: EditName,
  label: JsonObject,
  merge: string | null = null,
  choice?: VersionChoice,
): EditorState => {
  if (isFixed(state) || (label === getLabel(state) && choice === undefined)) return state
  state.usedIds.add(label)
  const step = pushState(state.history, name, withLabel(state, label), mergeIn(state, merge), choice)
  return { ...state, history: step }
}

/** Edits of two sensors are two steps. */
const mergeIn = ({ sensor }: EditorState, merge: string | null): string | null =>
  merge === null || sensor === undefined ? merge : `${merge} in ${sensor.name}`

/** The whole label with the edited part. */
const withLabel = (state: EditorState, label: JsonObject): JsonObject =>
  state.sensor === undefined
    ? label
    : withSensorLabel(getWholeLabel(state), state.sensor, label, state.sensors)

/** Adds a shape of the chosen category, or of the object that it continues, and selects it. */
export const addShape = (
  state: EditorState,
  shape: Outline,
  { configuration, tracks }: Setting,
): EditorState => {
  if (!canTakeObjects(state)) return state
  const points = shape.points.map(roundPoint)
  const own = findOwnTrack(state)
  if (own?.type === shape.type)
    return addKeyframe(state, own.key, withMembers(own.source, { points, shape: undefined }), tracks)
  const { categoryId, trackId } = findContinued(state) ?? { categoryId: state.categoryId, trackId: undefined }
  const attributes = makeInitialAttributes(listAttributes(configuration, categoryId))
  const { usedIds } = state
  const drawn = { type: shape.type, points, categoryId, trackId, attributes, usedIds }
  const added = withShape(getLabel(state), state.frame, drawn, tracks)
  return { ...applyEdit(state, "add", added.label), selected: new Set([added.key]) }
}

/** Adds a keyframe to a track in the shown frame, which lacked it. The frames up to the neighbors follow. */
export const addKeyframe = (
  state: EditorState,
  key: string,
  source: JsonObject,
  tracks: TrackSettings,
): EditorState => ({
  ...applyEdit(state, "add", withKeyframe(getLabel(state), state.frame, key, source, tracks)),
  selected: new Set([key]),
})

/** Changes the points of one object. */
export const setPoints = (
  state: EditorState,
  key: string,
  points: Points,
  { tracks }: Setting,
): EditorState => applyEdit(state, "reshape", withPoints(getLabel(state), state.frame, key, points, tracks))

/** Moves what is selected. The repeats of an arrow key are one step. */
export const nudge = (state: EditorState, by: Point, { tracks }: Setting): EditorState => {
  let label = getLabel(state)
  for (const key of listEditable(state)) {
    const points = findAnnotation(label, state.frame, key)?.points
    if (points !== undefined) label = withPoints(label, state.frame, key, movePoints(points, by), tracks)
  }
  return applyEdit(state, "move", label, `move ${state.frame} ${[...state.selected].join(" ")}`)
}

/**
 * Chooses the category of the next shape. While nothing is being drawn, what is selected changes its category too; a
 * shape that was drawn a moment ago is still selected, and keeps its own. What is painted next is a new object.
 */
export const chooseCategory = (state: EditorState, categoryId: number, setting: Setting): EditorState => {
  if (state.tool === "edit") return { ...setCategory(state, categoryId, setting), categoryId }
  return { ...state, categoryId, ...(isPaintTool(state.tool) ? { selected: none } : {}) }
}

/** Changes the category of what is selected, or proposes it where values would be lost. */
export const setCategory = (
  state: EditorState,
  categoryId: number,
  { configuration }: Setting,
): EditorState => {
  const category = configuration.categories.find(({ id }) => id === categoryId) ?? categoryId
  const { label, lost } = withCategory(getLabel(state), listConcerned(state), category)
  if (lost.length === 0 || isFixed(state))
    return { ...applyEdit(state, "category", label), pendingCategory: undefined }
  const { history, locked, selected } = state
  return { ...state, pendingCategory: { categoryId, lost, label, before: history.present, selected, locked } }
}

/** The proposed category, while the label, the selection and the locks are those that it was proposed for. */
export const findPendingCategory = ({
  history,
  locked,
  pendingCategory: pending,
  selected,
}: EditorState): PendingCategory | undefined =>
  pending?.before === history.present && pending.selected === selected && pending.locked === locked
    ? pending
    : undefined

/** Changes the category as it was proposed: values that it does not offer are dropped. */
export const confirmCategory = (state: EditorState): EditorState => {
  const pending = findPendingCategory(state)
  return pending === undefined
    ? state
    : { ...applyEdit(state, "category", pending.label), pendingCategory: undefined }
}

/** An attribute of an object, with the frames in which it is set. */
interface AttributeChoice extends Omit<AttributeEdit, "end" | "frame"> {
  /** Whether a value of a track holds until the frame in which it was changed next. */
  readonly laterFrames?: boolean
}

/** Sets an attribute of an object. Typing into one field is one step. */
export const setAttribute = (state: EditorState, choice: AttributeChoice): EditorState =>
  setAttributes(state, [choice])

/** Sets an attribute of several objects in one step: it may have another extent in each of their categories. */
export const setAttributes = (state: EditorState, choices: ReadonlyArray<AttributeChoice>): EditorState => {
  const { frame, history } = state
  const [first] = choices
  const keys = choices.map(({ key }) => key).join(" ")
  const merge = typeof first?.value === "string" ? `attribute ${frame} ${keys} ${first.name}` : null
  // While somebody types, the text may equal that of a later frame for a moment.
  const isTyped = merge !== null && history.past?.top.merge === mergeIn(state, merge)
  const before = isTyped ? labelIn(state, history.past?.top.state ?? history.present) : getLabel(state)
  let label = getLabel(state)
  for (const { laterFrames = false, ...edit } of choices) {
    const end = laterFrames ? { end: findNextChange(before, { ...edit, frame }) } : {}
    label = withAttribute(label, { ...edit, ...end, frame })
  }
  return applyEdit(state, "attribute", label, merge)
}

/** Sets an attribute of the image or of the shown frame. */
export const setImageAttribute = (state: EditorState, name: string, value: Json | undefined): EditorState =>
  applyEdit(
    state,
    "imageAttribute",
    withImageAttribute(getLabel(state), state.frame, name, value),
    typeof value === "string" ? `image ${state.frame} ${name}` : null,
  )

/** Deletes what is selected, in all frames. */
export const deleteSelected = (state: EditorState): EditorState => {
  const keys = listConcerned(state)
  return {
    ...applyEdit(state, "delete", removeObjects(getLabel(state), keys)),
    selected: state.readOnly ? state.selected : new Set([...state.selected].filter((key) => !keys.has(key))),
  }
}

/** Draws what is selected over all other objects or under them, in every frame. */
export const orderSelected = (state: EditorState, place: "back" | "front"): EditorState => {
  const ordered = applyEdit(state, "order", withOrder(getLabel(state), listConcerned(state), place))
  return ordered === state ? state : followOrder(state, ordered)
}

/** The state whose selection follows objects of one id, whose keys depend on their order. */
const followOrder = (before: EditorState, after: EditorState): EditorState => {
  const sources = new Map(
    listAnnotations(getLabel(before), before.frame).map(({ key, source }) => [source, key]),
  )
  const keys = new Map(
    listAnnotations(getLabel(after), after.frame).map(({ key, source }) => [sources.get(source), key]),
  )
  if ([...keys].every(([old, key]) => old === key)) return after
  const follow = (set: ReadonlySet<string>) => new Set([...set].map((key) => keys.get(key) ?? key))
  return {
    ...after,
    selected: follow(after.selected),
    hidden: follow(after.hidden),
    locked: follow(after.locked),
  }
}

/** Copies what is selected. */
export const copySelected = (state: EditorState): EditorState => {
  const copied = listSelected(state)
  return copied.length === 0 ? state : { ...state, clipboard: copied }
}

/** Pastes what was copied into the shown frame, and selects it. */
export const paste = (state: EditorState, { tracks }: Setting): EditorState => {
  if (!canTakeObjects(state) || state.clipboard.length === 0) return state
  const { keys, label } = withPasted(getLabel(state), state.frame, state.clipboard, tracks, state.usedIds)
  return { ...applyEdit(state, "paste", label), selected: keys }
}

/** Makes keyframes of what is selected, or ordinary frames where all of it are keyframes. */
export const toggleKeyframe = (state: EditorState, { tracks }: Setting): EditorState => {
  let label = getLabel(state)
  if (!isSequence(label)) return state
  const annotations = listEditable(state).flatMap((key) => findAnnotation(label, state.frame, key) ?? [])
  const demotes = annotations.every(({ isKeyframe }) => isKeyframe)
  for (const { key, source } of annotations)
    label = demotes
      ? removeKeyframe(label, state.frame, key, tracks)
      : withKeyframe(label, state.frame, key, source, tracks)
  return applyEdit(state, "keyframe", label)
}

/** Lists the selected objects, as the shown frame has them. */
export const listSelected = (state: EditorState): ReadonlyArray<Annotation> => {
  if (state.selected.size === 0) return []
  const annotations = listAnnotations(getLabel(state), state.frame)
  return annotations.filter(({ key }) => state.selected.has(key))
}

/** The state without what is selected and the shown frame lacks: nobody sees that an edit concerns it. */
export const withShownSelection = (state: EditorState): EditorState => {
  const shown = new Set(listAnnotations(getLabel(state), state.frame).map(({ key }) => key))
  const selected = [...state.selected].filter((key) => shown.has(key))
  return selected.length === state.selected.size ? state : { ...state, selected: new Set(selected) }
}

/** The selected objects that an edit in all frames concerns: those of the shown frame, or all where it has none of them. */
const listConcerned = (state: EditorState): ReadonlySet<string> => {
  const shown = withShownSelection(state)
  return new Set(listEditable(shown.selected.size > 0 ? shown : state))
}

/** The selected objects that are not locked. */
export const listEditable = ({ locked, selected }: EditorState): ReadonlyArray<string> =>
  [...selected].filter((key) => !locked.has(key))

/** The state with nothing selected that is not in the label any more, as after an undo. */
export const withValidSelection = (state: EditorState): EditorState => {
  const labels =
    state.sensors.length === 0
      ? [getLabel(state)]
      : state.sensors.map((one) => getLabel(openSensor(state, one)))
  const selected = [...state.selected].filter((key) => labels.some((label) => isAnywhere(label, key)))
  if (selected.length === state.selected.size) return state
  return { ...state, selected: selected.length === 0 ? none : new Set(selected) }
}
