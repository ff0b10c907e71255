/** Annotations of Darwin: each has a member that is called as its type. */
import type { Losses } from "../carry/Losses.ts"
import { type DrawnShape, drawRings } from "../drawn-images/DrawnImage.ts"
import type { Node } from "../files/Node.ts"
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

/** `losses` is null where only the categories are wanted. */
export const readAnnotations = (document: Node, losses: Losses | null): DarwinAnnotations => {
  const shapes: Array<DrawnShape> = []
  const tags: Record<string, AttributeValue> = {}
  for (const node of document.at("annotations").items()) {
    const category = node.at("name").text()
    if (node.at("tag").isPresent) {
      tags[category] = true
      continue
    }
    const shape = readShape(node)
    if (shape === undefined) {
      losses?.add(
        "shapes",
        `${node.place}: ${node.keys().find((key) => !members.has(key)) ?? "without a shape"}`,
      )
      continue
    }
    for (const key of node.keys()) if (!members.has(key)) losses?.add("unknown", node.at(key).place)
    shapes.push({ category, attributes: readAttributes(node), ...shape })
  }
  return { shapes, attributes: tags }
}

type Shape = Pick<Drawing, "type" | "points" | "shape">

const readPoint = (node: Node): Point => [node.at("x").number(), node.at("y").number()]

const readShape = (node: Node): Shape | undefined => {
  const polygon = node.at("polygon")
  // A polygon has the box around it, too.
  if (polygon.isPresent) {
    const paths = polygon.at("paths").or(undefined, (found) => found.items())
    const rings = (paths ?? [polygon.at("path")]).map((path) => path.items().map(readPoint))
    const parts = rings.filter((ring) => ring.length > 2)
    return parts.length === 0 ? undefined : drawRings(parts)
  }
  const line = node.at("line")
  if (line.isPresent) return { type: "polyline", points: line.at("path").items().map(readPoint) }
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
const readAttributes = (node: Node): Attributes => ({
  ...Object.fromEntries(
    node.at("attributes").or([], (list) => list.items().map((one) => [one.text(), true] as const)),
  ),
  ...node.at("text").or({}, (text) => ({ text: text.at("text").text() })),
  ...node.at("instance_id").or({}, (id) => ({ instance_id: id.at("value").number() })),
  ...Object.fromEntries(
    node
      .at("properties")
      .or([], (list) =>
        list
          .items()
          .map((one) => [one.at("name").text(), one.at("value").or(true, (value) => value.text())] as const),
      ),
  ),
})
