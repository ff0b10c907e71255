/** The labels whose objects are shapes in point clouds: one for each such sensor, where there are several sensors. */
import { type EditorState, hasSpaceShapes } from "../../../model/editor/EditorState.ts"
import { listSensorLabels, type SensorLabel } from "../../../model/editor/sensorLabels.ts"

/** Those of the sensors that are not hidden. */
export const listShapeLabels = (
  state: EditorState,
  hidden?: ReadonlySet<string>,
): ReadonlyArray<SensorLabel> => listSensorLabels(state, hasSpaceShapes, hidden)

/** Whether the objects of the shown label are shapes in point clouds. */
export const hasShapes = ({ sensor }: EditorState): boolean => sensor === undefined || hasSpaceShapes(sensor)
