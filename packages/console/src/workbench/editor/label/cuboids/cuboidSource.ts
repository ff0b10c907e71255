/** Writes cuboids into annotations: what does not change keeps its digits. */
import type { Vector } from "../../../geometry/space/vector.ts"
import { withMembers } from "../../json/edit.ts"
import { isObject, type Json, type JsonObject, toNumber } from "../../json/value.ts"
import { type Cuboid, parseCuboid } from "./cuboid.ts"

/** Positions and sizes are stored to a tenth of a millimeter, angles to a microradian. */
const roundNumber = (value: number, digits: number): number => {
  const scale = 10 ** digits
  // Without negative zero, which JSON cannot say.
  return Math.round(value * scale) / scale + 0
}

/** The annotation with the cuboid in place of the one it has. The same object when they are equal as stored. */
export const withCuboidSource = (source: JsonObject, cuboid: Cuboid): JsonObject => {
  const before = parseCuboid(source)
  const rotation = cuboid.rotation
  return withMembers(source, {
    position: writeVector(source.position, before?.position, cuboid.position),
    dimensions: writeVector(source.dimensions, before?.dimensions, cuboid.dimensions),
    yaw: writeNumber(source.yaw, before?.yaw, cuboid.yaw, 6),
    rotation:
      rotation === undefined
        ? before?.rotation === undefined
          ? source.rotation
          : undefined
        : writeMembers(source.rotation, {
            qx: writeNumber(getMember(source.rotation, "qx"), before?.rotation?.[0], rotation[0], 9),
            qy: writeNumber(getMember(source.rotation, "qy"), before?.rotation?.[1], rotation[1], 9),
            qz: writeNumber(getMember(source.rotation, "qz"), before?.rotation?.[2], rotation[2], 9),
            qw: writeNumber(getMember(source.rotation, "qw"), before?.rotation?.[3], rotation[3], 9),
          }),
  })
}

const writeVector = (source: Json | undefined, before: Vector | undefined, after: Vector): JsonObject =>
  writeMembers(source, {
    x: writeNumber(getMember(source, "x"), before?.[0], after[0], 4),
    y: writeNumber(getMember(source, "y"), before?.[1], after[1], 4),
    z: writeNumber(getMember(source, "z"), before?.[2], after[2], 4),
  })

const getMember = (source: Json | undefined, key: string): Json | undefined =>
  isObject(source) ? source[key] : undefined

const writeMembers = (source: Json | undefined, changes: { readonly [key: string]: Json }): JsonObject =>
  withMembers(isObject(source) ? source : {}, changes)

/** The stored number while it is the same, also when it has more digits than are written. */
const writeNumber = (
  source: Json | undefined,
  before: number | undefined,
  after: number,
  digits: number,
): Json => {
  if (source !== undefined && before !== undefined && toNumber(source) === before) {
    if (before === after) return source
    // A computed value that rounds to the stored one is no change.
    if (Math.abs(before - after) < 0.5 * 10 ** -digits) return source
  }
  return roundNumber(after, digits)
}
