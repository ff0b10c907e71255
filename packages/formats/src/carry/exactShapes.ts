/** Reduces exact shapes to those that a format has, and counts what becomes another shape. */
import type { SkeletonDefinition } from "../model/Dataset.ts"
import {
  bridgeRings,
  draw,
  isPlain,
  type Multipolygon,
  makeJoint,
  omitShape,
  orderJoints,
  type Skeleton,
} from "../model/exactShapes.ts"
import type { Annotation, Drawing } from "../model/Scene.ts"
import type { Abilities } from "./Abilities.ts"
import type { Losses } from "./Losses.ts"
import { computeBounds } from "./shapes.ts"

/** The annotation itself where it has no exact shape, or the format has it. */
export const carryExactShape = (
  annotation: Annotation,
  definition: SkeletonDefinition | undefined,
  abilities: Abilities,
  losses: Losses,
  place: string,
): Annotation => {
  if (!("shape" in annotation) || annotation.shape === undefined) {
    const isNameless = abilities.pointsInSkeletons === false && definition !== undefined
    if (annotation.type !== "point" || !isNameless) return annotation
    losses.add("geometry", `${place}: point ${annotation.id}`)
    return { ...annotation, type: "bbox", points: computeBounds(annotation.points) }
  }
  const carried = fitExactShape(annotation, annotation.shape, definition, abilities, () =>
    losses.add("skeleton-boxes", `${place}: ${annotation.type} ${annotation.id}`),
  )
  if (isReduced(annotation, carried))
    losses.add("exact-shapes", `${place}: ${annotation.type} ${annotation.id}`)
  return carried
}

/** Whether something is lost: an order of joints is not, nor the shape of what is a plain polygon. */
const isReduced = (given: Drawing, carried: Drawing): boolean => {
  if (given.shape?.type !== "multipolygon") return carried.shape === undefined
  if (given.shape.pixels === true && carried.shape === undefined) return true
  return carried.shape !== given.shape && !isPlain(given.shape)
}

const fitExactShape = (
  annotation: Drawing,
  shape: NonNullable<Drawing["shape"]>,
  definition: SkeletonDefinition | undefined,
  abilities: Abilities,
  loseBox: () => void,
): Drawing => {
  const has = abilities.exactShapes?.includes(shape.type) === true
  if (shape.type === "multipolygon") return fitPolygons(annotation, shape, has, abilities)
  if (shape.type !== "skeleton") return has ? annotation : omitShape(annotation)
  const skeleton = has ? fitSkeleton(shape, definition, abilities) : undefined
  if (skeleton === undefined) return fitPoints(annotation, shape, abilities)
  if (shape.box !== undefined && skeleton.box === undefined) loseBox()
  return { ...annotation, ...draw(skeleton) }
}

/** Undefined where the format lists joints by a definition that does not have all of them. */
const fitSkeleton = (
  shape: Skeleton,
  definition: SkeletonDefinition | undefined,
  { jointNames = false, skeletonBoxes = false }: Abilities,
): Skeleton | undefined => {
  const { box: _, ...joints } = shape
  const boxed = skeletonBoxes ? shape : joints
  if (jointNames) return boxed
  const names = new Set(definition?.joints.map(({ name }) => name))
  if (definition === undefined || !shape.joints.every(({ name }) => names.has(name))) return undefined
  const ordered = orderJoints(shape, definition)
  return {
    ...boxed,
    joints: definition.joints.map(({ name }, index) => ordered[index] ?? makeJoint(name, null, 0)),
  }
}

/** Points where the format has them, else the box. */
const fitPoints = (annotation: Drawing, { box }: Skeleton, { annotations: able }: Abilities): Drawing => {
  const plain = omitShape(annotation)
  const hasPoints = able.includes("point") || (able.includes("keypoints") && plain.points.length > 1)
  return box === undefined || hasPoints ? plain : { ...plain, type: "bbox", points: box }
}

const fitPolygons = (
  annotation: Drawing,
  shape: Multipolygon,
  has: boolean,
  { polygonHoles = true, shapeMasks }: Abilities,
): Drawing => {
  if (shape.pixels === true && shapeMasks) return annotation
  if (!has) return omitShape(annotation)
  const isBridged = !polygonHoles && shape.polygons.some(({ length }) => length > 1)
  const polygons = isBridged ? shape.polygons.map((rings) => [bridgeRings([rings])]) : shape.polygons
  const carried: Multipolygon = { type: shape.type, polygons }
  if (isPlain(carried)) return { ...omitShape(annotation), points: carried.polygons[0]?.[0] ?? [] }
  return isBridged || shape.pixels === true ? { ...annotation, ...draw(carried) } : annotation
}
