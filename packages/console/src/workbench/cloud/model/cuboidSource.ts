/** Writes cuboids into annotations: what does not change keeps its digits. */
import { withMembers } from "../../model/json/edit.ts"
import { isObject, type Json, type JsonObject, numberOf } from "../../model/json/value.ts"
import { type Cuboid, cuboidOf } from "./cuboid.ts"
import type { Vector } from "./vector.ts"

/** Positions and sizes are stored to a tenth of a millimeter, angles to a microradian. */
const rounded = (value: number, digits: number): number => {
  const scale = 10 ** digits
  // Without negative zero, which JSON cannot say.
  return Math.round(value * scale) / scale + 0
}

/** The annotation with the cuboid in place of the one it has. The same object when they are equal as stored. */
export const withCuboidSource = (source: JsonObject, cuboid: Cuboid): JsonObject => {
  const before = cuboidOf(source)
  const rotation = cuboid.rotation
  return withMembers(source, {
    position: vectorSource(source.position, before?.position, cuboid.position),
    dimensions: vectorSource(source.dimensions, before?.dimensions, cuboid.dimensions),
    yaw: numberSource(source.yaw, before?.yaw, cuboid.yaw, 6),
    rotation:
      rotation === undefined
        ? before?.rotation === undefined
          ? source.rotation
          : undefined
        : members(source.rotation, {
            qx: numberSource(inside(source.rotation, "qx"), before?.rotation?.[0], rotation[0], 9),
            qy: numberSource(inside(source.rotation, "qy"), before?.rotation?.[1], rotation[1], 9),
            qz: numberSource(inside(source.rotation, "qz"), before?.rotation?.[2], rotation[2], 9),
            qw: numberSource(inside(source.rotation, "qw"), before?.rotation?.[3], rotation[3], 9),
          }),
  })
}

const vectorSource = (source: Json | undefined, before: Vector | undefined, after: Vector): JsonObject =>
  members(source, {
    x: numberSource(inside(source, "x"), before?.[0], after[0], 4),
    y: numberSource(inside(source, "y"), before?.[1], after[1], 4),
    z: numberSource(inside(source, "z"), before?.[2], after[2], 4),
  })

const inside = (source: Json | undefined, key: string): Json | undefined =>
  isObject(source) ? source[key] : undefined

const members = (source: Json | undefined, changes: { readonly [key: string]: Json }): JsonObject =>
  withMembers(isObject(source) ? source : {}, changes)

/** The stored number while it is the same, also when it has more digits than are written. */
const numberSource = (
  source: Json | undefined,
  before: number | undefined,
  after: number,
  digits: number,
): Json => {
  if (source !== undefined && before !== undefined && numberOf(source) === before) {
    if (before === after) return source
    // A computed value that rounds to the stored one is no change.
    if (Math.abs(before - after) < 0.5 * 10 ** -digits) return source
  }
  return rounded(after, digits)
}
