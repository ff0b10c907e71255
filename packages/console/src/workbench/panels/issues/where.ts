/** Finds where in an open label an issue is about, and the way back there. */
import type { Editor } from "../../editor/Editor.ts"
import { type EditorState, getLabel, openSensor } from "../../editor/EditorState.ts"
import type { Annotation } from "../../editor/label/annotation.ts"
import { findAnnotation, isSequence } from "../../editor/label/frames.ts"
import type { Place } from "./Issue.ts"

/** The chosen place, else the selected object, else the sample or the frame that is shown. */
export const placeIn = (state: EditorState): Place => {
  const frame = isSequence(getLabel(state)) ? state.frame : undefined
  const { pin, sensor } = state
  if (pin !== undefined)
    return {
      kind: "point",
      at: pin.at,
      frame: frame === undefined ? undefined : pin.frame,
      sensor: pin.sensor,
    }
  const key = [...state.selected].at(-1)
  if (key !== undefined)
    return { kind: "object", key, frame, sensor: withObject(state, key)?.sensor?.name ?? sensor?.name }
  // Point clouds of several sensors lie in one view: their frame is about none of them alone.
  return { kind: "whole", frame, sensor: sensor?.kind === "image" ? sensor.name : undefined }
}

/** The annotation of an object that an issue is about. */
export const findAnnotationAt = (
  state: EditorState,
  { frame, key, sensor }: ObjectPlace,
): Annotation | undefined => {
  const shown = { ...openInSensor(state, sensor), frame: frame ?? state.frame }
  const objectState = withObject(shown, key)
  return objectState && findAnnotation(getLabel(objectState), objectState.frame, key)
}

type ObjectPlace = Extract<Place, { kind: "object" }>

/** Shows the sensor and the frame of a place, and selects its object. Whether there is something of it to be seen. */
export const goTo = (editor: Editor, place: Place): boolean => {
  if (place.sensor !== undefined) editor.chooseSensor(place.sensor)
  if (place.frame !== undefined) editor.show(place.frame)
  // A sensor that is not edited or no longer there: what another one shows is not what the issue is about.
  if (place.sensor !== undefined && editor.state.sensor?.name !== place.sensor) return false
  if (place.kind !== "object") return true
  const objectState = withObject(editor.state, place.key)
  if (objectState === undefined) return false
  if (objectState.sensor !== undefined) editor.chooseSensor(objectState.sensor.name)
  editor.select(new Set([place.key]))
  return true
}

/** The state in the sensor of a name, where there is one. */
const openInSensor = (state: EditorState, name: string | undefined): EditorState => {
  const sensor = state.sensors.find((one) => one.name === name)
  return sensor === undefined ? state : openSensor(state, sensor)
}

/** The state in the chosen sensor where that shows an object in the frame, else in the first one that does. */
const withObject = (state: EditorState, key: string): EditorState | undefined =>
  [state, ...state.sensors.map((sensor) => openSensor(state, sensor))].find(
    (one) => findAnnotation(getLabel(one), one.frame, key) !== undefined,
  )
