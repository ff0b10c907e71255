import { checkProperty } from "@annotary/test-support/property"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import {
  computeBoxesIntersection,
  computeBoxIntersection,
  computeGroundIntersection,
  computeOks,
  computePolylineDistance,
  computeRegionIntersection,
  computeVolume,
  countOverlaps,
  encodeIds,
  type Joint,
  makeBoxesBuilder,
  makeRegion,
  placeAlong,
  type Quaternion,
  readMaskRuns,
  type Vector,
} from "../../src/agreement.ts"
import type { Point, Ring } from "../../src/domain/exactShape/ExactShape.ts"

const square = (x: number, y: number, size: number): Ring => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
]

describe("areas of polygons", () => {
  it("leave out holes and count parts that overlap once", () => {
    assert.strictEqual(makeRegion([[square(0, 0, 4), square(1, 1, 2)]]).area, 12)
    assert.strictEqual(makeRegion([[square(0, 0, 2)], [square(1, 1, 2)]]).area, 7)
    assert.strictEqual(makeRegion([[square(0, 0, 2)], [square(0, 0, 2)]]).area, 4)
  })

  it("fill rings that cross themselves by the even-odd rule", () => {
    const bowTie: Ring = [
      [0, 0],
      [2, 2],
      [2, 0],
      [0, 2],
    ]
    assert.closeTo(makeRegion([[bowTie]]).area, 2, 1e-12)
  })

  it("of an intersection are 0 where regions only touch, also at coordinates of UTM", () => {
    const [x, y] = [5_000_000.123, 4_649_776.224]
    const a = makeRegion([[square(x, y, 2)]])
    const touching = makeRegion([[square(x + 2, y, 2)]])
    const shifted = makeRegion([[square(x + 1, y + 1, 2)]])
    assert.strictEqual(computeRegionIntersection(a, touching), 0)
    assert.closeTo(computeRegionIntersection(a, shifted), 1, 1e-8)
  })

  const rings = FastCheck.array(
    FastCheck.tuple(FastCheck.integer({ min: 0, max: 12 }), FastCheck.integer({ min: 0, max: 12 })),
    { minLength: 3, maxLength: 9 },
  )

  it("are the same from both sides, at most each area, and the area itself for equal regions", () =>
    checkProperty(
      FastCheck.property(rings, rings, (first, second) => {
        const [a, b] = [makeRegion([[first]]), makeRegion([[second]])]
        const common = computeRegionIntersection(a, b)
        assert.closeTo(common, computeRegionIntersection(b, a), 1e-9)
        assert.isAtLeast(common, 0)
        assert.isAtMost(common, Math.min(a.area, b.area) + 1e-9)
        assert.closeTo(computeRegionIntersection(a, a), a.area, 1e-9)
      }),
      2000,
    ))

  it("do not change when the plane is turned", () =>
    checkProperty(
      FastCheck.property(
        rings,
        rings,
        FastCheck.double({ min: 0, max: 7, noNaN: true }),
        (first, second, angle) => {
          const turn = ([x, y]: Point): Point => [
            x * Math.cos(angle) - y * Math.sin(angle),
            x * Math.sin(angle) + y * Math.cos(angle),
          ]
          const measure = (map: (point: Point) => Point) =>
            computeRegionIntersection(makeRegion([[first.map(map)]]), makeRegion([[second.map(map)]]))
          assert.closeTo(
            measure(turn),
            measure((point) => point),
            1e-9,
          )
        },
      ),
      2000,
    ))

  it("of boxes agree with those of polygons", () => {
    const boxes = Float64Array.of(0, 0, 4, 3, 1, 1, 6, 2)
    const toRing = (at: number): Ring => {
      const [left = 0, top = 0, right = 0, bottom = 0] = boxes.subarray(4 * at, 4 * at + 4)
      return [
        [left, top],
        [right, top],
        [right, bottom],
        [left, bottom],
      ]
    }
    assert.strictEqual(computeBoxIntersection(boxes, 0, boxes, 1), 3)
    assert.strictEqual(computeRegionIntersection(makeRegion([[toRing(0)]]), makeRegion([[toRing(1)]])), 3)
  })
})

