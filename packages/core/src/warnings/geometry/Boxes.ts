/**
 * Oriented boxes as a structure of arrays: one typed array a quantity, so that the loops over pairs read memory in order and
 * allocate nothing. Centres are kept relative to a local origin, because map coordinates are millions of metres from theirs
 * and differences of small numbers keep their digits.
 */

/** Units are the label's own, metres as a rule; angles are radians. */
export interface Boxes {
  readonly count: number
  /** Centres, from the local origin. */
  readonly x: Float64Array
  readonly y: Float64Array
  readonly z: Float64Array
  /** Half of the edges. */
  readonly halfX: Float64Array
  readonly halfY: Float64Array
  readonly halfZ: Float64Array
  /** Nine numbers a box, row by row: the columns are the directions of its edges. */
  readonly rotation: Float64Array
  /** 1 where the box is turned about z alone. */
  readonly upright: Uint8Array
}

export interface BoxesBuilder {
  /** A box turned by `yaw` about z. Dimensions are full edges. */
  readonly addYaw: (position: Vector, dimensions: Vector, yaw: number) => void
  /** A box turned by a quaternion of any length but zero. */
  readonly addRotation: (position: Vector, dimensions: Vector, rotation: Quaternion) => void
  readonly build: () => Boxes
}

export interface Vector {
  readonly x: number
  readonly y: number
  readonly z: number
}

export interface Quaternion {
  readonly qx: number
  readonly qy: number
  readonly qz: number
  readonly qw: number
}

/** Numbers must be finite and dimensions positive: see `soundness.ts`. */
export const boxesBuilder = (capacity: number): BoxesBuilder => {
  const numbers = () => new Float64Array(capacity)
  const [x, y, z, halfX, halfY, halfZ] = [numbers(), numbers(), numbers(), numbers(), numbers(), numbers()]
  const rotation = new Float64Array(capacity * 9)
  const upright = new Uint8Array(capacity)
  let origin: Vector | undefined
  let count = 0

  const place = (position: Vector, dimensions: Vector) => {
    origin ??= position
    x[count] = position.x - origin.x
    y[count] = position.y - origin.y
    z[count] = position.z - origin.z
    halfX[count] = dimensions.x / 2
    halfY[count] = dimensions.y / 2
    halfZ[count] = dimensions.z / 2
  }
  return {
    addYaw: (position, dimensions, yaw) => {
      place(position, dimensions)
      const cosine = Math.cos(yaw)
      const sine = Math.sin(yaw)
      const at = count * 9
      rotation[at] = cosine
      rotation[at + 1] = -sine
      rotation[at + 3] = sine
      rotation[at + 4] = cosine
      rotation[at + 8] = 1
      upright[count++] = 1
    },
    addRotation: (position, dimensions, { qw, qx, qy, qz }) => {
      place(position, dimensions)
      writeMatrix(rotation, count * 9, normalised(qx, qy, qz, qw))
      upright[count++] = qx === 0 && qy === 0 ? 1 : 0
    },
    build: () => ({ count, x, y, z, halfX, halfY, halfZ, rotation, upright }),
  }
}

/** Divided by the largest part first, so that no square overflows or vanishes. */
const normalised = (qx: number, qy: number, qz: number, qw: number) => {
  const largest = Math.max(Math.abs(qx), Math.abs(qy), Math.abs(qz), Math.abs(qw))
  const [x, y, z, w] = [qx / largest, qy / largest, qz / largest, qw / largest]
  const length = Math.sqrt(x * x + y * y + z * z + w * w)
  return { x: x / length, y: y / length, z: z / length, w: w / length }
}

type Unit = ReturnType<typeof normalised>

const writeMatrix = (matrix: Float64Array, at: number, { w, x, y, z }: Unit): void => {
  matrix[at] = 1 - 2 * (y * y + z * z)
  matrix[at + 1] = 2 * (x * y - z * w)
  matrix[at + 2] = 2 * (x * z + y * w)
  matrix[at + 3] = 2 * (x * y + z * w)
  matrix[at + 4] = 1 - 2 * (x * x + z * z)
  matrix[at + 5] = 2 * (y * z - x * w)
  matrix[at + 6] = 2 * (x * z - y * w)
  matrix[at + 7] = 2 * (y * z + x * w)
  matrix[at + 8] = 1 - 2 * (x * x + y * y)
}
