import { isObject, type JsonObject, toObjects } from "../../editor/json/value.ts"

export interface LabelPart {
  readonly label: JsonObject
  readonly sensor: string | undefined
  /** The kind of the sensor; null for a label without sensors, to which all attributes apply. */
  readonly kind: "2D" | "3D" | null
}

/** The label of each sensor, or the one label. Of sensors with one name, the first counts, as for the server. */
export const listParts = (label: JsonObject): ReadonlyArray<LabelPart> =>
  label.sensors === undefined
    ? [{ label, sensor: undefined, kind: null }]
    : [...listSensors(label)].flatMap(([sensor, { attributes, task_type }]) =>
        isObject(attributes) ? [{ label: attributes, sensor, kind: readKind(task_type) }] : [],
      )

const listSensors = (label: JsonObject): ReadonlyMap<string, JsonObject> => {
  const sensors = new Map<string, JsonObject>()
  for (const sensor of toObjects(label.sensors))
    if (typeof sensor.name === "string" && !sensors.has(sensor.name)) sensors.set(sensor.name, sensor)
  return sensors
}

const readKind = (taskType: JsonObject[string] | undefined): LabelPart["kind"] =>
  typeof taskType === "string" && taskType.startsWith("pointcloud") ? "3D" : "2D"