const origin: Vector = { x: 0, y: 0, z: 0 }
const cube: Vector = { x: 1, y: 1, z: 1 }

describe("volumes of intersections", () => {
  /** A turn about z as a quaternion. */
  const toQuaternion = (yaw: number): Quaternion => ({
    qx: 0,
    qy: 0,
    qz: Math.sin(yaw / 2),
    qw: Math.cos(yaw / 2),
  })
  /** The same turn, tilted by too little to matter, so that it is not taken for a turn about z. */
  const tilt = (rotation: Quaternion): Quaternion => ({ ...rotation, qx: 1e-17 })

  it("of a cube and one that is turned by 45° about z is 2(√2 − 1), a regular octagon by 1", () => {
    const builder = makeBoxesBuilder(3)
    builder.addYaw(origin, cube, 0)
    builder.addYaw(origin, cube, Math.PI / 4)
    builder.addRotation(origin, cube, tilt(toQuaternion(Math.PI / 4)))
    const boxes = builder.build()
    const octagon = 2 * (Math.SQRT2 - 1)
    assert.closeTo(computeBoxesIntersection(boxes, 0, 1), octagon, 1e-12)
    assert.closeTo(computeBoxesIntersection(boxes, 0, 2), octagon, 1e-12)
    assert.closeTo(computeGroundIntersection(boxes, 0, 1), octagon, 1e-12)
  })

  it("seen from above does not depend on heights, and is refused for boxes that are tilted", () => {
    const builder = makeBoxesBuilder(3)
    const size = { x: 4, y: 2, z: 1.5 }
    builder.addYaw(origin, size, 0)
    builder.addYaw({ x: 0, y: 0, z: 10 }, size, 0)
    builder.addRotation(origin, size, { qx: 0.3, qy: 0, qz: 0, qw: 1 })
    const boxes = builder.build()
    assert.closeTo(computeGroundIntersection(boxes, 0, 1), 8, 1e-12)
    assert.throws(() => computeGroundIntersection(boxes, 0, 2), "Box 2 is tilted")
    assert.throws(() => computeGroundIntersection(boxes, 2, 1), "Box 2 is tilted")
  })

  it("is 0 for boxes that touch at a face, an edge or a corner, wherever they are", () => {
    const builder = makeBoxesBuilder(8)
    const place = { x: 5_000_000, y: 4_649_776, z: 30 }
    for (const [x, y, z] of [
      [0, 0, 0],
      [1, 0, 0],
      [1, 1, 0],
      [1, 1, 1],
    ] as const) {
      const position = { x: place.x + x, y: place.y + y, z: place.z + z }
      builder.addYaw(position, cube, 0)
      builder.addRotation(position, cube, { qx: 1, qy: 0, qz: 0, qw: 1 })
    }
    const boxes = builder.build()
    for (let other = 2; other < 8; other++) {
      assert.closeTo(computeBoxesIntersection(boxes, 0, other), 0, 1e-12)
      assert.closeTo(computeBoxesIntersection(boxes, 1, other), 0, 1e-12)
    }
    assert.closeTo(computeBoxesIntersection(boxes, 0, 1), 1, 1e-12)
  })

  const number = (min: number, max: number) => FastCheck.double({ min, max, noNaN: true })
  const vector = (min: number, max: number) =>
    FastCheck.record({ x: number(min, max), y: number(min, max), z: number(min, max) })
  const rotation = FastCheck.record({
    qx: number(-1, 1),
    qy: number(-1, 1),
    qz: number(-1, 1),
    qw: number(0.1, 1),
  })
  const turned = FastCheck.tuple(vector(-2, 2), vector(0.2, 4), rotation)

  it("are the same from both sides, at most each volume, and the volume itself for equal boxes", () =>
    checkProperty(
      FastCheck.property(turned, turned, (first, second) => {
        const builder = makeBoxesBuilder(3)
        for (const box of [first, second, first]) builder.addRotation(...box)
        const boxes = builder.build()
        const common = computeBoxesIntersection(boxes, 0, 1)
        assert.closeTo(common, computeBoxesIntersection(boxes, 1, 0), 1e-9)
        assert.isAtLeast(common, 0)
        assert.isAtMost(common, Math.min(computeVolume(boxes, 0), computeVolume(boxes, 1)) + 1e-9)
        assert.closeTo(computeBoxesIntersection(boxes, 0, 2), computeVolume(boxes, 0), 1e-9)
      }),
      2000,
    ))

  it("are the volume itself for equal boxes whose corners rounding puts on both sides of a face", () => {
    const box = [
      { x: 0, y: 0, z: 0 },
      { x: 0.2, y: 0.2, z: 0.2 },
      { qx: -0.9999999999999972, qy: 0, qz: -0.9999999999999944, qw: 0.9502633604898333 },
    ] as const
    const builder = makeBoxesBuilder(2)
    for (const each of [box, box]) builder.addRotation(...each)
    const boxes = builder.build()
    assert.closeTo(computeBoxesIntersection(boxes, 0, 1), computeVolume(boxes, 0), 1e-12)
  })

  it("are what is left of a box that moves along its faces, by whichever edge it is described", () =>
    checkProperty(
      FastCheck.property(rotation, vector(0.2, 4), number(0, 1), (turn, size, share) => {
        const { qw, qx, qy, qz } = turn
        const builder = makeBoxesBuilder(3)
        const origin = { x: 0, y: 0, z: 0 }
        builder.addRotation(origin, size, turn)
        // The direction of the first edge.
        const norm = qx ** 2 + qy ** 2 + qz ** 2 + qw ** 2
        const edge = [
          1 - (2 * (qy ** 2 + qz ** 2)) / norm,
          (2 * (qx * qy + qz * qw)) / norm,
          (2 * (qx * qz - qy * qw)) / norm,
        ]
        const [x = 0, y = 0, z = 0] = edge.map((part) => part * share * size.x)
        builder.addRotation({ x, y, z }, size, turn)
        // The same box, turned about its first edge by a quarter.
        const quarter = { qw: qw - qx, qx: qx + qw, qy: qy + qz, qz: qz - qy }
        builder.addRotation({ x, y, z }, { x: size.x, y: size.z, z: size.y }, quarter)
        const boxes = builder.build()
        const expected = computeVolume(boxes, 0) * (1 - share)
        for (const other of [1, 2]) assert.closeTo(computeBoxesIntersection(boxes, 0, other), expected, 1e-9)
      }),
      2000,
    ))

  it("are the same by yaw and by quaternion", () =>
    checkProperty(
      FastCheck.property(
        FastCheck.tuple(vector(-2, 2), vector(0.2, 4), number(-4, 4)),
        FastCheck.tuple(vector(-2, 2), vector(0.2, 4), number(-4, 4)),
        (first, second) => {
          const builder = makeBoxesBuilder(4)
          for (const [position, dimensions, yaw] of [first, second]) {
            builder.addYaw(position, dimensions, yaw)
            builder.addRotation(position, dimensions, tilt(toQuaternion(yaw)))
          }
          const boxes = builder.build()
          assert.closeTo(computeBoxesIntersection(boxes, 0, 2), computeBoxesIntersection(boxes, 1, 3), 1e-9)
        },
      ),
      2000,
    ))
})

