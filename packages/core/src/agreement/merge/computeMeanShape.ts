/** Means of shapes of one type. */
import { toShapeJson } from "../../domain/exactShape/contractDigest.ts"
import type {
  Ellipse,
  Joint,
  Multipolygon,
  Point,
  RotatedBox,
  Skeleton,
} from "../../domain/exactShape/ExactShape.ts"
import { wrapTurn } from "../../domain/exactShape/mixShapes.ts"
import { toContract } from "../../domain/exactShape/toContract.ts"
import type { Quaternion, Vector } from "../../warnings/geometry/Boxes.ts"
import type { Cuboid } from "../../warnings/read/Scene.ts"
import { findExactShape, getDrawing } from "../../warnings/rules/quality/drawing.ts"
import type { Instance } from "../labels/ComparableObject.ts"
import { computeMean, computeMeanAngle, computeMeanRotation } from "./computeMeans.ts"
import { findMajority, isMajority, sumWeights, type Vote } from "./findMajority.ts"
import { computeSignedArea, type TraceBudget, traceMajority } from "./traceMajority.ts"

/** The members of an annotation that are its shape. */
export type ShapeMembers = { readonly [key: string]: unknown }

/** The type of a shape, exact shapes apart. */
export const findShapeType = ({ annotation }: Instance): string =>
  annotation.cuboid === null
    ? (findExactShape(annotation)?.type ?? getDrawing(annotation)?.type ?? "")
    : "cuboid"

/**
 * The mean of shapes of one type, like the first one in everything that has no mean; of polygons the area that most of them cover. Null for
 * polylines, different numbers of points, and polygons whose common area one polygon of their type cannot have.
 */
export const computeMeanShape = (
  votes: ReadonlyArray<Vote<Instance>>,
  budget: TraceBudget,
): ShapeMembers | null => {
  const [first] = votes
  if (first === undefined) return null
  switch (findShapeType(first.value)) {
    case "bbox":
      return computeMeanBox(votes)
    case "point":
      return computeMeanPoints(votes)
    case "cuboid":
      return computeMeanCuboid(pick(votes, ({ annotation }) => annotation.cuboid))
    case "rotated_box":
      return computeMeanTurned(pick(votes, readTurned("rotated_box")), toRotatedBox)
    case "ellipse":
      return computeMeanTurned(pick(votes, readTurned("ellipse")), toEllipse)
    case "polygon":
      return computeMajorityPolygon(votes, budget)
    case "multipolygon":
      return computeMajorityMultipolygon(pick(votes, readMultipolygon), budget)
    case "skeleton":
      return computeMeanSkeleton(pick(votes, readSkeleton))
    default:
      return null
  }
}

const pick = <A, B>(votes: ReadonlyArray<Vote<A>>, read: (value: A) => B | null): ReadonlyArray<Vote<B>> =>
  votes.flatMap(({ value, weight }) => {
    const part = read(value)
    return part === null ? [] : [{ value: part, weight }]
  })

const computeMeanBy = <A>(votes: ReadonlyArray<Vote<A>>, read: (value: A) => number): number =>
  computeMean(votes.map(({ value, weight }) => ({ value: read(value), weight })))

const computeMeanBox = (votes: ReadonlyArray<Vote<Instance>>): ShapeMembers => {
  const [left, top, right, bottom] = [0, 1, 2, 3].map((side) =>
    computeMeanBy(votes, ({ bounds }) => bounds[side] as number),
  )
  return {
    points: [
      [left, top],
      [right, bottom],
    ],
  }
}

const computeMeanPoints = (votes: ReadonlyArray<Vote<Instance>>): ShapeMembers | null => {
  const all = pick(votes, ({ annotation }) => getDrawing(annotation)?.points ?? null)
  const [first] = all
  if (first === undefined || all.some(({ value }) => value.length !== first.value.length)) return null
  return {
    points: first.value.map((point, index) =>
      point.map((own, axis) => computeMeanBy(all, (points) => points[index]?.[axis] ?? own)),
    ),
  }
}

/** Of two people, the area of a majority is that of one of them. */
const leastVotes = 3

