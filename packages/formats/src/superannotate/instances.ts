/** Instances of an image of SuperAnnotate, and its tags. */
import type { Losses } from "../carry/Losses.ts"
import { checkPoints, type DrawnShape, readItems } from "../drawn-images/DrawnImage.ts"
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

/** Polygons of one group and class are parts of one object; 0 is no group. */
interface Part {
  readonly shape: DrawnShape
  readonly group: unknown
  readonly place: string
}

/** Odd instances are counted. */
export const readInstances = (list: Node, losses: Losses): ReadonlyArray<DrawnShape> => {
  const parts = new PartReader(losses)
  const read = readItems(list, parts).flatMap((node): ReadonlyArray<Part> => {
    const shape = parts.read(() => readInstance(node, losses))
    return shape === undefined ? [] : [{ shape, group: node.at("groupId").value, place: node.place }]
  })
  return joinGroups(read, losses)
}

type Polygons = ReadonlyArray<ReadonlyArray<Ring>>

/** The polygons of a part; undefined for another shape. The points of a polygon have two coordinates. */
const findPolygons = ({ points, shape, type }: DrawnShape): Polygons | undefined => {
  if (shape?.type === "multipolygon") return shape.polygons
  return type === "polygon" && shape === undefined ? [[points as unknown as Ring]] : undefined
}

const joinGroups = (parts: ReadonlyArray<Part>, losses: Losses): ReadonlyArray<DrawnShape> => {
  const groups = new Map<string, DrawnShape>()
  const shapes: Array<{ readonly key?: string; readonly shape: DrawnShape }> = []
  for (const { group, place, shape } of parts) {
    const polygons = findPolygons(shape)
    if (polygons === undefined || typeof group !== "number" || group <= 0) {
      shapes.push({ shape })
      continue
    }
    const key = `${group}\0${shape.category}`
    const first = groups.get(key)
    if (first === undefined) shapes.push({ key, shape })
    groups.set(key, first === undefined ? shape : joinParts(first, shape, place, losses))
  }
  return shapes.map(({ key, shape }) => (key === undefined ? shape : (groups.get(key) ?? shape)))
}

/** An object has the attributes of all its parts. A part that differs in one of them has its value counted. */
const joinParts = (first: DrawnShape, part: DrawnShape, place: string, losses: Losses): DrawnShape => {
  for (const [name, value] of Object.entries(part.attributes))
    if (
      Object.hasOwn(first.attributes, name) &&
      JSON.stringify(first.attributes[name]) !== JSON.stringify(value)
    )
      losses.add("attributes", `${place}: ${name}`)
  const polygons = [...(findPolygons(first) ?? []), ...(findPolygons(part) ?? [])]
  return {
    ...first,
    attributes: { ...part.attributes, ...first.attributes },
    ...draw({ type: "multipolygon", polygons }),
  }
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
  const edges = type === "template" ? readEdges(node, shape, losses) : []
  return { category, attributes: readAttributes(node, losses), ...shape, ...(edges.length > 0 && { edges }) }
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
  const pointLabels = node.at("pointLabels")
  const labels: Readonly<Record<string, unknown>> = pointLabels.isPresent ? pointLabels.object() : {}
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

/** The ends of a connection are ids of points. Odd connections are counted. */
const readEdges = (
  node: Node,
  { shape }: Shape,
  losses: Losses,
): ReadonlyArray<readonly [string, string]> => {
  if (shape?.type !== "skeleton") return []
  const parts = new PartReader(losses, "skeleton-parts")
  const names = new Map(
    node
      .at("points")
      .items()
      .map((point, index) => [point.at("id").value, shape.joints[index]?.name ?? ""] as const),
  )
  const readEnd = (end: Node): string => names.get(end.number()) ?? end.fail("is not the id of a point.")
  return readItems(node.at("connections"), parts).flatMap((own) => {
    const edge = parts.read(() => [readEnd(own.at("from")), readEnd(own.at("to"))] as const)
    return edge === undefined ? [] : [edge]
  })
}

/** Members of an instance that are kept as attributes: objects of one track or group have the same number. */
const keptMembers = ["trackingId", "groupId", "error"]

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
  for (const key of keptMembers) {
    const { isPresent, place, value } = node.at(key)
    // 0 is no group, and false no error.
    if (!isPresent || value === false || value === "" || (key === "groupId" && value === 0)) continue
    if (!isAttributeValue(value)) losses.add("attribute-value", place)
    else if (Object.hasOwn(attributes, key)) losses.add("attributes", place)
    else attributes[key] = value
  }
  const probability = node.at("probability").value
  if (typeof probability === "number" && probability !== 100) attributes.score = probability / 100
  return attributes
}
