/** The sensors of a multi-sensor sample. */
import { isArray, isObject, type JsonObject, toObjects } from "../editor/json/value.ts"
import type { Sensor } from "../editor/label/sensors.ts"

/** A sensor with what the sample has of it: a sequence of images or of point clouds. */
export interface SampleSensor extends Sensor {
  readonly attributes: JsonObject
}

/** The types of labels whose objects the workbench edits: cuboids and shapes in point clouds, and shapes in images. */
const edited: ReadonlySet<string> = new Set([
  "pointcloud-cuboid-sequence",
  "pointcloud-vector-sequence",
  "image-vector-sequence",
])

/** The sensors in the order of the sample. One without a name, or with that of another, cannot be recognized in a label. */
export const readSensors = (sample: JsonObject): ReadonlyArray<SampleSensor> => {
  const names = new Set<string>()
  return toObjects(sample.sensors).flatMap(({ attributes, name, task_type }) => {
    if (typeof name !== "string" || typeof task_type !== "string" || names.has(name)) return []
    names.add(name)
    const sampleAttributes = isObject(attributes) ? attributes : {}
    return [
      {
        name,
        taskType: task_type,
        kind: task_type.startsWith("pointcloud") ? "cloud" : "image",
        edits: edited.has(task_type),
        frames: isArray(sampleAttributes.frames) ? sampleAttributes.frames.length : 0,
        attributes: sampleAttributes,
      },
    ]
  })
}

/** The number of sensors that cannot be recognized in a label. */
export const countUnrecognized = (sample: JsonObject): number =>
  (isArray(sample.sensors) ? sample.sensors.length : 0) - readSensors(sample).length

/** The sensors as a label has them. What the workbench draws by one type is refused where the label says another. */
export const listSensors = (sample: JsonObject, label: JsonObject): ReadonlyArray<SampleSensor> =>
  readSensors(sample).map((sensor) => {
    const stored = toObjects(label.sensors).find(({ name }) => name === sensor.name)
    if (stored === undefined || stored.task_type === sensor.taskType) return sensor
    const labeledAs = typeof stored.task_type === "string" ? stored.task_type : ""
    return { ...sensor, edits: false, labeledAs }
  })
