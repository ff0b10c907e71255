/** Point clouds for tests, made from the cuboids of a label: their sides, the ground below, and noise. Seeded. */

interface Triple {
  readonly x: number
  readonly y: number
  readonly z: number
}

/** A cuboid as labels have it. */
export interface Box {
  readonly position: Triple
  readonly dimensions: Triple
  readonly yaw: number
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export const seeded = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

interface CloudOptions {
  readonly seed: number
  /** Points of the ground. */
  readonly ground?: number
  /** Points of each cuboid. */
  readonly each?: number
  /** How far the ground reaches, in meters. */
  readonly reach?: number
}

/** Noise of the scanner in meters. */
const noise = 0.02

/** A binary PCD file with intensity. Boxes have their points on four sides and on top; rings of ground lie around zero. */
export const cloudOf = (
  boxes: ReadonlyArray<Box>,
  { each = 160, ground = 30_000, reach = 90, seed }: CloudOptions,
): Uint8Array => {
  const random = seeded(seed)
  const points: Array<number> = []
  const add = (x: number, y: number, z: number, intensity: number) => {
    const shift = () => (random() + random() - 1) * noise
    points.push(x + shift(), y + shift(), z + shift(), intensity)
  }
  const level = levelOf(boxes)
  for (let left = ground; left > 0; left -= 1) {
    // Denser near the scanner, as rings are.
    const distance = 3 + random() ** 1.6 * reach
    const angle = random() * 2 * Math.PI
    const [x, y] = [distance * Math.cos(angle), distance * Math.sin(angle)]
    add(x, y, level + Math.sin(x / 40) * 0.05, 10 + random() * 25)
  }
  for (const { dimensions, position, yaw } of boxes) {
    const [c, s] = [Math.cos(yaw), Math.sin(yaw)]
    for (let left = each; left > 0; left -= 1) {
      const side = Math.floor(random() * 5)
      const [u, v, w] = [random() - 0.5, random() - 0.5, random() - 0.5]
      const [a, b, h] =
        side === 4 ? [u, v, 0.5] : side < 2 ? [side - 0.5, v, w] : ([u, side - 2.5, w] as const)
      const [ahead, left_] = [a * dimensions.x, b * dimensions.y]
      add(
        position.x + ahead * c - left_ * s,
        position.y + ahead * s + left_ * c,
        position.z + h * dimensions.z,
        60 + random() * 180,
      )
    }
  }
  return pcdOf(Float32Array.from(points))
}

/** The height on which most boxes stand. */
const levelOf = (boxes: ReadonlyArray<Box>): number => {
  const bottoms = boxes.map(({ dimensions, position }) => position.z - dimensions.z / 2).sort((a, b) => a - b)
  return bottoms[Math.floor(bottoms.length / 2)] ?? 0
}

/** A binary PCD file of points with x, y, z and intensity. */
export const pcdOf = (values: Float32Array): Uint8Array => {
  const count = values.length / 4
  const header = [
    "# .PCD v0.7",
    "VERSION 0.7",
    "FIELDS x y z intensity",
    "SIZE 4 4 4 4",
    "TYPE F F F F",
    "COUNT 1 1 1 1",
    `WIDTH ${count}`,
    "HEIGHT 1",
    "VIEWPOINT 0 0 0 1 0 0 0",
    `POINTS ${count}`,
    "DATA binary\n",
  ].join("\n")
  return Buffer.concat([Buffer.from(header), Buffer.from(values.buffer)])
}

/** What a page reported, without the driver's note that somebody reads pixels, as pictures of a page do. */
export const withoutDriver = (faults: ReadonlyArray<string>): ReadonlyArray<string> =>
  faults.filter((fault) => !fault.includes("GPU stall due to ReadPixels"))