describe("sequences of ids", () => {
  it("are counted as if every element was compared", () =>
    checkProperty(
      FastCheck.property(
        FastCheck.array(FastCheck.tuple(FastCheck.nat(3), FastCheck.nat(3)), { maxLength: 40 }),
        (elements) => {
          const [a, b] = [elements.map(([id]) => id), elements.map(([, id]) => id)]
          const { countCommon, sizesA, sizesB } = countOverlaps(encodeIds(a), encodeIds(b))
          for (const id of [1, 2, 3]) {
            assert.strictEqual(sizesA.get(id) ?? 0, a.filter((value) => value === id).length)
            assert.strictEqual(sizesB.get(id) ?? 0, b.filter((value) => value === id).length)
            for (const other of [1, 2, 3])
              assert.strictEqual(
                countCommon(id, other),
                elements.filter(([one, two]) => one === id && two === other).length,
              )
          }
        },
      ),
      2000,
    ))

  it("are masks of COCO, which begin with the elements outside", () => {
    const { countCommon, sizesA } = countOverlaps(readMaskRuns([0, 3, 2]), readMaskRuns([1, 3, 1]))
    assert.strictEqual(sizesA.get(1), 3)
    assert.strictEqual(countCommon(1, 1), 2)
  })

  it("must have the same length", () => {
    assert.throws(() => countOverlaps(encodeIds([1, 1]), encodeIds([1])), "different lengths")
  })

  it("must have rows of the same width where they are bitmaps", () => {
    const [wide, narrow, points] = [
      { ids: [1], lengths: [10], width: 5 },
      { ids: [1], lengths: [10], width: 2 },
      { ids: [1], lengths: [10] },
    ]
    assert.throws(() => countOverlaps(wide, narrow), "different widths")
    assert.strictEqual(countOverlaps(wide, points).countCommon(1, 1), 10)
  })
})

