/** The labels whose objects are shapes in point clouds: one for each such sensor, where there are several sensors. */
import { type EditorState, hasSpaceShapes, labelOf, ofSensor } from "../../../model/editor/EditorState.ts"
import type { JsonObject } from "../../../model/json/value.ts"

export interface ShapeLabel {
  /** The name of the sensor; undefined where the sample has none. */
  readonly sensor: string | undefined
  readonly label: JsonObject
}

/** Those of the sensors that are not hidden. */
export const shapeLabels = (state: EditorState, hidden?: ReadonlySet<string>): ReadonlyArray<ShapeLabel> =>
  state.sensors.length === 0
    ? [{ sensor: undefined, label: labelOf(state) }]
    : state.sensors
        .filter((sensor) => hasSpaceShapes(sensor) && hidden?.has(sensor.name) !== true)
        .map((sensor) => ({ sensor: sensor.name, label: labelOf(ofSensor(state, sensor)) }))

/** Whether the objects of the shown label are shapes in point clouds. */
export const showsShapes = ({ sensor }: EditorState): boolean =>
  sensor === undefined || hasSpaceShapes(sensor)
