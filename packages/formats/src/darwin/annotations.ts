/** Annotations of Darwin: each has a member that is called as its type. */

import type { Losses } from "../carry/Losses.ts"
import { checkPoints, type DrawnShape, readItems } from "../drawn-images/DrawnImage.ts"
import { drawNested } from "../drawn-images/nestRings.ts"
import { addToList } from "../files/listMaps.ts"
import type { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import { draw, type Point } from "../model/exactShapes.ts"
import type { Attributes, AttributeValue, Drawing } from "../model/Scene.ts"

export interface DarwinAnnotations {
  readonly shapes: ReadonlyArray<DrawnShape>
  /** Tags of the image. */
  readonly attributes: Attributes
}

/** Members that describe an annotation of any type, and members that its shape is read from. */
const members: ReadonlySet<string> = new Set(
  "id name slot_names properties ranges only_keyframes bounding_box polygon line keypoint ellipse tag attributes text instance_id".split(
    " ",
  ),
)

/** Annotations that cannot be read are counted. */
export const readAnnotations = (document: Node, losses: Losses): DarwinAnnotations => {
  const parts = new PartReader(losses)
  const shapes: Array<DrawnShape> = []
  const tags: Record<string, AttributeValue> = {}
  for (const node of readItems(document.at("annotations"), parts))
    parts.read(() => {
      const category = node.at("name").text()
      if (node.at("tag").isPresent) {
        tags[category] = true
        for (const name of Object.keys(readAttributes(node, parts)))
          losses.add("frame-attributes", `${node.place}: ${name}`)
      } else shapes.push(...readAnnotation(node, category, losses))
    })
  return { shapes, attributes: { ...tags, ...readProperties(document.at("properties"), parts) } }
}

/** None, and counted, for a shape of another type. */
const readAnnotation = (node: Node, category: string, losses: Losses): ReadonlyArray<DrawnShape> => {
  const shape = readShape(node)
  const others = node.keys().filter((key) => !members.has(key))
  if (shape === undefined) {
    losses.add("shapes", `${node.place}: ${others[0] ?? "without a shape"}`)
    return []
  }
  for (const key of others) losses.add("unknown", node.at(key).place)
  return [{ category, attributes: readAttributes(node, new PartReader(losses)), ...shape }]
}

type Shape = Pick<Drawing, "type" | "points" | "shape">

const readPoint = (node: Node): Point => [node.at("x").number(), node.at("y").number()]

const readShape = (node: Node): Shape | undefined => {
  const polygon = node.at("polygon")
  // A polygon has the box around it, too. Its paths are outlines and holes alike.
  if (polygon.isPresent) {
    const paths = polygon.at("paths").or(undefined, (found) => found.items())
    const rings = (paths ?? [polygon.at("path")]).map((path) => path.items().map(readPoint))
    const parts = rings.filter((ring) => ring.length > 2)
    return parts.length === 0 ? polygon.fail("has no path of three points.") : drawNested(parts)
  }
  const line = node.at("line")
  if (line.isPresent)
    return { type: "polyline", points: checkPoints(line.at("path").items().map(readPoint), 2, line) }
  const keypoint = node.at("keypoint")
  if (keypoint.isPresent) return { type: "point", points: [readPoint(keypoint)] }
  const ellipse = node.at("ellipse")
  if (ellipse.isPresent) {
    const { x, y } = { x: ellipse.at("radius").at("x").number(), y: ellipse.at("radius").at("y").number() }
    const angle = ellipse.at("angle").or(0, (found) => found.number())
    return draw({ type: "ellipse", center: readPoint(ellipse.at("center")), radii: [x, y], angle })
  }
  const box = node.at("bounding_box")
  const isOther = node.keys().some((key) => !members.has(key))
  if (!box.isPresent || isOther) return undefined
  const [x, y] = readPoint(box)
  const corner: Point = [x + box.at("w").number(), y + box.at("h").number()]
  return { type: "bbox", points: [[x, y], corner] }
}

/** Attributes are names; text and the number of an instance have values. */
const readAttributes = (node: Node, parts: PartReader): Attributes => {
  const names = readItems(node.at("attributes"), parts).flatMap((own) => parts.read(() => [own.text()]) ?? [])
  return {
    ...Object.fromEntries(names.map((name) => [name, true])),
    ...parts.read(() => node.at("text").or({}, (text) => ({ text: text.at("text").text() }))),
    ...parts.read(() => node.at("instance_id").or({}, (id) => ({ instance_id: id.at("value").number() }))),
    ...readProperties(node.at("properties"), parts),
  }
}

/** A property of which several values are chosen has an entry for each. */
const readProperties = (properties: Node, parts: PartReader): Attributes => {
  const values = new Map<string, Array<string>>()
  const flags: Record<string, true> = {}
  for (const property of readItems(properties, parts))
    parts.read(() => {
      const [name, value] = [property.at("name").text(), property.at("value")]
      if (!value.isPresent) flags[name] = true
      else addToList(values, name, value.text())
    })
  const entries = [...values].map(([name, own]) => [name, own.length > 1 ? own : (own[0] ?? "")] as const)
  return { ...flags, ...Object.fromEntries(entries) }
}
