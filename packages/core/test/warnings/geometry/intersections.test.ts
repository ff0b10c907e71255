/** Pairs of boxes against an oracle that shares nothing with what is tested, and against what must not change them. */
import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { computeBounds } from "../../../src/warnings/geometry/Bounds.ts"
import { type Boxes, makeBoxesBuilder, type Quaternion } from "../../../src/warnings/geometry/Boxes.ts"
import { findIntersections } from "../../../src/warnings/geometry/intersections.ts"
import { splitByLength } from "../../../src/warnings/geometry/longBoxes.ts"
import { type Point, type Solid, sharedVolume } from "./clipping.ts"

interface Box {
  readonly position: Point
  readonly dimensions: Point
  readonly rotation: Quaternion
}

const vector = ([x, y, z]: Point) => ({ x, y, z })
const length = ({ qw, qx, qy, qz }: Quaternion) => Math.hypot(qx, qy, qz, qw)

const part = (min: number, max: number) => FastCheck.double({ min, max, noNaN: true })
const point = (min: number, max: number): FastCheck.Arbitrary<Point> =>
  FastCheck.tuple(part(min, max), part(min, max), part(min, max))

const turned = FastCheck.record({ qx: part(-1, 1), qy: part(-1, 1), qz: part(-1, 1), qw: part(-1, 1) })
/** About z alone, whole quarters among them: faces that lie flat on one another are where errors hide. */
const upright = FastCheck.oneof(part(-4, 4), FastCheck.constantFrom(0, Math.PI / 2, Math.PI)).map((yaw) => ({
  qx: 0,
  qy: 0,
  qz: Math.sin(yaw / 2),
  qw: Math.cos(yaw / 2),
}))
const rotation = FastCheck.oneof(upright, turned).filter((one) => length(one) > 0.1)

const onGrid = FastCheck.integer({ min: -2, max: 2 })

/** Ordinary boxes, slivers, and some that lie in one place or on a grid where they touch. */
const box: FastCheck.Arbitrary<Box> = FastCheck.record({
  position: FastCheck.oneof(point(-4, 4), FastCheck.tuple(onGrid, onGrid, onGrid)),
  dimensions: FastCheck.oneof(
    point(0.2, 4),
    FastCheck.constant<Point>([1, 1, 1]),
    FastCheck.constant<Point>([6, 0.02, 0.5]),
  ),
  rotation,
})

const scattered: FastCheck.Arbitrary<Box> = FastCheck.record({
  position: point(-40, 40),
  dimensions: point(0.5, 3),
  rotation,
})
/** Many times as long as others, in every direction: also along the axes, and by its width instead of its length. */
const wall: FastCheck.Arbitrary<Box> = FastCheck.record({
  position: point(-20, 20),
  dimensions: FastCheck.constantFrom<Point>([90, 0.3, 2], [0.3, 90, 2], [120, 6, 40]),
  rotation,
})

const built = (boxes: ReadonlyArray<Box>): Boxes => {
  const builder = makeBoxesBuilder(boxes.length)
  for (const { dimensions, position, rotation: turn } of boxes) {
    builder.addRotation(vector(position), vector(dimensions), turn)
  }
  return builder.build()
}

const found = (boxes: ReadonlyArray<Box>): ReadonlyArray<string> => {
  const { pairs, truncated } = findIntersections(built(boxes), { pairs: 1e6, looks: 1e9 }, () => true)
  assert.isFalse(truncated)
  const names: Array<string> = []
  for (let at = 0; at < pairs.length; at += 2) names.push(`${pairs[at]} ${pairs[at + 1]}`)
  return names.sort()
}

/** First turned about the origin, then shifted. */
const movedBy = ({ dimensions, position, rotation: own }: Box, turn: Quaternion, shift: Point): Box => {
  const norm = length(turn)
  const [x, y, z, w] = [turn.qx / norm, turn.qy / norm, turn.qz / norm, turn.qw / norm]
  const [a, b, c] = position
  const t: Point = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)]
  return {
    dimensions,
    position: [
      a + w * t[0] + y * t[2] - z * t[1] + shift[0],
      b + w * t[1] + z * t[0] - x * t[2] + shift[1],
      c + w * t[2] + x * t[1] - y * t[0] + shift[2],
    ],
    // The product of the two turns.
    rotation: {
      qw: w * own.qw - x * own.qx - y * own.qy - z * own.qz,
      qx: w * own.qx + x * own.qw + y * own.qz - z * own.qy,
      qy: w * own.qy - x * own.qz + y * own.qw + z * own.qx,
      qz: w * own.qz + x * own.qy - y * own.qx + z * own.qw,
    },
  }
}

