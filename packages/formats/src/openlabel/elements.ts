/** The shapes of a frame as they stand in a document, and the streams that they refer to. */
import { FormatError } from "../FormatError.ts"
import type { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import { listTransforms } from "./calibration.ts"
import type { Content, NumberedFrame } from "./content.ts"
import { isRing } from "./exactShapes.ts"
import type { DeclaredObject } from "./readObjects.ts"
import { type ShapeType, shapeTypes } from "./shapes.ts"

export interface Element {
  /** The key of its object. */
  readonly key: string
  readonly object: DeclaredObject
  readonly type: ShapeType
  readonly element: Node
  /** The data of its object in this frame. */
  readonly data: Node | undefined
}

/** All shapes of a frame: those of the frame, and those that an object has over its whole time. */
export function* readElements(
  { objects }: Pick<Content, "objects">,
  { node, number }: NumberedFrame,
): Generator<Element> {
  const present = new Map(
    node
      .at("objects")
      .or([], (all) => all.keys().map((key) => [key, all.at(key)] as const))
      .flatMap(([key, one]) => (isObject(one) ? [[key, one.at("object_data")] as const] : [])),
  )
  for (const [key, object] of objects) {
    const data = present.get(key)
    const sources = [...(data === undefined ? [] : [data]), ...(object.contains(number) ? [object.data] : [])]
    for (const source of sources)
      for (const type of shapeTypes)
        for (const element of listElements(source, type))
          if (isObject(element) && isSound(element, type)) yield { key, object, type, element, data }
  }
}

const listElements = (data: Node, type: ShapeType): ReadonlyArray<Node> => {
  const list = isObject(data) ? data.at(type) : undefined
  return Array.isArray(list?.value) ? list.items() : []
}

/** Fails where a member is odd that decides the sensor of a shape or the annotation of which it is a part. */
const checkElement = (element: Node, type: ShapeType): void => {
  findElementSystem(element)
  element.at("annotation_id").or(undefined, (id) => id.whole())
  if (type === "poly2d") isRing(element)
  if (type === "point2d") element.at("name").or("", (name) => name.text())
}

const isSound = (element: Node, type: ShapeType): boolean => {
  try {
    checkElement(element, type)
    return true
  } catch (cause) {
    if (cause instanceof FormatError) return false
    throw cause
  }
}

const isObject = ({ value }: Node): boolean => isRecord(value)

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Counts what `readElements` leaves out: shapes that cannot be read, and the data of objects that the document does not have. */
export const countOdd = ({ frames, losses, objects }: Omit<Content, "skeletons">): void => {
  const parts = new PartReader(losses)
  const count = (data: Node): void => {
    for (const type of shapeTypes)
      for (const element of parts.read(() => readList(data, type)) ?? [])
        parts.read(() => checkElement(element, type))
  }
  for (const { data } of objects.values()) count(data)
  for (const { node } of frames) {
    const present = node.at("objects")
    for (const key of present.or([], (all) => all.keys()))
      if (objects.has(key)) parts.read(() => count(present.at(key).at("object_data")))
      else losses.add("references", present.at(key).place)
  }
}

const readList = (data: Node, type: ShapeType): ReadonlyArray<Node> =>
  data.or([], (lists) => lists.at(type).or([], (list) => list.items()))

export const is3dType = (type: ShapeType): boolean =>
  type === "cuboid" || type === "poly3d" || type === "point3d"

/**
 * The stream of a shape: that of its coordinate system; without one the only stream of its kind. Shapes in the frame of the vehicle or of the
 * world belong to the only point cloud, where there is one.
 */
export const findElementStream = (content: Pick<Content, "root">, element: Node, is3d: boolean): string => {
  const only = findOnlyStream(content, is3d ? "lidar" : "camera")
  const system = findElementSystem(element)
  if (system === null) return only
  const isOther = is3d && only !== "" && !hasMember(content, "streams", system)
  return isOther && hasMember(content, "coordinate_systems", system) ? only : system
}

/**
 * The coordinate system of a stream: that of its name, which transforms may have although it is not declared; otherwise the only one of a
 * sensor that is not called like another stream. Null where nothing says it.
 */
export const findStreamSystem = (
  { frames, root }: Omit<Content, "skeletons">,
  stream: string,
): string | null => {
  const systems = root.at("coordinate_systems")
  const names: ReadonlyArray<string> = systems.or([], (all) => all.keys())
  if (names.includes(stream)) return stream
  const isEnd = ({ value }: Node) => isRecord(value) && (value["src"] === stream || value["dst"] === stream)
  if (frames.some(({ node }) => listTransforms(node).some(isEnd))) return stream
  const others = names.filter(
    (name) => systems.at(name).at("type").value === "sensor_cs" && !hasMember({ root }, "streams", name),
  )
  return others.length === 1 ? (others[0] ?? null) : null
}

/** The coordinate system that a shape names; null without one. */
export const findElementSystem = (element: Node): string | null =>
  element.at("coordinate_system").or(null, (found) => found.text())

const hasMember = ({ root }: Pick<Content, "root">, list: string, name: string): boolean =>
  root.at(list).or(false, (members) => members.at(name).isPresent)

/** The one stream of a type; empty where there is none or several. */
export const findOnlyStream = ({ root }: Pick<Content, "root">, type: "lidar" | "camera"): string => {
  const streams = root
    .at("streams")
    .or([], (streams) => streams.keys().filter((name) => streams.at(name).at("type").value === type))
  return streams.length === 1 ? (streams[0] ?? "") : ""
}
