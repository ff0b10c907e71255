/** Shapes of Supervisely's objects. Points are `[x, y]`; in polygons `interior` has the holes. */

import { computeBounds } from "../carry/shapes.ts"
import { checkPoints } from "../drawn-images/DrawnImage.ts"
import type { Node } from "../files/Node.ts"
import { draw, findShape, makeSkeleton, type Point, type Ring } from "../model/exactShapes.ts"
import type { Annotation, Drawing } from "../model/Scene.ts"

type Shape = Pick<Drawing, "type" | "points" | "shape">

/** The type of the geometry; older files say it by the shape of the class alone. */
export const readType = (object: Node): string => {
  const type = object.at("geometryType").or(undefined, (text) => text.text())
  if (type !== undefined) return type
  return object.at("bitmap").isPresent ? "bitmap" : object.at("shape").or("", (text) => text.text())
}

/** Undefined for a shape that no label has. */
export const readGeometry = (
  object: Node,
  type: string,
  nodes: ReadonlyMap<string, string> | undefined,
): Shape | undefined => {
  const read = readers[type]
  if (read !== undefined) return read(object)
  return type === "graph" ? readGraph(object.at("nodes"), nodes ?? new Map()) : undefined
}

const readRing = (node: Node, least: number): Ring =>
  checkPoints(
    node.items().map((point): Point => {
      const [x = 0, y = 0] = point.numbers(2)
      return [x, y]
    }),
    least,
    node,
  )

const readExterior = (object: Node, least: number): Ring =>
  readRing(object.at("points").at("exterior"), least)

const readRings = (part: Node): ReadonlyArray<Ring> => [
  readRing(part.at("exterior"), 3),
  ...part
    .at("interior")
    .or([], (holes) => holes.items())
    .map((hole) => readRing(hole, 3)),
]

const drawPolygons = (polygons: ReadonlyArray<ReadonlyArray<Ring>>): Shape => {
  const [only, ...others] = polygons
  if (only?.[0] !== undefined && only.length === 1 && others.length === 0)
    return { type: "polygon", points: only[0] }
  return draw({ type: "multipolygon", polygons })
}

const readers: { readonly [type: string]: ((object: Node) => Shape) | undefined } = {
  rectangle: (object) => ({ type: "bbox", points: computeBounds(readExterior(object, 2)) }),
  polygon: (object) => drawPolygons([readRings(object.at("points"))]),
  multipolygon: (object) => drawPolygons(object.at("parts").items().map(readRings)),
  line: (object) => ({ type: "polyline", points: readExterior(object, 2) }),
  point: (object) => ({ type: "point", points: readExterior(object, 1) }),
  oriented_bbox: (object) => {
    const [[left, top], [right, bottom]] = computeBounds(readRing(object.at("points"), 2))
    return draw({
      type: "rotated_box",
      center: [(left + right) / 2, (top + bottom) / 2],
      size: [right - left, bottom - top],
      angle: object.at("angle").or(0, (angle) => angle.number()),
    })
  },
}

/** A node that is disabled is one that nobody sees. */
const readGraph = (nodes: Node, labels: ReadonlyMap<string, string>): Shape => {
  const ids = [...labels.keys(), ...nodes.keys().filter((id) => !labels.has(id))]
  const skeleton = makeSkeleton(
    { joints: ids.map((id) => ({ name: labels.get(id) ?? id })) },
    ids.map((id) => {
      const node = nodes.at(id)
      if (!node.isPresent) return { place: null, visibility: 0 }
      const [x = 0, y = 0] = node.at("loc").numbers(2)
      return { place: [x, y], visibility: node.at("disabled").or(false, (own) => own.truth()) ? 1 : 2 }
    }),
  )
  return skeleton === undefined ? nodes.fail("has no node.") : draw(skeleton)
}

export interface PrintedGeometry {
  readonly geometryType: string
  readonly [member: string]: unknown
}

/** The geometry with its type; undefined for what is not drawn by points. */
export const printGeometry = (annotation: Annotation): PrintedGeometry | undefined => {
  if (!("points" in annotation)) return undefined
  const { points, type } = annotation
  const box = findShape(annotation, "rotated_box")
  if (box !== undefined) {
    const [[x, y], [width, height]] = [box.center, box.size]
    const corners = [
      [x - width / 2, y - height / 2],
      [x + width / 2, y + height / 2],
    ]
    return { points: corners, angle: box.angle, geometryType: "oriented_bbox" }
  }
  const skeleton = findShape(annotation, "skeleton")
  if (skeleton !== undefined) {
    const nodes = skeleton.joints.flatMap(({ name, visibility, x, y }) =>
      x === null || y === null
        ? []
        : [[name, { loc: [x, y], ...(visibility === 1 && { disabled: true }) }] as const],
    )
    return { nodes: Object.fromEntries(nodes), geometryType: "graph" }
  }
  const polygons = findShape(annotation, "multipolygon")?.polygons
  if (polygons !== undefined) {
    const parts = polygons.map(([exterior, ...interior]) => ({ exterior, interior }))
    const [only, ...others] = parts
    return others.length === 0
      ? { points: only, geometryType: "polygon" }
      : { parts, geometryType: "multipolygon" }
  }
  const exterior = type === "bbox" ? computeBounds(points) : points
  return { points: { exterior, interior: [] }, geometryType: typeNames[type] }
}

const typeNames = { bbox: "rectangle", polygon: "polygon", polyline: "line", point: "point" } as const
