/** The area that most polygons cover, beside areas that the sweep of comparisons measures. */
import { checkProperty } from "@annotary/test-support/property"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { measureArea } from "../../src/agreement/geometry/measureArea.ts"
import { computeRegionIntersection, makeRegion, type Region } from "../../src/agreement/geometry/regions.ts"
import { traceMajority } from "../../src/agreement/merge/traceMajority.ts"
import { makeRandom } from "../../src/agreement.ts"
import type { Multipolygon, Point } from "../../src/domain/exactShape/ExactShape.ts"

type Polygons = Multipolygon["polygons"]

const square = (x: number, y: number, size: number): ReadonlyArray<Point> => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
]

const trace = (all: ReadonlyArray<Polygons>): Polygons =>
  beginAtFirst(traceMajority(all.map((polygons) => ({ polygons, weight: 1 }))))

/** The same rings from their first corner by y, then by x. */
const beginAtFirst = (polygons: Polygons | null): Polygons =>
  (polygons ?? []).map((rings) =>
    rings.map((ring) => {
      const [first] = [...ring.keys()].toSorted((a, b) => {
        const [[ax, ay] = [0, 0], [bx, by] = [0, 0]] = [ring[a], ring[b]]
        return ay - by || ax - bx
      })
      return [...ring.slice(first), ...ring.slice(0, first)]
    }),
  )

/** Corners around a centre: on a coarse grid, where edges are shared and corners lie on edges, or anywhere. */
const makeRing = (random: () => number, isCoarse: boolean): ReadonlyArray<Point> => {
  const corners = 3 + Math.floor(random() * 8)
  const [x, y] = [random() * 4, random() * 4]
  return Array.from({ length: corners }, (_, index): Point => {
    const angle = ((index + random() * 0.9) / corners) * 2 * Math.PI
    const radius = 2 + 4 * random()
    const corner: Point = [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
    return isCoarse ? [Math.round(corner[0]), Math.round(corner[1])] : corner
  })
}

const measureCommon = (...regions: ReadonlyArray<Region>): number =>
  measureArea(regions, {
    top: Math.max(...regions.map(({ top }) => top)),
    bottom: Math.min(...regions.map(({ bottom }) => bottom)),
  })

describe("the area that most polygons cover", () => {
  it("has every place that most of three people cover, and no other", () =>
    checkProperty(
      FastCheck.property(
        FastCheck.integer({ min: 1, max: 2 ** 31 - 1 }),
        FastCheck.boolean(),
        (seed, isCoarse) => {
          const random = makeRandom(seed)
          const all = Array.from(
            { length: 3 },
            (): Polygons => [
              [makeRing(random, isCoarse), ...(random() < 0.3 ? [makeRing(random, isCoarse)] : [])],
            ],
          )
          const [a, b, c] = all.map(makeRegion) as [Region, Region, Region]
          const [ab, ac, bc, abc] = [
            measureCommon(a, b),
            measureCommon(a, c),
            measureCommon(b, c),
            measureCommon(a, b, c),
          ]
          const traced = makeRegion(trace(all))
          assert.approximately(traced.area, ab + ac + bc - 2 * abc, 1e-7)
          assert.approximately(computeRegionIntersection(traced, a), ab + ac - abc, 1e-7)
          assert.approximately(computeRegionIntersection(traced, b), ab + bc - abc, 1e-7)
        },
      ),
      2000,
    ))

  it("keeps corners as they are, without those of edges that go on", () => {
    const traced = trace([[[square(0, 0, 10)]], [[square(0, 0, 10)]], [[square(5, -5, 10)]]])
    assert.deepStrictEqual(traced, [[square(0, 0, 10)]])
  })

  it("has holes and parts", () => {
    const ring: Polygons = [[square(0, 0, 10), square(3, 3, 4)]]
    const parts: Polygons = [[square(0, 0, 10), square(3, 3, 4)], [square(20, 20, 2)]]
    const traced = trace([ring, parts, parts])
    assert.strictEqual(traced.length, 2)
    assert.strictEqual(traced[0]?.length, 2)
    assert.approximately(makeRegion(traced).area, 100 - 16 + 4, 1e-12)
  })

  it("is decided by the first of four people where two of them cover a place", () => {
    const large: Polygons = [[square(0, 0, 10)]]
    const small: Polygons = [[square(0, 0, 8)]]
    assert.deepStrictEqual(trace([large, small, small, large]), large)
    assert.deepStrictEqual(trace([small, large, small, large]), small)
  })

  it("counts people by their weight", () => {
    const large: Polygons = [[square(0, 0, 10)]]
    const small: Polygons = [[square(0, 0, 8)]]
    const traced = traceMajority([
      { polygons: small, weight: 1 },
      { polygons: small, weight: 1 },
      { polygons: large, weight: 3 },
    ])
    assert.deepStrictEqual(beginAtFirst(traced), large)
  })

  it("is nothing where no place is covered by most", () => {
    const apart = [0, 20, 40].map((x): Polygons => [[square(x, 0, 10)]])
    assert.deepStrictEqual(trace(apart), [])
  })

  it("is traced no further than its budget, which the polygons of a label share", () => {
    const budget = { pieces: 60 }
    const regions = [0, 1, 2].map((x) => ({ polygons: [[square(x, 0, 10)]], weight: 1 }))
    assert.deepStrictEqual(beginAtFirst(traceMajority(regions, budget)), [[square(1, 0, 10)]])
    assert.isBelow(budget.pieces, 60)
    budget.pieces = 10
    assert.isNull(traceMajority(regions, budget))
    assert.strictEqual(budget.pieces, 0)
  })

  it("gives up early where edges cross too often", () => {
    const star = (corners: number): Polygons => [
      [
        Array.from({ length: corners }, (_, index): Point => {
          const angle = (index * (corners - 1) * Math.PI) / corners
          return [Math.cos(angle), Math.sin(angle)]
        }),
      ],
    ]
    const budget = { pieces: 3000 }
    assert.isNull(
      traceMajority(
        [star(301), star(303), star(305)].map((polygons) => ({ polygons, weight: 1 })),
        budget,
      ),
    )
    assert.strictEqual(budget.pieces, 0)
  })

  it("keeps its digits far from the origin", () => {
    const far = (x: number): Polygons => [[square(5e6 + x, 4e6, 10)]]
    const traced = trace([far(0), far(1), far(2)])
    assert.deepStrictEqual(traced, far(1))
  })
})
