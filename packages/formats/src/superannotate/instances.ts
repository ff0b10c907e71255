/** Instances of an image of SuperAnnotate, and its tags. */
import type { Losses } from "../carry/Losses.ts"
import { checkPoints, type DrawnShape, drawRings, readItems } from "../drawn-images/DrawnImage.ts"
import type { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import { isAttributeValue } from "../model/attributeValues.ts"
import { draw, findRotatedBox, makeJoint, type Point, type Ring, toRadians } from "../model/exactShapes.ts"
import type { Attributes, AttributeValue, Drawing } from "../model/Scene.ts"

type Shape = Pick<Drawing, "type" | "points" | "shape">

/** Members of an instance that are read, and those that say who drew it, when and how. */
const members: ReadonlySet<string> = new Set(
  (
    "type classId className points x y cx cy rx ry angle exclude attributes groupId trackingId probability pointLabels connections templateId " +
    "templateName visible locked error createdAt createdBy updatedAt updatedBy creationType validation"
  ).split(" "),
)

interface Part {
  readonly shape: DrawnShape
  /** Polygons of one group and class are parts of one object; 0 is no group. */
  readonly group: unknown
}

/** Odd instances are counted. */
export const readInstances = (list: Node, losses: Losses): ReadonlyArray<DrawnShape> => {
  const parts = new PartReader(losses)
  const found = readItems(list, parts).flatMap((node): ReadonlyArray<Part> => {
    const shape = parts.read(() => readInstance(node, losses))
    return shape === undefined ? [] : [{ shape, group: node.at("groupId").value }]
  })
  return joinGroups(found)
}

const joinGroups = (parts: ReadonlyArray<Part>): ReadonlyArray<DrawnShape> => {
  const groups = new Map<string, Array<Ring>>()
  const shapes: Array<DrawnShape & { readonly key?: string }> = []
  for (const { group, shape } of parts) {
    const isPart =
      shape.type === "polygon" && shape.shape === undefined && typeof group === "number" && group > 0
    const key = isPart ? `${group}\0${shape.category}` : undefined
    const rings = key === undefined ? undefined : groups.get(key)
    // The points of a polygon have two coordinates.
    const ring = shape.points as unknown as Ring
    if (rings !== undefined) rings.push(ring)
    else shapes.push(key === undefined ? shape : { ...shape, key })
    if (key !== undefined && rings === undefined) groups.set(key, [ring])
  }
  return shapes.map(({ key, ...shape }) => ({
    ...shape,
    ...(key !== undefined && drawRings(groups.get(key) ?? [])),
  }))
}

const readInstance = (node: Node, losses: Losses): DrawnShape | undefined => {
  const type = node.at("type").text()
  const category = node.at("className").or("", (name) => name.text())
  if (category === "") node.fail("has no className.")
  const shape = readShape(node, type)
  if (shape === undefined) {
    losses.add("shapes", `${node.place}: ${type}`)
    return undefined
  }
  for (const key of node.keys())
    if (!members.has(key) && node.at(key).isPresent) losses.add("unknown", node.at(key).place)
  return { category, attributes: readAttributes(node, losses), ...shape }
}

const readRing = (node: Node, least: number): Ring => {
  const numbers = node.numbers()
  if (numbers.length % 2 === 1) node.fail(`has ${numbers.length} numbers, which are not pairs.`)
  const points = Array.from(
    { length: numbers.length / 2 },
    (_, index): Point => [numbers[2 * index] ?? 0, numbers[2 * index + 1] ?? 0],
  )
  return checkPoints(points, least, node)
}

/** Undefined for a type that no label has. */
const readShape = (node: Node, type: string): Shape | undefined => {
  const points = node.at("points")
  const readPoint = (x: string, y: string): Point => [points.at(x).number(), points.at(y).number()]
  switch (type) {
    case "bbox":
      return { type: "bbox", points: [readPoint("x1", "y1"), readPoint("x2", "y2")] }
    case "rbbox": {
      const corners = [
        readPoint("x1", "y1"),
        readPoint("x2", "y2"),
        readPoint("x3", "y3"),
        readPoint("x4", "y4"),
      ]
      const box = findRotatedBox(corners, cornerTolerance)
      return box === undefined ? { type: "polygon", points: corners } : draw(box)
    }
    case "polygon": {
      const holes = node.at("exclude").or([], (list) => list.items().map((hole) => readRing(hole, 3)))
      const ring = readRing(points, 3)
      return holes.length === 0
        ? { type: "polygon", points: ring }
        : draw({ type: "multipolygon", polygons: [[ring, ...holes]] })
    }
    case "polyline":
      return { type: "polyline", points: readRing(points, 2) }
    case "point":
      return { type: "point", points: [[node.at("x").number(), node.at("y").number()]] }
    case "ellipse":
      return draw({
        type: "ellipse",
        center: [node.at("cx").number(), node.at("cy").number()],
        radii: [node.at("rx").number(), node.at("ry").number()],
        angle: toRadians(node.at("angle").or(0, (angle) => angle.number())),
      })
    case "template":
      return readTemplate(node)
    default:
      return undefined
  }
}

/** Tools round corners, in pixels. */
const cornerTolerance = 0.02

/** Points are named by `pointLabels`, whose keys are the places of points in the list. */
const readTemplate = (node: Node): Shape => {
  const given = node.at("pointLabels")
  const labels: Readonly<Record<string, unknown>> = given.isPresent ? given.object() : {}
  const names = new Set<string>()
  const joints = node
    .at("points")
    .items()
    .map((point, index) => {
      const label = String(labels[String(index)] ?? "") || String(index + 1)
      const name = names.has(label) ? `${label} ${index + 1}` : label
      names.add(name)
      return makeJoint(name, [point.at("x").number(), point.at("y").number()], 2)
    })
  if (joints.length === 0) node.at("points").fail("has no points.")
  return draw({ type: "skeleton", joints })
}

/** Attributes have a name and a group, in which several may be chosen. The probability of a prediction is its score, of 1. */
const readAttributes = (node: Node, losses: Losses): Attributes => {
  const attributes: Record<string, AttributeValue> = {}
  const parts = new PartReader(losses)
  for (const own of readItems(node.at("attributes"), parts))
    parts.read(() => {
      const name = own.at("groupName").text()
      const { place, value } = own.at("name")
      if (!isAttributeValue(value)) losses.add("attribute-value", place)
      else if (!Object.hasOwn(attributes, name)) attributes[name] = value
      else attributes[name] = [attributes[name] ?? null, value].flat().map(String)
    })
  const probability = node.at("probability").value
  if (typeof probability === "number" && probability !== 100) attributes.score = probability / 100
  return attributes
}
