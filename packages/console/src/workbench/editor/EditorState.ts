/** Everything that an open label is in the editor: its history, and what is selected, hidden and locked. */
import type { Point } from "../geometry/point.ts"
import { type Gesture, idle } from "../tools/Gesture.ts"
import type { Tool } from "../tools/tools.ts"
import { type History, startHistory } from "./History.ts"
import type { JsonObject } from "./json/value.ts"
import { type Annotation, type DrawnAnnotation, isDrawn } from "./label/annotation.ts"
import { findFamily } from "./label/family.ts"
import { hasFrame, listAnnotations } from "./label/frames.ts"
import type { LostByObjects } from "./label/objects.ts"
import { getSensorLabel, type Sensor } from "./label/sensors.ts"
import { UsedIds } from "./label/UsedIds.ts"

/** A place of an image. */
interface Pin {
  readonly at: Point
  readonly frame: number
  /** The name of the sensor whose image it is in, where there are several. */
  readonly sensor?: string | undefined
}

/** A category that was chosen for objects that would lose values by it, until somebody confirms it. */
export interface PendingCategory {
  readonly categoryId: number
  readonly lost: ReadonlyArray<LostByObjects>
  /** The shown label with the category. */
  readonly label: JsonObject
  /** The whole label for which it was chosen. */
  readonly before: JsonObject
  readonly selected: ReadonlySet<string>
  readonly locked: ReadonlySet<string>
}

export interface EditorState {
  /** Of the whole label, with all of its sensors. */
  readonly history: History<JsonObject>
  /** The ids of all versions of the label since it was opened: undone steps too, which only add to it. */
  readonly usedIds: UsedIds
  /** The sensors of the sample; empty for a label without sensors. */
  readonly sensors: ReadonlyArray<Sensor>
  /** The one whose label is shown and edited. */
  readonly sensor: Sensor | undefined
  readonly frame: number
  readonly selected: ReadonlySet<string>
  readonly tool: Tool
  /** The category of the next shape. */
  readonly categoryId: number
  readonly gesture: Gesture
  readonly hidesOthers: boolean
  readonly locked: ReadonlySet<string>
  /** Objects that are not drawn. */
  readonly hidden: ReadonlySet<string>
  /** The place for an issue that was chosen on the canvas. */
  readonly pin: Pin | undefined
  readonly pendingCategory: PendingCategory | undefined
  readonly clipboard: ReadonlyArray<Annotation>
  /** Whether the label may not be edited. */
  readonly readOnly: boolean
}

/** A label as it is opened. */
export const openState = (
  label: JsonObject,
  categoryId: number,
  readOnly = false,
  sensors: ReadonlyArray<Sensor> = [],
): EditorState => ({
  history: startHistory(label),
  usedIds: new UsedIds(label),
  sensors,
  sensor:
    sensors.find(({ edits, kind }) => edits && kind === "cloud") ??
    sensors.find(({ edits }) => edits) ??
    sensors[0],
  frame: 0,
  selected: none,
  tool: "edit",
  categoryId,
  gesture: idle,
  hidesOthers: false,
  locked: none,
  hidden: none,
  pin: undefined,
  pendingCategory: undefined,
  clipboard: [],
  readOnly,
})

export const none: ReadonlySet<string> = new Set()

/** The label as it is now, with all of its sensors. */
export const getWholeLabel = ({ history }: EditorState): JsonObject => history.present

/** The label as it is now: of the chosen sensor, where there are several. */
export const getLabel = (state: EditorState): JsonObject => labelIn(state, getWholeLabel(state))

/** The part of a version of the label that the editor shows. */
export const labelIn = (
  { sensor, sensors }: Pick<EditorState, "sensor" | "sensors">,
  whole: JsonObject,
): JsonObject =>
  sensor === undefined
    ? whole
    : getSensorLabel(whole, sensor, Math.max(...sensors.map(({ frames }) => frames)))

/**
 * The state as it is where another sensor is chosen. What is selected stays selected: tracks are those of all sensors. Copies that its
 * labels cannot have are left behind.
 */
export const openSensor = (state: EditorState, sensor: Sensor): EditorState =>
  sensor === state.sensor
    ? state
    : {
        ...state,
        sensor,
        tool: "edit",
        gesture: idle,
        clipboard: sensor.kind === state.sensor?.kind ? listCopies(sensor, state.clipboard) : [],
      }

/** Shapes are none among the cuboids of a point cloud; cuboids are some among its shapes. */
const listCopies = (sensor: Sensor, copies: EditorState["clipboard"]): EditorState["clipboard"] =>
  sensor.kind === "image" || hasSpaceShapes(sensor) || copies.length === 0
    ? copies
    : copies.filter(({ type }) => type === undefined)

/** Whether the objects of a sensor are shapes that are drawn in its point clouds, beside cuboids. */
export const hasSpaceShapes = ({ taskType }: Sensor): boolean => findFamily(taskType)?.shapes === true

/** Whether nothing of the shown label can be edited. */
export const isFixed = ({ readOnly, sensor }: EditorState): boolean => readOnly || sensor?.edits === false

/** Whether the shown frame of the shown label can get objects. */
export const canTakeObjects = (state: EditorState): boolean =>
  !isFixed(state) && hasFrame(getLabel(state), state.frame)

/** Decides whether an object is seen. */
type Visibility = Pick<EditorState, "hidden" | "hidesOthers" | "selected">

/** Whether an object is not drawn. With others hidden, the selected ones alone are. */
export const isHidden = ({ hidden, hidesOthers, selected }: Visibility, key: string): boolean =>
  hidden.has(key) || (hidesOthers && selected.size > 0 && !selected.has(key))

/** The drawn annotations of the frame. */
export const listDrawn = (state: EditorState): ReadonlyArray<DrawnAnnotation> => {
  const drawn = listAnnotations(getLabel(state), state.frame).filter(isDrawn)
  if (!state.hidesOthers && state.hidden.size === 0) return drawn
  return drawn.filter(({ key }) => !isHidden(state, key))
}

/** Hides objects, or shows them where all of them are hidden. */
export const toggleHidden = (state: EditorState, keys: ReadonlyArray<string>): EditorState => {
  if (keys.length === 0) return state
  const hidden = new Set(state.hidden)
  const shows = keys.every((key) => hidden.has(key))
  for (const key of keys) shows ? hidden.delete(key) : hidden.add(key)
  return { ...state, hidden }
}

/** Locks objects, or unlocks them where all of them are locked. */
export const toggleLocked = (state: EditorState, keys: ReadonlyArray<string>): EditorState => {
  if (keys.length === 0) return state
  const locked = new Set(state.locked)
  const unlocks = keys.every((key) => locked.has(key))
  for (const key of keys) unlocks ? locked.delete(key) : locked.add(key)
  return { ...state, locked: locked.size === 0 ? none : locked }
}

/** Those that a press can pick. */
export const listPickable = (state: EditorState): ReadonlyArray<DrawnAnnotation> =>
  listDrawn(state).filter(({ key }) => !state.locked.has(key))
