/** Mirroring cuboids, as the keys do with what is selected. */
import type { Cuboid } from "./cuboid.ts"
import { type Quaternion, replaceAxis, type Vector, wrapAngle } from "./vector.ts"

/**
 * The cuboid mirrored along a horizontal axis of the world about a center. Its heading is mirrored too; its left and its right side
 * change places, which nobody sees of a cuboid.
 */
export const mirrorCuboid = (cuboid: Cuboid, axis: 0 | 1, center: Vector): Cuboid => ({
  ...cuboid,
  position: replaceAxis(cuboid.position, axis, 2 * center[axis] - cuboid.position[axis]),
  yaw: wrapAngle(axis === 0 ? Math.PI - cuboid.yaw : -cuboid.yaw),
  rotation: cuboid.rotation === undefined ? undefined : mirrorRotation(cuboid.rotation, axis),
})

/** The rotation whose forward and upward axes are the mirror images of those of another. */
const mirrorRotation = ([x, y, z, w]: Quaternion, axis: 0 | 1): Quaternion =>
  // Along x it is followed by half a turn about the own vertical, because the mirror image of forward would be backward.
  axis === 0 ? [-y, -x, w, z] : [-x, y, -z, w]
