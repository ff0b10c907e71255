/** The views from above, from the left and from the front of a cuboid, and what drags of their handles mean. */
import {
  type Cuboid,
  computeAxes,
  moveCuboid,
  turnCuboid,
  withFaceMoved,
} from "../../editor/label/cuboids/cuboid.ts"
import { addVectors, cross, dot, scaleVector, subtractVectors, type Vector } from "./vector.ts"

export const sideNames = ["top", "side", "front"] as const
export type SideName = (typeof sideNames)[number]

/** A view is drawn without perspective, and shows only what is near to the cuboid. */
export interface Projection {
  readonly center: Vector
  readonly into: Vector
  readonly up: Vector
  readonly metersPerPixel: number
  /** The distance before and behind the center that the view reaches. */
  readonly depth: number
}

/** The axes of the cuboid that a view shows: to the right, to the top, and towards the person. */
interface Shown {
  readonly right: 0 | 1 | 2
  /** Whether the axis points to the right, or to the left. */
  readonly rightSign: 1 | -1
  readonly up: 0 | 1 | 2
  readonly towards: 0 | 1 | 2
  readonly towardsSign: 1 | -1
}

const shown: { readonly [Name in SideName]: Shown } = {
  top: { right: 0, rightSign: 1, up: 1, towards: 2, towardsSign: 1 },
  // From the right side, so that the front is at the right.
  side: { right: 0, rightSign: 1, up: 2, towards: 1, towardsSign: -1 },
  // From before the object, whose left is at the right.
  front: { right: 1, rightSign: 1, up: 2, towards: 0, towardsSign: 1 },
}

/** The size of a view, as a multiple of the size of its cuboid. */
const surrounding = 1.7

/** The scale at which a cuboid fits a view. */
export const computeScale = (cuboid: Cuboid, name: SideName, width: number, height: number): number => {
  const { right, up } = shown[name]
  return Math.max(
    (cuboid.dimensions[right] * surrounding + 0.6) / Math.max(width, 1),
    (cuboid.dimensions[up] * surrounding + 0.6) / Math.max(height, 1),
  )
}

/** The projection of a view that has the cuboid in its middle. */
export const makeSideProjection = (
  cuboid: Cuboid,
  name: SideName,
  metersPerPixel: number,
  pan: readonly [number, number],
): Projection => {
  const axes = computeAxes(cuboid)
  const { right, rightSign, towards, towardsSign, up } = shown[name]
  const across = scaleVector(axes[right], rightSign)
  return {
    center: addVectors(
      cuboid.position,
      addVectors(scaleVector(across, pan[0]), scaleVector(axes[up], pan[1])),
    ),
    into: scaleVector(axes[towards], -towardsSign),
    up: axes[up],
    metersPerPixel,
    depth: cuboid.dimensions[towards] / 2 + 0.5,
  }
}

/** Projects places into a view of this size: pixels from its upper left corner. */
export const projectOnSide = (
  { center, into, metersPerPixel, up }: Projection,
  width: number,
  height: number,
): ((place: Vector) => readonly [number, number]) => {
  const right = cross(into, up)
  return (place) => {
    const from = subtractVectors(place, center)
    return [width / 2 + dot(from, right) / metersPerPixel, height / 2 - dot(from, up) / metersPerPixel]
  }
}

/** Half the size of the cuboid in a view, in meters. */
export const computeHalfSize = (cuboid: Cuboid, name: SideName): readonly [number, number] => {
  const { right, up } = shown[name]
  return [cuboid.dimensions[right] / 2, cuboid.dimensions[up] / 2]
}

/** The part that is dragged: the whole cuboid, its heading, or faces. Corners drag two faces. */
export type Handle =
  | { readonly kind: "move" }
  | { readonly kind: "turn" }
  | { readonly kind: "faces"; readonly right: -1 | 0 | 1; readonly up: -1 | 0 | 1 }

/** A drag in the frame that the view had when it began, in meters: to the right, and to the top. */
export interface Drag {
  readonly from: readonly [number, number]
  readonly to: readonly [number, number]
}

/** The cuboid after a drag of a handle. */
export const dragSide = (cuboid: Cuboid, name: SideName, handle: Handle, { from, to }: Drag): Cuboid => {
  const axes = computeAxes(cuboid)
  const { right, rightSign, up } = shown[name]
  const across = (to[0] - from[0]) * rightSign
  const along = to[1] - from[1]
  switch (handle.kind) {
    case "move":
      return moveCuboid(cuboid, addVectors(scaleVector(axes[right], across), scaleVector(axes[up], along)))
    case "turn":
      return turnCuboid(cuboid, Math.atan2(to[1], to[0]) - Math.atan2(from[1], from[0]))
    case "faces": {
      const sideways =
        handle.right === 0
          ? cuboid
          : withFaceMoved(cuboid, right, handle.right * rightSign === 1 ? 1 : -1, across)
      return handle.up === 0 ? sideways : withFaceMoved(sideways, up, handle.up, along)
    }
  }
}
