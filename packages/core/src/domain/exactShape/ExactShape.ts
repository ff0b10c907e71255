/**
 * Shapes that the wire contract lacks. An annotation contains one under `shape`, beside the nearest shape of the contract. The types are
 * the JSON of labels: lengths are pixels, angles radians, positive from +x to +y, which is clockwise on a screen.
 */

/** x to the right, y down. */
export type Point = readonly [x: number, y: number]

/** A closed line. Its last point is not the first one again. */
export type Ring = ReadonlyArray<Point>

/** A box that is turned about its center. */
export interface RotatedBox {
  readonly type: "rotated_box"
  readonly center: Point
  /** Width and height before the rotation. */
  readonly size: Point
  readonly angle: number
}

export interface Ellipse {
  readonly type: "ellipse"
  readonly center: Point
  /** Along x and along y before the rotation. */
  readonly radii: Point
  readonly angle: number
}

/** 0: not labeled, 1: labeled but hidden, 2: labeled and visible, as in COCO. */
export type Visibility = 0 | 1 | 2

/** A named keypoint. It has a place, except where it is not labeled. */
export interface Joint {
  readonly name: string
  readonly x: number | null
  readonly y: number | null
  readonly visibility: Visibility
}

/** Named keypoints in the order of the category's skeleton. At least one of them is labeled. */
export interface Skeleton {
  readonly type: "skeleton"
  readonly joints: ReadonlyArray<Joint>
  /** The upper left and the lower right corner of the box of the object, where it is known apart from the joints. */
  readonly box?: readonly [Point, Point]
}

/** One object of several polygons, each of an outer ring and of rings that are holes in it. */
export interface Multipolygon {
  readonly type: "multipolygon"
  readonly polygons: ReadonlyArray<ReadonlyArray<Ring>>
  /** Whether the rings are the borders of the pixels of a mask. */
  readonly pixels?: boolean
}

export type ExactShape = RotatedBox | Ellipse | Skeleton | Multipolygon

export type ExactShapeType = ExactShape["type"]

/** The maximum number of joints of a skeleton. */
export const maxJoints = 10_000

/** All types, in the order of the documentation. */
export const exactShapeTypes = ["rotated_box", "ellipse", "skeleton", "multipolygon"] as const

/** The part of an annotation that every client of the wire contract reads. */
export interface ContractPart {
  readonly type: "bbox" | "polygon" | "polyline" | "point"
  readonly points: ReadonlyArray<ReadonlyArray<number>>
}