/** A polygon of one ring. It begins at the corner next to that of the first polygon, and goes round as that does. */
const computeMajorityPolygon = (
  votes: ReadonlyArray<Vote<Instance>>,
  budget: TraceBudget,
): ShapeMembers | null => {
  if (votes.length < leastVotes) return null
  const rings = pick(
    votes,
    ({ annotation }) => getDrawing(annotation)?.points.map(([x = 0, y = 0]) => [x, y] as const) ?? null,
  )
  const [first] = rings
  const traced = traceMajority(
    rings.map(({ value, weight }) => ({ polygons: [[value]], weight })),
    budget,
  )
  const [ring, ...holes] = traced?.length === 1 ? (traced[0] ?? []) : []
  if (first === undefined || ring === undefined || holes.length > 0) return null
  const points = rotateRing(ring, first.value)
  return String(points) === String(first.value) ? null : { points }
}

const readMultipolygon = ({ annotation }: Instance): Multipolygon | null => {
  const shape = findExactShape(annotation)
  return shape?.type === "multipolygon" ? shape : null
}

const computeMajorityMultipolygon = (
  votes: ReadonlyArray<Vote<Multipolygon>>,
  budget: TraceBudget,
): ShapeMembers | null => {
  if (votes.length < leastVotes) return null
  const polygons = traceMajority(
    votes.map(({ value, weight }) => ({ polygons: value.polygons, weight })),
    budget,
  )
  if (polygons === null) return null
  const pixels = votes.every(({ value }) => value.pixels === true) ? { pixels: true } : {}
  return toMembers({ type: "multipolygon", polygons, ...pixels })
}

/** The ring from the corner that is next to the first one of another ring, in the direction of that. */
const rotateRing = (ring: ReadonlyArray<Point>, other: ReadonlyArray<Point>): ReadonlyArray<Point> => {
  const turned = computeSignedArea(ring) * computeSignedArea(other) < 0 ? ring.toReversed() : ring
  const [x, y] = other[0] ?? [0, 0]
  const distances = turned.map((corner) => Math.hypot(corner[0] - x, corner[1] - y))
  const start = distances.indexOf(Math.min(...distances))
  return [...turned.slice(start), ...turned.slice(0, start)]
}

const computeMeanCuboid = (votes: ReadonlyArray<Vote<Cuboid>>): ShapeMembers => {
  const computeVector = (read: (cuboid: Cuboid) => Vector): Vector => ({
    x: computeMeanBy(votes, (cuboid) => read(cuboid).x),
    y: computeMeanBy(votes, (cuboid) => read(cuboid).y),
    z: computeMeanBy(votes, (cuboid) => read(cuboid).z),
  })
  const place = {
    position: computeVector(({ position }) => position),
    dimensions: computeVector(({ dimensions }) => dimensions),
  }
  const yaws = pick(votes, ({ turn }) => (typeof turn === "number" ? turn : null))
  if (yaws.length === votes.length) return { ...place, yaw: computeMeanAngle(yaws) }
  const rotation = computeMeanRotation(
    votes.map(({ value: { turn }, weight }) => ({
      value: typeof turn === "number" ? toQuaternion(turn) : turn,
      weight,
    })),
  )
  return { ...place, yaw: toYaw(rotation), rotation }
}

const toQuaternion = (yaw: number): Quaternion => ({
  qx: 0,
  qy: 0,
  qz: Math.sin(yaw / 2),
  qw: Math.cos(yaw / 2),
})

/** The direction of the first edge on the ground. */
const toYaw = ({ qw, qx, qy, qz }: Quaternion): number =>
  Math.atan2(2 * (qw * qz + qx * qy), 1 - 2 * (qy * qy + qz * qz))

interface Turned {
  readonly center: Point
  /** The size or the radii. */
  readonly lengths: Point
  readonly angle: number
}

const readTurned =
  (type: "rotated_box" | "ellipse") =>
  ({ annotation }: Instance): Turned | null => {
    const shape = findExactShape(annotation)
    if (shape?.type !== type || (shape.type !== "rotated_box" && shape.type !== "ellipse")) return null
    const { angle, center } = shape
    return { center, lengths: shape.type === "ellipse" ? shape.radii : shape.size, angle }
  }

