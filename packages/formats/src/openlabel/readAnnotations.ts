/** The shapes of a frame as annotations of a sensor. */

import type { Losses } from "../carry/Losses.ts"
import type { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import { moveCuboid, transform } from "../model/poses.ts"
import type { Annotation } from "../model/Scene.ts"
import { readAttributes } from "./attributes.ts"
import type { Systems } from "./calibration.ts"
import type { Content, NumberedFrame } from "./content.ts"
import { type Element, findElementStream, findElementSystem, is3dType, readElements } from "./elements.ts"
import { isRing } from "./exactShapes.ts"
import type { Sensor } from "./readSensors.ts"
import { type Joined, type ReadShape, readParts } from "./shapes.ts"

/** The number of a category by its name, found at a place. */
export type CategoryOf = (category: string, place: string) => number

/** The elements of an annotation: one, unless they are points or rings of one object. */
interface Parts extends Element {
  readonly joined: Joined | undefined
  readonly elements: Array<Node>
}

export const readAnnotations = (
  content: Content,
  sensor: Sensor,
  frame: NumberedFrame,
  systems: Systems,
  categoryOf: CategoryOf,
): ReadonlyArray<Annotation> => {
  const { losses } = content
  const ordered: Array<{ readonly order: number; readonly annotation: Annotation }> = []
  const parts = new PartReader(losses)
  for (const { data, element, elements, joined, object, type } of collectParts(content, sensor, frame))
    parts.read(() => {
      const read = readParts(elements, type, joined, losses)
      if (read === undefined) return
      const shape = moveShape(read, element, sensor, systems, losses)
      for (const part of elements.slice(1))
        if (part.at("attributes").isPresent) losses.add("attributes", part.place)
      const annotation = {
        id: element.at("annotation_id").or(ordered.length + 1, (id) => id.whole()),
        categoryId: categoryOf(object.category, element.place),
        trackId: sensor.isSequence ? object.track : null,
        isKeyframe: element.at("is_keyframe").or(true, (own) => own.truth()),
        attributes: {
          ...object.attributes,
          ...(data === undefined ? {} : readAttributes(data, losses)),
          ...readAttributes(element.at("attributes"), losses),
        },
        ...shape,
      }
      // The shape decides the type; TypeScript does not follow the union through the spread.
      ordered.push({
        order: element.at("order").or(annotation.id, (one) => one.whole()),
        annotation: annotation as Annotation,
      })
    })
  return ordered.sort((a, b) => a.order - b.order).map(({ annotation }) => annotation)
}

/** A shape of the point cloud in the frame of its sensor, from that of the vehicle, the world or another system. */
const moveShape = (
  shape: ReadShape,
  element: Node,
  { is3d, stream, system: own }: Sensor,
  systems: Systems,
  losses: Losses,
): ReadShape => {
  const system = findElementSystem(element)
  if (!is3d || system === null || system === stream || system === own) return shape
  if (own === null) {
    // Nothing says which system the point cloud is in: it may be that of the shape.
    losses.add("coordinates", element.at("coordinate_system").place)
    return shape
  }
  const pose =
    systems.placeBetween(system, own) ??
    element
      .at("coordinate_system")
      .fail(`is ${system}, and nothing says where ${stream === "" ? "the point cloud" : stream} is in it.`)
  if (shape.type === "cuboid") return moveCuboid(shape, pose)
  const points = shape.points.map(([x = 0, y = 0, z = 0]) => {
    const moved = transform(pose, { x, y, z })
    return [moved.x, moved.y, moved.z]
  })
  return { ...shape, points }
}

/** The elements of the sensor, those of one annotation together, in the order of their first. */
const collectParts = (content: Content, sensor: Sensor, frame: NumberedFrame): Iterable<Parts> => {
  const partsByObject = new Map<string, Parts>()
  for (const element of readElements(content, frame)) {
    const is3d = is3dType(element.type)
    if (is3d !== sensor.is3d || findElementStream(content, element.element, is3d) !== sensor.stream) continue
    const id = element.element.at("annotation_id").or(undefined, (value) => value.whole())
    const joined = findJoined(content, element, id)
    const key = joined === undefined ? `${partsByObject.size}` : JSON.stringify([element.key, id, joined])
    const parts = partsByObject.get(key)
    if (parts === undefined) partsByObject.set(key, { ...element, joined, elements: [element.element] })
    else parts.elements.push(element.element)
  }
  return partsByObject.values()
}

const findJoined = (
  { skeletons }: Content,
  { element, key, type }: Element,
  id: number | undefined,
): Joined | undefined => {
  if (type === "poly2d") return isRing(element) ? "rings" : undefined
  if (type !== "point2d" && type !== "point3d") return undefined
  if (element.at("joint").isPresent || (type === "point2d" && skeletons.has(key))) return "joints"
  return id === undefined ? undefined : "points"
}
