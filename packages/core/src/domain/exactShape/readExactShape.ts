/** Reads the value of `shape` of an annotation from parsed JSON. */
import { exactShape } from "../structure/exactShapes.ts"
import { Inspection } from "../structure/Inspection.ts"
import type { Ellipse, ExactShape, Joint, Skeleton } from "./ExactShape.ts"

/** The shape without keys that it does not name; the first violation as a sentence about a place in it where it is malformed. */
export const readExactShape = (value: unknown): ExactShape | { readonly problem: string } => {
  const inspection = new Inspection()
  exactShape(value, inspection)
  const [violation] = inspection.violations
  if (violation !== undefined) return { problem: `${violation.pointer} ${violation.message}`.trim() }
  // The inspection has checked the members.
  return value === null || value === undefined ? { problem: "is missing" } : toExact(value as ExactShape)
}

const toExact = (shape: ExactShape): ExactShape => {
  switch (shape.type) {
    case "rotated_box":
      return { type: shape.type, center: shape.center, size: shape.size, angle: shape.angle }
    case "ellipse":
      return toEllipse(shape)
    case "skeleton":
      return toSkeleton(shape)
    case "multipolygon":
      return {
        type: shape.type,
        polygons: shape.polygons,
        ...(shape.pixels === true && { pixels: true }),
      }
  }
}

const toEllipse = ({
  angle,
  center,
  radii,
  type,
}: Omit<Ellipse, "angle"> & { angle?: number | null }): Ellipse => ({
  type,
  center,
  radii,
  angle: angle ?? 0,
})

const toSkeleton = ({ box, joints, type }: Skeleton & { box?: Skeleton["box"] | null }): Skeleton => ({
  type,
  joints: joints.map(toJoint),
  ...(box && { box }),
})

/** A joint that is not labeled has no place, whatever stands there. */
const toJoint = ({ name, visibility, x, y }: Pick<Joint, "name" | "visibility"> & Partial<Joint>): Joint =>
  visibility === 0 ? { name, x: null, y: null, visibility } : { name, x: x ?? null, y: y ?? null, visibility }
