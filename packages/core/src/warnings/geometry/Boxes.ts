/**
 * Oriented boxes in typed arrays, with the numbers of each box adjacent: loops over pairs access boxes at random, and
 * each costs one cache miss. Centres are relative to a local origin, because map coordinates are millions of metres
 * away from theirs and differences of small numbers keep their precision.
 */

/** Lengths are in the label's unit, usually metres; angles in radians. */
export interface Boxes {
  readonly count: number
  /**
   * Eight numbers (64 bytes) for each box: its centre relative to the local origin, half of its edges, and for
   * upright boxes the cosine and sine of the yaw.
   */
  readonly shapes: Float64Array
  /** 1 for boxes that are turned about z alone. */
  readonly upright: Uint8Array
  /**
   * Nine numbers for each box, row by row: the columns are the directions of its edges. Empty when all boxes are
   * upright.
   */
  readonly rotation: Float64Array
}

/** Numbers for each box in {@link Boxes.shapes}. */
export const shapeStride = 8
/** Numbers for each box in {@link Boxes.rotation}. */
export const rotationStride = 9

/** Collects boxes with their rotations. */
export interface BoxesBuilder {
  /** Adds a box turned by `yaw` about z. Dimensions are full edges. */
  readonly addYaw: (position: Vector, dimensions: Vector, yaw: number) => void
  /** Adds a box turned by a quaternion of any length but zero. */
  readonly addRotation: (position: Vector, dimensions: Vector, rotation: Quaternion) => void
  readonly build: () => Boxes
}

/** A point or the edges of a box. */
export interface Vector {
  readonly x: number
  readonly y: number
  readonly z: number
}

/** A rotation. */
export interface Quaternion {
  readonly qx: number
  readonly qy: number
  readonly qz: number
  readonly qw: number
}

/** Creates a builder. Numbers must be finite and dimensions positive: see `soundness.ts`. */
export const makeBoxesBuilder = (capacity: number): BoxesBuilder => {
  const shapes = new Float64Array(capacity * shapeStride)
  const upright = new Uint8Array(capacity)
  let rotation = new Float64Array()
  let origin: Vector | undefined
  let count = 0

  const place = (position: Vector, dimensions: Vector) => {
    origin ??= position
    const at = count * shapeStride
    shapes[at] = position.x - origin.x
    shapes[at + 1] = position.y - origin.y
    shapes[at + 2] = position.z - origin.z
    shapes[at + 3] = dimensions.x / 2
    shapes[at + 4] = dimensions.y / 2
    shapes[at + 5] = dimensions.z / 2
  }
  const turn = (cosine: number, sine: number) => {
    shapes[count * shapeStride + 6] = cosine
    shapes[count * shapeStride + 7] = sine
    upright[count++] = 1
  }
  return {
    addYaw: (position, dimensions, yaw) => {
      place(position, dimensions)
      turn(Math.cos(yaw), Math.sin(yaw))
    },
    addRotation: (position, dimensions, { qw, qx, qy, qz }) => {
      place(position, dimensions)
      const unit = normalizeQuaternion(qx, qy, qz, qw)
      if (qx === 0 && qy === 0) return turn(1 - 2 * unit.z * unit.z, 2 * unit.z * unit.w)
      if (rotation.length === 0) rotation = new Float64Array(capacity * rotationStride)
      writeMatrix(rotation, count++ * rotationStride, unit)
    },
    build: () => {
      if (rotation.length > 0) writeUpright(rotation, shapes, upright)
      return { count, shapes, upright, rotation }
    },
  }
}

/** Writes the matrix of an upright box, which it needs beside turned boxes. */
const writeUpright = (rotation: Float64Array, shapes: Float64Array, upright: Uint8Array): void => {
  for (let box = 0; box < upright.length; box++) {
    if (upright[box] === 0) continue
    const at = box * rotationStride
    const cosine = shapes[box * shapeStride + 6] as number
    const sine = shapes[box * shapeStride + 7] as number
    rotation[at] = cosine
    rotation[at + 1] = -sine
    rotation[at + 3] = sine
    rotation[at + 4] = cosine
    rotation[at + 8] = 1
  }
}

/** Normalises a quaternion. Divides by the largest part first, so that no square overflows or vanishes. */
const normalizeQuaternion = (qx: number, qy: number, qz: number, qw: number) => {
  const largest = Math.max(Math.abs(qx), Math.abs(qy), Math.abs(qz), Math.abs(qw))
  const [x, y, z, w] = [qx / largest, qy / largest, qz / largest, qw / largest]
  const length = Math.sqrt(x * x + y * y + z * z + w * w)
  return { x: x / length, y: y / length, z: z / length, w: w / length }
}

type Unit = ReturnType<typeof normalizeQuaternion>

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
