/**
 * A parsed label of any of the eleven shapes as scenes. The shapes are told apart by what they are made of: `sensors` holds
 * sequences by sensor, `frames` scenes by frame, anything else is one scene. What cannot be read is named and left out.
 */
import { isObject, type JsonObject, none, type Problem, readAnnotation, readLink } from "./readAnnotation.ts"
import type { Annotation, Attributes, LabelScenes, Link, Malformed, Scene } from "./Scene.ts"

export const readLabel = (label: unknown): LabelScenes => {
  const reader = new Reader()
  if (isObject(label)) reader.label(label)
  else reader.problem("", "must be an object", null, null)
  return reader.read()
}

type Place = Pick<Scene, "frame" | "sensor" | "kind">

const whole: Place = { frame: null, sensor: null, kind: null }

class Reader {
  readonly #scenes: Array<Scene> = []
  readonly #malformed: Array<Malformed> = []
  #links: ReadonlyArray<Link> = []

  read(): LabelScenes {
    return { scenes: this.#scenes, links: this.#links, malformed: this.#malformed }
  }

  problem(pointer: string, message: string, frame: number | null, sensor: string | null): void {
    this.#malformed.push({ pointer, message, frame, sensor })
  }

  label(label: JsonObject): void {
    const { frames, links, sensors } = label
    if (sensors === undefined && frames === undefined) {
      this.#scenes.push(this.#scene(label, "", whole))
      return
    }
    this.#links = this.#all(links, "/links", whole, readLink)
    if (sensors === undefined) this.#frames(frames, "/frames", whole)
    else this.#sensors(sensors)
  }

  #sensors(sensors: unknown): void {
    if (!Array.isArray(sensors)) {
      this.problem("/sensors", "must be an array", null, null)
      return
    }
    const names = new Map<string, number>()
    for (const [index, sensor] of sensors.entries()) this.#sensor(sensor, `/sensors/${index}`, names)
    const rank = ({ sensor }: Scene) => names.get(sensor ?? "") ?? 0
    this.#scenes.sort((a, b) => (a.frame ?? -1) - (b.frame ?? -1) || rank(a) - rank(b))
  }

  /** `names` holds those of the sensors before it, and where each stands. */
  #sensor(sensor: unknown, pointer: string, names: Map<string, number>): void {
    const name = isObject(sensor) ? sensor["name"] : undefined
    if (!isObject(sensor) || typeof name !== "string") {
      this.problem(`${pointer}/name`, "must be text", null, null)
      return
    }
    if (names.has(name)) {
      this.problem(`${pointer}/name`, "must be unique among the sensors", null, name)
      return
    }
    names.set(name, names.size)
    const { attributes, task_type } = sensor
    // An empty list is what an unlabeled sensor has.
    if (Array.isArray(attributes) && attributes.length === 0) return
    const kind = typeof task_type === "string" && task_type.startsWith("pointcloud") ? "3D" : "2D"
    if (isObject(attributes))
      this.#frames(attributes["frames"], `${pointer}/attributes/frames`, { frame: null, sensor: name, kind })
    else this.problem(`${pointer}/attributes`, "must be an object", null, name)
  }

  #frames(frames: unknown, pointer: string, { kind, sensor }: Place): void {
    if (!Array.isArray(frames)) {
      this.problem(pointer, "must be an array", null, sensor)
      return
    }
    for (const [index, frame] of frames.entries()) {
      const place = { frame: index, sensor, kind }
      if (isObject(frame)) this.#scenes.push(this.#scene(frame, `${pointer}/${index}`, place))
      else this.problem(`${pointer}/${index}`, "must be an object", index, sensor)
    }
  }

  #scene({ annotations, image_attributes, links }: JsonObject, pointer: string, place: Place): Scene {
    return {
      ...place,
      annotations: this.#all<Annotation>(annotations, `${pointer}/annotations`, place, readAnnotation),
      links: this.#all(links, `${pointer}/links`, place, readLink),
      imageAttributes: this.#imageAttributes(image_attributes, pointer, place),
    }
  }

  #imageAttributes(value: unknown, pointer: string, { frame, sensor }: Place): Attributes {
    if (isObject(value)) return value
    if (value !== undefined && value !== null)
      this.problem(`${pointer}/image_attributes`, "must be an object", frame, sensor)
    return none
  }

  #all<A extends object>(
    list: unknown,
    pointer: string,
    { frame, sensor }: Place,
    read: (value: unknown) => A | Problem,
  ): ReadonlyArray<A> {
    if (list === undefined || list === null) return []
    if (!Array.isArray(list)) {
      this.problem(pointer, "must be an array", frame, sensor)
      return []
    }
    const all: Array<A> = []
    list.forEach((value: unknown, index) => {
      const one = read(value)
      if ("message" in one) this.problem(`${pointer}/${index}${one.at}`, one.message, frame, sensor)
      else all.push(one)
    })
    return all
  }
}
