/** The labels of several sensors. */
import type { Sensor } from "../document/sensors.ts"
import type { JsonObject } from "../json/value.ts"
import { type EditorState, getLabel, hasSpaceShapes, openSensor } from "./EditorState.ts"

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
