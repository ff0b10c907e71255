/** Drawings with an exact shape, see `packages/core/docs/exact-shapes.md`. */
import {
  computeCorners,
  type ExactShape,
  type Joint,
  type Multipolygon,
  type Point,
  type RotatedBox,
  type Skeleton,
  toContract,
  type Visibility,
} from "@annotary/core/check"
import type { SkeletonDefinition } from "./Dataset.ts"
import type { Annotation, Drawing } from "./Scene.ts"

export type {
  Ellipse,
  ExactShape,
  ExactShapeType,
  Joint,
  Multipolygon,
  Point,
  Ring,
  RotatedBox,
  Skeleton,
  Visibility,
} from "@annotary/core/check"
export { bridgeRings, exactShapeTypes } from "@annotary/core/check"

/** The members of a drawing that is exactly this shape. Spread them into an annotation. */
export const draw = <Shape extends ExactShape>(
  shape: Shape,
): Pick<Drawing, "type" | "points"> & { readonly shape: Shape } => ({ ...toContract(shape), shape })

/** The drawing as the nearest shape of the contract alone. */
export const omitShape = <A extends Annotation>(annotation: A): A => {
  if (!("shape" in annotation)) return annotation
  const { shape: _, ...rest } = annotation
  // Without the member it is the same kind of annotation.
  return rest as unknown as A
}

/** The exact shape of an annotation where it is of this type. */
export const findShape = <Type extends ExactShape["type"]>(
  annotation: Annotation,
  type: Type,
): Extract<ExactShape, { readonly type: Type }> | undefined => {
  const shape = "shape" in annotation ? annotation.shape : undefined
  return shape?.type === type ? (shape as Extract<ExactShape, { readonly type: Type }>) : undefined
}

/** Degrees without the noise of the conversion. */
export const toDegrees = (radians: number): number => Number(((radians * 180) / Math.PI).toFixed(9)) + 0

export const toRadians = (degrees: number): number => (degrees * Math.PI) / 180

/** A joint. Without a place it is not labeled, and one that is not labeled has no place. */
export const makeJoint = (name: string, place: Point | null, visibility: Visibility): Joint =>
  place === null || visibility === 0
    ? { name, x: null, y: null, visibility: 0 }
    : { name, x: place[0], y: place[1], visibility }

/** A skeleton whose keypoints are listed without names, in the order of the definition; missing ones are not labeled. Undefined where none is labeled. */
export const makeSkeleton = (
  { joints }: Pick<SkeletonDefinition, "joints">,
  keypoints: ReadonlyArray<{ readonly place: Point | null; readonly visibility: Visibility }>,
  box?: Skeleton["box"],
): Skeleton | undefined => {
  const placed = joints.map(({ name }, index) =>
    makeJoint(name, keypoints[index]?.place ?? null, keypoints[index]?.visibility ?? 0),
  )
  if (placed.every(({ visibility }) => visibility === 0)) return undefined
  return { type: "skeleton", joints: placed, ...(box && { box }) }
}

/** The joints in the order of the definition, null for one that the shape does not have. Names that the definition lacks are left out. */
export const orderJoints = (
  { joints }: Pick<Skeleton, "joints">,
  definition: Pick<SkeletonDefinition, "joints">,
): ReadonlyArray<Joint | null> => {
  const byName = new Map(joints.map((joint) => [joint.name, joint]))
  return definition.joints.map(({ name }) => byName.get(name) ?? null)
}

/** The permutation of joints in a mirrored image, as YOLO's `flip_idx`. */
export const toFlipIndex = ({ flip, joints }: SkeletonDefinition): ReadonlyArray<number> => {
  const places = new Map(joints.map(({ name }, index) => [name, index]))
  const partners = new Map(flip.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]))
  return joints.map(({ name }, index) => places.get(partners.get(name) ?? name) ?? index)
}

/** The pairs of a permutation; undefined where it is not one of pairs. */
export const readFlipIndex = (
  permutation: ReadonlyArray<number>,
  { joints }: Pick<SkeletonDefinition, "joints">,
): SkeletonDefinition["flip"] | undefined => {
  if (permutation.length !== joints.length) return undefined
  const pairs: Array<readonly [string, string]> = []
  for (const [index, partner] of permutation.entries()) {
    const [name, other] = [joints[index]?.name, joints[partner]?.name]
    if (name === undefined || other === undefined || permutation[partner] !== index) return undefined
    if (index < partner) pairs.push([name, other])
  }
  return pairs
}

/**
 * The rotated box whose four corners these are, in either direction; undefined where they are not the corners of a rectangle. Its first side is
 * from the first corner to the second, or to the last one. `tolerance` is the largest distance of a corner in pixels.
 */
export const findRotatedBox = (
  points: ReadonlyArray<ReadonlyArray<number>>,
  tolerance = 1e-6,
): RotatedBox | undefined => {
  if (points.length !== 4 || points.some(({ length }) => length !== 2)) return undefined
  const [a, b, c, d] = points as unknown as Corners
  return fitBox([a, b, c, d], tolerance) ?? fitBox([a, d, c, b], tolerance)
}

type Corners = readonly [Point, Point, Point, Point]

const fitBox = (corners: Corners, tolerance: number): RotatedBox | undefined => {
  const [[ax, ay], [bx, by], [cx, cy], [dx, dy]] = corners
  const width = (Math.hypot(bx - ax, by - ay) + Math.hypot(cx - dx, cy - dy)) / 2
  const height = (Math.hypot(dx - ax, dy - ay) + Math.hypot(cx - bx, cy - by)) / 2
  // The longer side gives the angle more digits.
  const angle =
    width >= height
      ? Math.atan2(by - ay + cy - dy, bx - ax + cx - dx)
      : Math.atan2(ax - dx + bx - cx, dy - ay + cy - by)
  const box: RotatedBox = {
    type: "rotated_box",
    center: [(ax + bx + cx + dx) / 4, (ay + by + cy + dy) / 4],
    size: [width, height],
    angle: angle + 0,
  }
  const isSame = computeCorners(box).every(
    ([x, y], i) => Math.hypot(x - (corners[i]?.[0] ?? 0), y - (corners[i]?.[1] ?? 0)) <= tolerance,
  )
  return isSame ? box : undefined
}

/** One part without holes, which is a plain polygon. */
export const isPlain = ({ polygons }: Multipolygon): boolean =>
  polygons.length === 1 && polygons[0]?.length === 1
