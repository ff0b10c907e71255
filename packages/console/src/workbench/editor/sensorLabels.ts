/** The labels of several sensors. */
import { type EditorState, getLabel, hasSpaceShapes, openSensor } from "./EditorState.ts"
import type { JsonObject } from "./json/value.ts"
import type { Annotation } from "./label/annotation.ts"
import { findAnnotation, isSequence } from "./label/frames.ts"
import type { Sensor } from "./label/sensors.ts"
import { findNearest } from "./label/tracks/extend.ts"

export interface SensorLabel {
  /** The name of the sensor; undefined where the sample has none. */
  readonly sensor: string | undefined
  readonly label: JsonObject
}

/** The label of each meant sensor that is not hidden, or the only label where the sample has no sensors. */
export const listSensorLabels = (
  state: EditorState,
  isMeant: (sensor: Sensor) => boolean,
  hidden?: ReadonlySet<string>,
): ReadonlyArray<SensorLabel> =>
  state.sensors.length === 0
    ? [{ sensor: undefined, label: getLabel(state) }]
    : state.sensors
        .filter((sensor) => isMeant(sensor) && hidden?.has(sensor.name) !== true)
        .map((sensor) => ({ sensor: sensor.name, label: getLabel(openSensor(state, sensor)) }))

/** Those of the sensors that are not hidden. */
export const listShapeLabels = (
  state: EditorState,
  hidden?: ReadonlySet<string>,
): ReadonlyArray<SensorLabel> => listSensorLabels(state, hasSpaceShapes, hidden)

/** Whether the objects of the shown label are shapes in point clouds. */
export const hasShapes = ({ sensor }: EditorState): boolean => sensor === undefined || hasSpaceShapes(sensor)

/**
 * The object that a new one continues: the only selected one, where another sensor shows it in the frame and the chosen one does not.
 * Undefined where a new object begins a track.
 */
export const findContinued = (state: EditorState): Annotation | undefined => {
  const [key, ...others] = state.selected
  if (key === undefined || others.length > 0 || state.locked.has(key)) return undefined
  if (findAnnotation(getLabel(state), state.frame, key) !== undefined) return undefined
  return listInOthers(state, key).find(({ trackId }) => trackId !== undefined)
}

/**
 * The track of the shown label that a new object continues: the only selected one, where the frame lacks it. As it is in the nearest
 * frame; undefined where a new object begins a track.
 */
export const findOwnTrack = (state: EditorState): Annotation | undefined => {
  const [key, ...others] = state.selected
  if (key === undefined || others.length > 0 || state.locked.has(key)) return undefined
  const label = getLabel(state)
  const nearest = isSequence(label) ? findNearest(label, state.frame, key) : undefined
  return nearest?.trackId === undefined ? undefined : nearest
}

/** An object of the shown frame: as the chosen sensor shows it, else as the first other one does. */
export const findAnywhere = (state: EditorState, key: string): Annotation | undefined =>
  findAnnotation(getLabel(state), state.frame, key) ?? listInOthers(state, key)[0]

const listInOthers = (state: EditorState, key: string): ReadonlyArray<Annotation> =>
  state.sensors.flatMap(
    (sensor) => findAnnotation(getLabel(openSensor(state, sensor)), state.frame, key) ?? [],
  )
