import { isObject, type JsonObject, none, type Problem, readAnnotation, readLink } from "./readAnnotation.ts"
import type { Annotation, Attributes, LabelScenes, Link, Malformed, Scene } from "./Scene.ts"

/**
 * Reads a parsed label of any of the eleven shapes as scenes. The content identifies the shape: `sensors` contains
 * sequences by sensor, `frames` scenes by frame, anything else is one scene. Unreadable parts are reported and left
 * out.
 */
export const readLabel = (label: unknown): LabelScenes => {
  const reader = new Reader()
  if (isObject(label)) reader.label(label)
  else reader.reportProblem("", "must be an object", null, null)
  return reader.read()
}

/** The maximum number of reported places. A body of 64 MiB can contain thirty million. */
const mostMalformed = 100_000

type Place = Pick<Scene, "frame" | "sensor" | "kind">

const whole: Place = { frame: null, sensor: null, kind: null }

class Reader {
  readonly #scenes: Array<Scene> = []
  readonly #malformed: Array<Malformed> = []
  #unread = 0
  /** The position of each sensor by name. */
  readonly #sensorRanks = new Map<string, number>()
  #links: ReadonlyArray<Link> = []

  read(): LabelScenes {
    const sensors = [...this.#sensorRanks.keys()]
    const [scenes, links, malformed] = [this.#scenes, this.#links, this.#malformed]
    return { sensors, scenes, links, malformed, unread: this.#unread }
  }

  reportProblem(pointer: string, message: string, frame: number | null, sensor: string | null): void {
    if (this.#malformed.length < mostMalformed) this.#malformed.push({ pointer, message, frame, sensor })
    else this.#unread += 1
  }

  label(label: JsonObject): void {
    const { frames, links, sensors } = label
    if (sensors === undefined && frames === undefined) {
      this.#scenes.push(this.#readScene(label, "", whole))
      return
    }
    this.#links = this.#readAll(links, "/links", whole, readLink)
    if (sensors === undefined) this.#readFrames(frames, "/frames", whole)
    else this.#readSensors(sensors)
  }

  #readSensors(sensors: unknown): void {
    if (!Array.isArray(sensors)) {
      this.reportProblem("/sensors", "must be an array", null, null)
      return
    }
    for (const [index, sensor] of sensors.entries()) this.#readSensor(sensor, `/sensors/${index}`)
    const rank = ({ sensor }: Scene) => this.#sensorRanks.get(sensor ?? "") ?? 0
    this.#scenes.sort((a, b) => (a.frame ?? -1) - (b.frame ?? -1) || rank(a) - rank(b))
  }

  #readSensor(sensor: unknown, pointer: string): void {
    const name = isObject(sensor) ? sensor["name"] : undefined
    if (!isObject(sensor) || typeof name !== "string") {
      this.reportProblem(`${pointer}/name`, "must be text", null, null)
      return
    }
    if (this.#sensorRanks.has(name)) {
      this.reportProblem(`${pointer}/name`, "must be unique among the sensors", null, name)
      return
    }
    this.#sensorRanks.set(name, this.#sensorRanks.size)
    const { attributes, task_type } = sensor
    // An unlabeled sensor has an empty list.
    if (Array.isArray(attributes) && attributes.length === 0) return
    const kind = typeof task_type === "string" && task_type.startsWith("pointcloud") ? "3D" : "2D"
    if (isObject(attributes))
      this.#readFrames(attributes["frames"], `${pointer}/attributes/frames`, {
        frame: null,
        sensor: name,
        kind,
      })
    else this.reportProblem(`${pointer}/attributes`, "must be an object", null, name)
  }

  #readFrames(frames: unknown, pointer: string, { kind, sensor }: Place): void {
    if (!Array.isArray(frames)) {
      this.reportProblem(pointer, "must be an array", null, sensor)
      return
    }
    for (const [index, frame] of frames.entries()) {
      const place = { frame: index, sensor, kind }
      if (isObject(frame)) this.#scenes.push(this.#readScene(frame, `${pointer}/${index}`, place))
      else this.reportProblem(`${pointer}/${index}`, "must be an object", index, sensor)
    }
  }

  #readScene(value: JsonObject, pointer: string, place: Place): Scene {
    const { annotations, image_attributes, links, point_annotations } = value
    // Written out: a spread gives each object a separate hidden class, which costs more than to read ten annotations.
    return {
      frame: place.frame,
      sensor: place.sensor,
      kind: place.kind,
      annotations: this.#readAll<Annotation>(annotations, `${pointer}/annotations`, place, readAnnotation),
      links: this.#readAll(links, `${pointer}/links`, place, readLink),
      imageAttributes: this.#readImageAttributes(image_attributes, pointer, place),
      pointAnnotations: Array.isArray(point_annotations) ? point_annotations : undefined,
    }
  }

  #readImageAttributes(value: unknown, pointer: string, { frame, sensor }: Place): Attributes {
    if (isObject(value)) return value
    if (value !== undefined && value !== null)
      this.reportProblem(`${pointer}/image_attributes`, "must be an object", frame, sensor)
    return none
  }

  #readAll<A extends object>(
    list: unknown,
    pointer: string,
    { frame, sensor }: Place,
    read: (value: unknown) => A | Problem,
  ): ReadonlyArray<A> {
    if (list === undefined || list === null) return []
    if (!Array.isArray(list)) {
      this.reportProblem(pointer, "must be an array", frame, sensor)
      return []
    }
    const all: Array<A> = []
    list.forEach((value: unknown, index) => {
      const readItem = read(value)
      if ("message" in readItem)
        this.reportProblem(`${pointer}/${index}${readItem.at}`, readItem.message, frame, sensor)
      else all.push(readItem)
    })
    return all
  }
}
