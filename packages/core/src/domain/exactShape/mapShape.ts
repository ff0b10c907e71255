/** Shapes in another frame of the same scale: moved, turned or mirrored. */
import type { ExactShape, Joint, Point } from "./ExactShape.ts"
import { wrapTurn } from "./mixShapes.ts"

/** `map` keeps distances. A box and an ellipse keep their lengths and get the angle of their first side. */
export const mapShape = (shape: ExactShape, map: (point: Point) => Point): ExactShape => {
  switch (shape.type) {
    case "rotated_box":
    case "ellipse":
      return { ...shape, center: map(shape.center), angle: mapAngle(shape, map) }
    case "skeleton":
      return {
        ...shape,
        joints: shape.joints.map((joint) => mapJoint(joint, map)),
        ...(shape.box && { box: mapBox(shape.box, map) }),
      }
    case "multipolygon":
      return { ...shape, polygons: shape.polygons.map((rings) => rings.map((ring) => ring.map(map))) }
  }
}

const mapAngle = (
  { angle, center: [x, y] }: { readonly angle: number; readonly center: Point },
  map: (point: Point) => Point,
): number => {
  const [cx, cy] = map([x, y])
  const [ax, ay] = map([x + 1, y])
  const [bx, by] = map([x, y + 1])
  const isMirrored = (ax - cx) * (by - cy) - (ay - cy) * (bx - cx) < 0
  return wrapTurn(Math.atan2(ay - cy, ax - cx) + (isMirrored ? -angle : angle))
}

const mapJoint = (joint: Joint, map: (point: Point) => Point): Joint => {
  if (joint.x === null || joint.y === null) return joint
  const [x, y] = map([joint.x, joint.y])
  return { ...joint, x, y }
}

const mapBox = (
  [[left, top], [right, bottom]]: readonly [Point, Point],
  map: (point: Point) => Point,
): readonly [Point, Point] => {
  const [ax, ay] = map([left, top])
  const [bx, by] = map([right, bottom])
  return [
    [Math.min(ax, bx), Math.min(ay, by)],
    [Math.max(ax, bx), Math.max(ay, by)],
  ]
}
