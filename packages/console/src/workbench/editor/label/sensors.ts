/**
 * The sensors of a multi-sensor label. The label of each is a sequence: it is shown and edited as if it were the whole, together with the
 * links, which are those of all sensors. Other sensors keep their text.
 */
import { withMembers } from "../json/edit.ts"
import { isArray, isObject, type Json, type JsonArray, type JsonObject, toObjects } from "../json/value.ts"
import { toKey } from "./annotation.ts"

/** A sensor of a sample. */
export interface Sensor {
  /** The same in all samples, and unique in each. */
  readonly name: string
  readonly taskType: string
  readonly kind: "cloud" | "image"
  /** Whether the workbench edits its objects. */
  readonly edits: boolean
  /** The type that the label gives to the sensor, where that is another one; empty for none. */
  readonly labeledAs?: string
  /** The number of its frames in the sample. */
  readonly frames: number
}

/** Makes a new label of some sensors. */
export const makeEmptySensors = (sensors: ReadonlyArray<Sensor>): JsonObject => ({
  sensors: sensors.map(({ name, taskType }): JsonObject => ({ name, task_type: taskType, attributes: [] })),
})

/** The ids that other sensors of the label have. Objects of several sensors are the same where their tracks are. */
const elsewhere: unique symbol = Symbol("elsewhere")

interface SensorLabel extends JsonObject {
  readonly [elsewhere]?: () => ReadonlyMap<string, Json>
}

const nowhere: ReadonlyMap<string, Json> = new Map()

/** The ids and tracks of the other sensors, by their digits; none for a label without sensors. */
export const getIdsElsewhere = (label: SensorLabel): ReadonlyMap<string, Json> =>
  label[elsewhere]?.() ?? nowhere

/** A frame of the sensor that the label does not have. */
const emptyFrame: JsonObject = { annotations: [] }

/** A frame that other sensors have, and this one has not: nothing can be labeled in it. */
const noFrame: JsonObject = { annotations: [] }

/** Whether a frame of the label of a sensor is there for the other sensors alone. */
export const isNoFrame = (frame: Json | undefined): boolean => frame === noFrame

const labels = new WeakMap<JsonObject, Map<Sensor, JsonObject>>()

/** The label of a sensor, with a frame for each one that some sensor has. The same object for the same whole. */
export const getSensorLabel = (whole: JsonObject, sensor: Sensor, frames: number): JsonObject => {
  const sensorLabels = labels.get(whole) ?? new Map<Sensor, JsonObject>()
  labels.set(whole, sensorLabels)
  const ownLabel = sensorLabels.get(sensor) ?? readSensor(whole, sensor, frames)
  sensorLabels.set(sensor, ownLabel)
  return ownLabel
}

const readSensor = (whole: JsonObject, sensor: Sensor, frames: number): JsonObject => {
  const attributes = readSensorAttributes(whole, sensor)
  const stored = isArray(attributes.frames) ? attributes.frames : []
  const missing = Array.from({ length: Math.max(frames - stored.length, 0) }, (_, index) =>
    stored.length + index < sensor.frames ? emptyFrame : noFrame,
  )
  const label = withMembers(attributes, {
    frames: missing.length === 0 ? stored : [...stored, ...missing],
    links: whole.links,
  })
  return Object.defineProperty({ ...label }, elsewhere, {
    value: makeLazy(() => listIdsBeside(whole, sensor)),
    enumerable: true,
  })
}

/** The whole with the label of a sensor replaced. A sensor that it lacks is added in the order of the sample. */
export const withSensorLabel = (
  whole: JsonObject,
  sensor: Sensor,
  label: JsonObject,
  order: ReadonlyArray<Sensor>,
): JsonObject => {
  if (isSame(label, labels.get(whole)?.get(sensor))) return withMembers(whole, { links: label.links })
  const list = isArray(whole.sensors) ? whole.sensors : []
  const at = findSensorIndex(list, sensor)
  const attributes = toStoredSensor(readSensorAttributes(whole, sensor), label)
  const present = list[at]
  const replaced = isObject(present)
    ? withMembers(present, { attributes })
    : { name: sensor.name, task_type: sensor.taskType, attributes }
  const sensors =
    at === -1 ? list.toSpliced(findNewSensorIndex(list, sensor, order), 0, replaced) : list.with(at, replaced)
  return withMembers(whole, { sensors, links: label.links })
}

/** Whether two labels differ in their links at most. */
const isSame = (label: JsonObject, before: JsonObject | undefined): boolean =>
  before !== undefined &&
  Object.keys({ ...label, ...before }).every((key) => key === "links" || label[key] === before[key])

/** The members in the order in which they are stored, without the frames that the sensor does not have. */
const toStoredSensor = (before: JsonObject, label: JsonObject): JsonObject => {
  const frames = isArray(label.frames) ? label.frames.filter((frame) => !isNoFrame(frame)) : []
  const changes: { [key: string]: Json | undefined } = Object.fromEntries([
    ...Object.keys(before).map((key) => [key, undefined] as const),
    ...Object.entries(label),
    ["frames", frames],
    // Links of a sensor alone are not the links of the label.
    ["links", before.links],
  ])
  const version = Object.keys(before).length === 0 ? { format_version: "0.2" } : {}
  return withMembers({ ...version, ...before }, { ...version, ...changes })
}

const readSensorAttributes = ({ sensors }: JsonObject, { name }: Sensor): JsonObject => {
  const attributes = toObjects(sensors).find((one) => one.name === name)?.attributes
  return isObject(attributes) ? attributes : {}
}

const findSensorIndex = (list: JsonArray, { name }: Sensor): number =>
  list.findIndex((one) => isObject(one) && one.name === name)

/** Behind the last of those that come before it in the sample. */
const findNewSensorIndex = (list: JsonArray, sensor: Sensor, order: ReadonlyArray<Sensor>): number =>
  Math.max(...order.slice(0, order.indexOf(sensor)).map((one) => findSensorIndex(list, one)), -1) + 1

const listIdsBeside = ({ sensors }: JsonObject, { name }: Sensor): ReadonlyMap<string, Json> => {
  const ids = new Map<string, Json>()
  const all = toObjects(sensors)
  // Another one with its name is another sensor.
  const own = all.findIndex((one) => one.name === name)
  for (const [index, sensor] of all.entries()) {
    if (index === own || !isObject(sensor.attributes)) continue
    for (const frame of toObjects(sensor.attributes.frames))
      for (const { id, track_id } of toObjects(frame.annotations))
        for (const used of [id, track_id]) if (used !== undefined) ids.set(toKey(used), used)
  }
  return ids
}

const makeLazy = <Value>(compute: () => Value): (() => Value) => {
  let computed: { readonly value: Value } | undefined
  return () => {
    computed ??= { value: compute() }
    return computed.value
  }
}