describe("keypoints", () => {
  const joints: ReadonlyArray<Joint> = [
    { name: "nose", x: 10, y: 10, visibility: 2 },
    { name: "tail", x: 30, y: 10, visibility: 1 },
    { name: "paw", x: null, y: null, visibility: 0 },
  ]

  it("that are the same are 1, whatever joints are not labeled", () => {
    assert.strictEqual(computeOks(joints, joints, 400), 1)
  })

  it("lose by the square of the distance over the area", () => {
    const moved = joints.map((joint) => (joint.name === "nose" ? { ...joint, x: 12 } : joint))
    // exp(−2² / (2 · 400 · (2 · 0.05)²)) = exp(−1/2) for one of two joints.
    assert.closeTo(computeOks(joints, moved, 400), (1 + Math.exp(-0.5)) / 2, 1e-12)
  })

  it("at one place are 1 even without a deviation or an area", () => {
    assert.strictEqual(
      computeOks(joints, joints, 400, () => 0),
      1,
    )
    assert.strictEqual(computeOks(joints, joints, 0), 1)
    const moved = joints.map((joint) => (joint.name === "nose" ? { ...joint, x: 12 } : joint))
    assert.strictEqual(
      computeOks(joints, moved, 400, () => 0),
      0.5,
    )
  })

  it("count 0 where the other label has no such joint", () => {
    assert.strictEqual(computeOks(joints, joints.slice(0, 1), 400), 0.5)
    assert.strictEqual(computeOks([], joints, 400), 0)
  })
})

describe("polylines", () => {
  it("are measured at two points at least", () => {
    const line = [
      [0, 0],
      [10, 0],
    ]
    assert.deepStrictEqual(placeAlong(line, 2), line)
    assert.throws(() => placeAlong(line, 1), "1")
    assert.throws(() => placeAlong(line, 2.5), "2.5")
  })

  it("that are parallel are as far apart as their lines, in either direction", () => {
    const line = [
      [0, 0],
      [10, 0],
    ]
    const other = [
      [10, 3],
      [4, 3],
      [0, 3],
    ]
    assert.closeTo(computePolylineDistance(line, other), 3, 1e-12)
    assert.closeTo(computePolylineDistance(line, line.toReversed()), 0, 1e-12)
  })
})
