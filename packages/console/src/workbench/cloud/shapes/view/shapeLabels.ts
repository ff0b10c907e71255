/** The labels whose objects are shapes in point clouds: one for each such sensor, where there are several sensors. */
import { type EditorState, hasSpaceShapes } from "../../../model/editor/EditorState.ts"
import { type SensorLabel, sensorLabels } from "../../../model/editor/sensorLabels.ts"

/** Those of the sensors that are not hidden. */
export const shapeLabels = (state: EditorState, hidden?: ReadonlySet<string>): ReadonlyArray<SensorLabel> =>
  sensorLabels(state, hasSpaceShapes, hidden)

/** Whether the objects of the shown label are shapes in point clouds. */
export const showsShapes = ({ sensor }: EditorState): boolean =>
  sensor === undefined || hasSpaceShapes(sensor)