/** The box for the oracle, its edges times `size`: a little smaller or larger brackets what nearly touches. */
const solid = ({ dimensions, position, rotation: turn }: Box, size: number): Solid => {
  const norm = length(turn)
  const [x, y, z, w] = [turn.qx / norm, turn.qy / norm, turn.qz / norm, turn.qw / norm]
  const rotate = ([a, b, c]: Point): Point => {
    // q v q*, by the cross product twice.
    const t: Point = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)]
    return [
      a + w * t[0] + y * t[2] - z * t[1],
      b + w * t[1] + z * t[0] - x * t[2],
      c + w * t[2] + x * t[1] - y * t[0],
    ]
  }
  return {
    centre: position,
    half: [(dimensions[0] / 2) * size, (dimensions[1] / 2) * size, (dimensions[2] / 2) * size],
    axes: [rotate([1, 0, 0]), rotate([0, 1, 0]), rotate([0, 0, 1])],
  }
}

const volume = (a: Box, b: Box, size: number): number => sharedVolume(solid(a, size), solid(b, size))

describe("the oracle", () => {
  it("sees that a box and the same box in quarter turns share a volume, whatever rounding does to their faces", () => {
    const cube = (rotation: Quaternion): Box => ({ position: [0, 0, 0], dimensions: [1, 1, 1], rotation })
    const halfTurn = cube({ qx: -0.9999999999999992, qy: 0.9999999999999994, qz: 0, qw: 0 })
    const other = cube({ qx: 0, qy: 0, qz: 1, qw: 6.123233995736766e-17 })
    assert.isAtLeast(volume(halfTurn, other, 1), 1)
  })
})

