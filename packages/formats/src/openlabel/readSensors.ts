/** The sensors whose data a document has: each becomes a scene. */
import type { Kind } from "../model/Scene.ts"
import type { Content } from "./content.ts"
import { findElementStream, findOnlyStream, findStreamSystem, is3dType, readElements } from "./elements.ts"

export interface Sensor {
  readonly stream: string
  /** Its coordinate system; null in documents that do not say it. */
  readonly system: string | null
  /** Null in a document of one sensor. */
  readonly name: string | null
  readonly kind: Kind
  readonly isSequence: boolean
  readonly is3d: boolean
  readonly frames: number
}

export const readSensors = (content: Content): ReadonlyArray<Sensor> =>
  content.own.isPresent ? listNotedSensors(content) : detectSensors(content)

const listNotedSensors = ({ own }: Content): ReadonlyArray<Sensor> =>
  own
    .at("sensors")
    .items()
    .map((sensor) => ({
      stream: sensor.at("stream").text(),
      system: sensor.at("stream").text(),
      name: sensor.at("name").or(null, (found) => found.text()),
      // The writer of this format puts it there.
      kind: sensor.at("kind").text() as Kind,
      isSequence: sensor.at("is_sequence").truth(),
      is3d: sensor.at("kind").value !== "image-vector",
      frames: sensor.at("frames").whole(),
    }))

/** The coordinate systems of the shapes: each is a sensor, and those of images and of point clouds are apart. */
const detectSensors = (content: Content): ReadonlyArray<Sensor> => {
  const sensors = new Map<string, { readonly stream: string; readonly is3d: boolean; vector: boolean }>()
  for (const frame of content.frames)
    for (const { element, type } of readElements(content, frame)) {
      const is3d = is3dType(type)
      const stream = findElementStream(content, element, is3d)
      const key = `${stream}\n${is3d}`
      const sensor = sensors.get(key) ?? { stream, is3d, vector: false }
      sensors.set(key, sensor)
      sensor.vector ||= type !== "cuboid" && is3d
    }
  if (sensors.size === 0)
    sensors.set("", { stream: findOnlyStream(content, "lidar"), is3d: true, vector: false })
  const several = sensors.size > 1
  return [...sensors.values()].map(({ is3d, stream, vector }) => {
    const isShared = [...sensors.values()].filter((one) => one.stream === stream).length > 1
    const base = stream === "" ? (is3d ? "lidar" : "camera") : stream
    return {
      stream,
      system: findStreamSystem(content, stream),
      name: several ? (isShared && is3d ? `${base}-3d` : base) : null,
      kind: is3d ? (vector ? "cloud-vector" : "cuboid") : "image-vector",
      isSequence: several || content.frames.length > 1,
      is3d,
      frames: content.frames.length,
    }
  })
}
