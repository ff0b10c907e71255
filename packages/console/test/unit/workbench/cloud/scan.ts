/** What a scanner sees of a car on a street, for the tests of fitting: seeded, and independent of what is tested. */
import { type PreparedCloud, prepare } from "../../../../src/workbench/clouds/prepared.ts"
import type { Cuboid } from "../../../../src/workbench/editor/label/cuboids/cuboid.ts"

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

/** A number with the normal distribution. */
export const normal = (random: () => number, deviation: number): number =>
  deviation * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

type Triple = readonly [number, number, number]

/** Noise of the scanner in meters. */
const noise = 0.015

/** The points of a car on sloping ground, seen from the origin: the sides towards it, and the roof. */
export const scannedCar = (random: () => number, slope: Triple) => {
  const between = (low: number, high: number) => low + random() * (high - low)
  const [length, width, height] = [between(3.6, 5.4), between(1.6, 2.1), between(1.35, 2)]
  const distance = between(7, 35)
  const direction = between(-Math.PI, Math.PI)
  const [cx, cy] = [distance * Math.cos(direction), distance * Math.sin(direction)]
  const yaw = between(-Math.PI, Math.PI)
  const [c, s] = [Math.cos(yaw), Math.sin(yaw)]
  const ground = (x: number, y: number) => slope[0] + slope[1] * (x - cx) + slope[2] * (y - cy)
  const base = ground(cx, cy)
  const inWorld = ([u, v, z]: Triple): Triple => [cx + u * c - v * s, cy + u * s + v * c, z]
  const points: Array<Triple> = []
  const add = ([x, y, z]: Triple) =>
    points.push([x + normal(random, noise), y + normal(random, noise), z + normal(random, noise)])
  // The scanner is at the origin: a side is seen when it faces there.
  const [ou, ov] = [-(cx * c + cy * s), cx * s - cy * c]
  const density = Math.min(Math.max(4000 / distance ** 1.4, 25), 140)
  const many = (area: number) => Math.round(area * density)
  for (let left = many(width * height); left > 0 && Math.abs(ou) > length / 2; left -= 1)
    add(inWorld([(Math.sign(ou) * length) / 2, between(-0.5, 0.5) * width, base + random() * height]))
  for (let left = many(length * height); left > 0 && Math.abs(ov) > width / 2; left -= 1)
    add(inWorld([between(-0.5, 0.5) * length, (Math.sign(ov) * width) / 2, base + random() * height]))
  for (let left = many(length * width); left > 0; left -= 1)
    add(inWorld([between(-0.5, 0.5) * length, between(-0.5, 0.5) * width, base + height]))
  for (let left = 3000; left > 0; left -= 1) {
    const [u, v] = [between(-8, 8), between(-8, 8)]
    if (Math.abs(u) < length / 2 && Math.abs(v) < width / 2) continue
    const [x, y] = inWorld([u, v, 0])
    add([x, y, ground(x, y)])
  }
  // A post beside the car, and dust in the air.
  for (let left = 40; left > 0; left -= 1) {
    const [x, y] = inWorld([length / 2 + 0.8, width / 2 + 0.3, 0])
    add([x, y, ground(x, y) + random() * 2])
  }
  for (let left = 6; left > 0; left -= 1)
    add(inWorld([between(-0.6, 0.6) * length, between(-0.9, 0.9) * width, base + height + between(0.5, 0.9)]))
  const box: Cuboid = {
    position: [cx, cy, base + height / 2],
    dimensions: [length, width, height],
    yaw,
    rotation: undefined,
  }
  const corners = (
    [
      [-0.5, -0.5],
      [0.5, -0.5],
      [0.5, 0.5],
    ] as const
  ).map(([u, v]) => {
    const [x, y] = inWorld([u * length + normal(random, 0.08), v * width + normal(random, 0.08), 0])
    return [x, y, ground(x, y)] as const
  })
  return { box, corners, cloud: cloudOf(points) }
}

export const cloudOf = (points: ReadonlyArray<Triple>): PreparedCloud =>
  prepare(
    {
      count: points.length,
      fileCount: points.length,
      places: undefined,
      origin: [0, 0, 0],
      positions: Float32Array.from(points.flat()),
      intensity: undefined,
      colors: undefined,
    },
    undefined,
  )