describe("pairs of boxes", () => {
  it.prop(
    "are those that share a volume",
    [FastCheck.array(box, { minLength: 2, maxLength: 8 })],
    ([boxes]) => {
      const pairs = new Set(found(boxes))
      for (const [a, one] of boxes.entries()) {
        for (const [b, other] of boxes.entries()) {
          if (a >= b) continue
          const name = `${a} ${b}`
          if (volume(one, other, 0.999) > 1e-9) assert.isTrue(pairs.has(name), `${name} overlap`)
          if (volume(one, other, 1.001) === 0) assert.isFalse(pairs.has(name), `${name} are apart`)
        }
      }
    },
    { fastCheck: { numRuns: 300 } },
  )

  it.prop(
    "are the same for many, which are sorted and swept, as for each two alone",
    [FastCheck.array(box, { minLength: 70, maxLength: 120 })],
    ([boxes]) => {
      const alone = boxes.flatMap((one, a) =>
        boxes.flatMap((other, b) => (a < b && found([one, other]).length > 0 ? [`${a} ${b}`] : [])),
      )
      assert.deepStrictEqual(found(boxes), alone.sort())
    },
    { fastCheck: { numRuns: 20 } },
  )

  it.prop(
    "with long boxes among them are the same as for each two alone, also far from the origin",
    [
      FastCheck.array(scattered, { minLength: 90, maxLength: 120 }),
      FastCheck.array(wall, { minLength: 1, maxLength: 4 }),
      FastCheck.constantFrom<Point>([0, 0, 0], [5e6, -5e6, 100]),
    ],
    ([cars, walls, origin]) => {
      const boxes = [...walls, ...cars].map(({ position: [x, y, z], ...rest }) => ({
        ...rest,
        position: [x + origin[0], y + origin[1], z + origin[2]] as const,
      }))
      const long = splitByLength(computeBounds(built(boxes)))?.long ?? []
      for (const [index, { rotation: turn }] of walls.entries())
        if (turn.qx === 0 && turn.qy === 0) assert.include([...long], index)
      const alone = boxes.flatMap((one, a) =>
        boxes.flatMap((other, b) => (a < b && found([one, other]).length > 0 ? [`${a} ${b}`] : [])),
      )
      assert.deepStrictEqual(found(boxes), alone.sort())
    },
    { fastCheck: { numRuns: 40 } },
  )

  it.prop(
    "with a box that reaches far beyond the others are the same as for each two alone",
    [
      FastCheck.array(scattered, { minLength: 90, maxLength: 120 }),
      FastCheck.constantFrom(1e6, 1e10, 3e10, 1e11, 1e12),
      FastCheck.constantFrom(-1, 0, 1),
    ],
    ([cars, reach, side]) => {
      const boxes: ReadonlyArray<Box> = [
        {
          position: [0, (side * reach) / 2, 0],
          dimensions: [20, reach, 2],
          rotation: { qx: 0, qy: 0, qz: 0, qw: 1 },
        },
        ...cars,
      ]
      const alone = cars.flatMap((_, car) => {
        const both = [boxes[0], boxes[car + 1]].filter((one) => one !== undefined)
        return found(both).length > 0 ? [`0 ${car + 1}`] : []
      })
      assert.deepStrictEqual(
        found(boxes).filter((name) => name.startsWith("0 ")),
        alone.sort(),
      )
    },
  )

  it("with long boxes are searched within the bound, also where they meet nothing", () => {
    const rotation = { qx: 0, qy: 0, qz: 0, qw: 1 }
    const cars = Array.from(
      { length: 2000 },
      (_, n): Box => ({ position: [0, 6 * n, 0], dimensions: [4, 4, 2], rotation }),
    )
    const walls = Array.from(
      { length: 100 },
      (_, n): Box => ({ position: [10 + n, 6000, 0], dimensions: [0.3, 12_000, 2], rotation }),
    )
    const { looks, truncated } = findIntersections(
      built([...cars, ...walls]),
      { pairs: 1000, looks: 50_000 },
      () => true,
    )
    assert.isTrue(truncated)
    assert.isBelow(looks, 60_000)
  })

  /** Pairs that overlap, or are apart, by more than numbers lose on the way. */
  const clear = (boxes: ReadonlyArray<Box>, name: string): boolean => {
    const [a = 0, b = 0] = name.split(" ").map(Number)
    const [one, other] = [boxes[a], boxes[b]]
    if (one === undefined || other === undefined) return false
    return volume(one, other, 0.999) > 1e-9 || volume(one, other, 1.001) === 0
  }
  const clearPairs = (boxes: ReadonlyArray<Box>, changed: ReadonlyArray<Box>) =>
    found(changed).filter((name) => clear(boxes, name))

  it.prop(
    "stay the same when all boxes are moved and turned as one",
    [FastCheck.array(box, { minLength: 2, maxLength: 80 }), rotation, point(-100_000, 100_000)],
    ([boxes, turn, shift]) => {
      const moved = boxes.map((one) => movedBy(one, turn, shift))
      assert.deepStrictEqual(clearPairs(boxes, moved), clearPairs(boxes, boxes))
    },
    { fastCheck: { numRuns: 100 } },
  )

  it.prop(
    "stay the same in any order",
    [
      FastCheck.array(box, { minLength: 2, maxLength: 80 }).chain((boxes) =>
        FastCheck.tuple(
          FastCheck.constant(boxes),
          FastCheck.shuffledSubarray([...boxes.keys()], { minLength: boxes.length }),
        ),
      ),
    ],
    ([[boxes, order]]) => {
      const shuffled = order.flatMap((index) => boxes[index] ?? [])
      const named = found(shuffled).map((name) => {
        const [a = 0, b = 0] = name.split(" ").map((place) => order[Number(place)] ?? 0)
        return `${Math.min(a, b)} ${Math.max(a, b)}`
      })
      assert.deepStrictEqual(named.sort(), found(boxes))
    },
    { fastCheck: { numRuns: 100 } },
  )

  it.prop(
    "stay the same in any unit",
    [
      FastCheck.array(box, { minLength: 2, maxLength: 80 }),
      FastCheck.constantFrom(1e-6, 1e-3, 0.3048, 1000, 1e9),
    ],
    ([boxes, unit]) => {
      const times = ([x, y, z]: Point): Point => [x * unit, y * unit, z * unit]
      const scaled = boxes.map(({ dimensions, position, rotation: turn }) => ({
        position: times(position),
        dimensions: times(dimensions),
        rotation: turn,
      }))
      assert.deepStrictEqual(clearPairs(boxes, scaled), clearPairs(boxes, boxes))
    },
    { fastCheck: { numRuns: 100 } },
  )

  it("that touch are none, in a grid of unit boxes, also far from the origin", () => {
    const grid = [0, 5_000_000].flatMap((far) =>
      Array.from(
        { length: 216 },
        (_, index): Box => ({
          position: [far + (index % 6), Math.floor(index / 6) % 6, Math.floor(index / 36)],
          dimensions: [1, 1, 1],
          rotation: { qx: 0, qy: 0, qz: 0, qw: 1 },
        }),
      ),
    )
    assert.deepStrictEqual(found(grid), [])
  })

  it("in one place are told up to the bound, and that there are more", () => {
    const boxes = built(
      Array.from(
        { length: 500 },
        (): Box => ({
          position: [1, 2, 3],
          dimensions: [1, 1, 1],
          rotation: { qx: 0, qy: 0, qz: 0, qw: 1 },
        }),
      ),
    )
    const { pairs, truncated } = findIntersections(boxes, { pairs: 1000, looks: 1e9 }, () => true)
    assert.strictEqual(pairs.length, 2000)
    assert.isTrue(truncated)
  })
})
