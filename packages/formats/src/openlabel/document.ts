/** One document as scenes: one for each sensor whose data it has. */
import type { Losses } from "../carry/Losses.ts"
import { checkLimit, type Limits } from "../files/limits.ts"
import type { Node } from "../files/Node.ts"
import { emptyScene } from "../model/empty.ts"
import type { Scene, Split } from "../model/Scene.ts"
import { type Content, readContent } from "./content.ts"
import { countOdd } from "./elements.ts"
import type { CategoryOf } from "./readAnnotations.ts"
import { readFrame } from "./readFrame.ts"
import { readRelations } from "./readRelations.ts"
import { readSensors, type Sensor } from "./readSensors.ts"
import { shapeTypes } from "./shapes.ts"
import { findSkeletons } from "./skeletons.ts"

const countShapes = (data: Node): number =>
  shapeTypes.reduce((sum, type) => sum + data.at(type).or(0, (list) => list.items().length), 0)

export class Document {
  readonly name: string
  readonly sensors: ReadonlyArray<Sensor>
  readonly #content: Content

  constructor(document: Node, stem: string, losses: Losses, limits: Limits) {
    const content = readContent(document, losses)
    const { frames, objects, own, root } = content
    this.name = own.isPresent ? root.at("metadata").at("name").text() : stem
    checkLimit(limits, "frames", frames.length, root.at("frames"), "the number of its frames")
    // Shapes that an object has over its whole time are in every frame of it.
    const lasting = [...objects.values()].reduce((sum, { data }) => sum + data.or(0, countShapes), 0)
    checkLimit(
      limits,
      "objects",
      lasting * frames.length,
      root.at("objects"),
      "the number of its shapes in all frames",
    )
    countOdd(content)
    this.#content = { ...content, skeletons: findSkeletons(content) }
    this.sensors = readSensors(this.#content)
    const views = this.sensors.length * frames.length
    checkLimit(limits, "objects", views, root, "the number of its frames of all sensors")
  }

  get categories(): Iterable<string> {
    return [...this.#content.objects.values()].map(({ category }) => category)
  }

  /** The joints of skeletons that the file does not define, by the names of their categories. */
  get joints(): ReadonlyMap<string, ReadonlyArray<string>> {
    const { objects, skeletons } = this.#content
    const jointsByCategory = new Map<string, Set<string>>()
    for (const [key, names] of skeletons) {
      const category = objects.get(key)?.category ?? ""
      const all = jointsByCategory.get(category) ?? new Set()
      jointsByCategory.set(category, all)
      for (const name of names) all.add(name)
    }
    return new Map([...jointsByCategory].map(([category, names]) => [category, [...names]]))
  }

  scenes(categoryOf: CategoryOf): ReadonlyArray<Scene> {
    const { frames, own } = this.#content
    const links = readRelations(this.#content)
    const reading = { content: this.#content, sensors: this.sensors, categoryOf }
    return this.sensors.map(
      (sensor, index): Scene => ({
        ...emptyScene,
        name: this.name,
        sensor: sensor.name,
        kind: sensor.kind,
        isSequence: sensor.isSequence,
        frames: frames.slice(0, sensor.frames).map((frame) => readFrame(reading, sensor, frame)),
        links: index === 0 ? links : [],
        metadata: own.or({}, (found) => found.at("metadata").or({}, (one) => one.object())),
        // The writer of this format puts it there.
        // Other tools write an object into every frame in which it is, and mark no keyframes.
        ...(!own.isPresent && { marksKeyframes: false }),
        split: own.or(null, (found) => found.at("split").or(null, (one) => one.text() as Split)),
      }),
    )
  }
}
