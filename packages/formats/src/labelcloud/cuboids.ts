/** One object of labelCloud: its center, sizes and angles, or its eight vertices. */
import type { Losses } from "../carry/Losses.ts"
import { type DrawnCuboid, findHeading, readVector } from "../drawn-cuboids/DrawnCuboid.ts"
import { refuseAll } from "../files/limits.ts"
import type { Node } from "../files/Node.ts"
import { fromPoseMatrix } from "../model/matrix.ts"
import { toHeading } from "../model/poses.ts"
import type { Attributes, Vector } from "../model/Scene.ts"

export type Angles = "degrees" | "radians"

const members = new Set(["name", "centroid", "dimensions", "rotations", "vertices"])

/** `angles` is null where no file says them. */
export const readCuboid = (object: Node, angles: Angles | null, losses: Losses): DrawnCuboid => {
  for (const key of object.keys()) if (!members.has(key)) losses.add("unknown", object.at(key).place)
  const rest = { category: object.at("name").text(), track: null, attributes: {} as Attributes }
  const vertices = object.at("vertices")
  return { ...rest, ...(vertices.isPresent ? readVertices(vertices) : readCenter(object, angles)) }
}

const readCenter = (object: Node, angles: Angles | null) => {
  const rotations = object.at("rotations")
  const { x, y, z } = readVector(rotations)
  if (angles === null && (x !== 0 || y !== 0 || z !== 0))
    refuseAll(rotations, "may be degrees or radians; _classes.json, which says it, is missing.")
  const unit = angles === "radians" ? 1 : Math.PI / 180
  return {
    position: readVector(object.at("centroid")),
    dimensions: readVector(object.at("dimensions"), ["length", "width", "height"]),
    heading: findHeading("fixed", { x: x * unit, y: y * unit, z: z * unit }),
  }
}

const subtract = (a: Vector, b: Vector): Vector => ({ x: a.x - b.x, y: a.y - b.y, z: a.z - b.z })
const computeLength = ({ x, y, z }: Vector): number => Math.hypot(x, y, z)

/** The first vertex is where the three edges begin: to the fourth one along the length, to the second and to the fifth. */
const readVertices = (node: Node) => {
  const vertices = node.items().map((vertex): Vector => {
    const [x = 0, y = 0, z = 0] = vertex.numbers(3)
    return { x, y, z }
  })
  const [first, second, third, fourth, fifth] = vertices
  if (vertices.length !== 8 || !first || !second || !third || !fourth || !fifth)
    return node.fail("must have 8 vertices.")
  const edges = [subtract(fourth, first), subtract(second, first), subtract(fifth, first)]
  const [x = 0, y = 0, z = 0] = edges.map(computeLength)
  if (x === 0 || y === 0 || z === 0) return node.fail("has no volume.")
  const [u, v, w] = edges.map((edge, index) => {
    const length = [x, y, z][index] ?? 1
    return { x: edge.x / length, y: edge.y / length, z: edge.z / length }
  })
  if (!u || !v || !w) return node.fail("must have 8 vertices.")
  const position = { x: (fifth.x + third.x) / 2, y: (fifth.y + third.y) / 2, z: (fifth.z + third.z) / 2 }
  const rotation = [u.x, v.x, w.x, 0, u.y, v.y, w.y, 0, u.z, v.z, w.z, 0]
  const pose = fromPoseMatrix(rotation) ?? node.fail("is not a cuboid: its edges are not at right angles.")
  return { position, dimensions: { x, y, z }, heading: toHeading(pose.rotation) }
}