const toRotatedBox = ({ lengths, ...shape }: Turned): RotatedBox => ({
  type: "rotated_box",
  ...shape,
  size: lengths,
})

const toEllipse = ({ lengths, ...shape }: Turned): Ellipse => ({ type: "ellipse", ...shape, radii: lengths })

const computeMeanTurned = (
  votes: ReadonlyArray<Vote<Turned>>,
  toShape: (shape: Turned) => RotatedBox | Ellipse,
): ShapeMembers | null => {
  const [first] = votes
  if (first === undefined) return null
  const aligned = votes.map(({ value, weight }) => ({ value: turnTo(value, first.value.angle), weight }))
  return toMembers(
    toShape({
      center: [
        computeMeanBy(aligned, ({ center }) => center[0]),
        computeMeanBy(aligned, ({ center }) => center[1]),
      ],
      lengths: [
        computeMeanBy(aligned, ({ lengths }) => lengths[0]),
        computeMeanBy(aligned, ({ lengths }) => lengths[1]),
      ],
      angle: computeMeanAngle(aligned.map(({ value, weight }) => ({ value: value.angle, weight }))),
    }),
  )
}

/** The same area with the angle that is nearest to another one: a quarter turn exchanges the lengths. */
const turnTo = (shape: Turned, angle: number): Turned => {
  const quarters = Math.round(wrapTurn(angle - shape.angle) / (Math.PI / 2))
  if (quarters === 0) return shape
  const [first, second] = shape.lengths
  return {
    ...shape,
    angle: wrapTurn(shape.angle + (quarters * Math.PI) / 2),
    lengths: quarters % 2 === 0 ? shape.lengths : [second, first],
  }
}

const readSkeleton = ({ annotation }: Instance): Skeleton | null => {
  const shape = findExactShape(annotation)
  return shape?.type === "skeleton" ? shape : null
}

/** Joint by joint. One that most people have not placed is not labeled; a tie is decided by the first person. */
const computeMeanSkeleton = (votes: ReadonlyArray<Vote<Skeleton>>): ShapeMembers | null => {
  const [first] = votes
  if (first === undefined) return null
  const total = sumWeights(votes)
  const joints = first.value.joints.map((joint) => computeMeanJoint(joint, votes, total))
  if (joints.every(({ visibility }) => visibility === 0)) return null
  const boxes = pick(votes, ({ box }) => box ?? null)
  const box =
    first.value.box === undefined
      ? {}
      : {
          box: [0, 1].map((corner) =>
            [0, 1].map((axis) => computeMeanBy(boxes, (sides) => sides[corner]?.[axis] as number)),
          ) as unknown as NonNullable<Skeleton["box"]>,
        }
  return toMembers({ type: "skeleton", joints, ...box })
}

const computeMeanJoint = (own: Joint, votes: ReadonlyArray<Vote<Skeleton>>, total: number): Joint => {
  const placed = pick(votes, ({ joints }) => {
    const joint = joints.find(({ name }) => name === own.name)
    return joint === undefined || joint.x === null || joint.y === null
      ? null
      : { ...joint, x: joint.x, y: joint.y }
  })
  const weight = sumWeights(placed)
  const isPlaced = isMajority(weight, total) || (!isMajority(total - weight, total) && own.x !== null)
  if (!isPlaced) return own.x === null ? own : { ...own, x: null, y: null, visibility: 0 }
  const visibility = findMajority(
    placed.map((vote) => ({ value: vote.value.visibility, weight: vote.weight })),
    (value) => value,
  )
  return {
    ...own,
    x: computeMeanBy(placed, ({ x }) => x),
    y: computeMeanBy(placed, ({ y }) => y),
    visibility: visibility?.value ?? own.visibility,
  }
}

const toMembers = (shape: RotatedBox | Ellipse | Skeleton | Multipolygon): ShapeMembers => {
  const contract = toContract(shape)
  return { type: contract.type, points: contract.points, shape: toShapeJson(shape, contract) }
}
