import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Cloud } from "../../../../src/workbench/clouds/formats/Cloud.ts"
import {
  buildTree,
  type CloudNode,
  chooseDrawn,
  listStretches,
} from "../../../../src/workbench/clouds/octree.ts"
import { prepare } from "../../../../src/workbench/clouds/prepared.ts"
import { listPointsNear } from "../../../../src/workbench/geometry/space/fit/nearby.ts"

type Triple = readonly [number, number, number]

const coordinate = fc.integer({ min: -1000, max: 1000 }).map((value) => value / 8)
const places = fc.array(fc.tuple(coordinate, coordinate, coordinate), { minLength: 1, maxLength: 300 })

const cloudOf = (points: ReadonlyArray<Triple>): Cloud => ({
  count: points.length,
  fileCount: points.length,
  places: undefined,
  origin: [1000, -500, 20],
  positions: Float32Array.from(points.flat()),
  intensity: undefined,
  colors: undefined,
})

const extentOf = (points: ReadonlyArray<Triple>) => {
  const end = (pick: (...values: Array<number>) => number): Triple => [
    pick(...points.map(([x]) => x)),
    pick(...points.map(([, y]) => y)),
    pick(...points.map(([, , z]) => z)),
  ]
  return { min: end(Math.min), max: end(Math.max) }
}

/** A tree with few points in each node, and its cloud in the order of the tree. */
const grown = (points: ReadonlyArray<Triple>) => {
  const order = Uint32Array.from(points.keys())
  const root = buildTree(cloudOf(points), extentOf(points), order, 10)
  const inOrder = [...order].map((index) => points[index] ?? ([0, 0, 0] as const))
  return { root, points: inOrder, cloud: { ...cloudOf(inOrder), root } }
}

const nodesOf = (node: CloudNode): ReadonlyArray<CloudNode> => [node, ...node.children.flatMap(nodesOf)]

describe("the tree of a cloud", () => {
  it("has each point once, within the extent of its node", () => {
    fc.assert(
      fc.property(places, (given) => {
        const { points, root } = grown(given)
        expect(points.toSorted()).toEqual(given.toSorted())
        let next = 0
        for (const { count, max, min, start } of nodesOf(root)) {
          expect(start).toBe(next)
          next += count
          for (const point of points.slice(start, start + count))
            for (const axis of [0, 1, 2] as const) {
              expect(point[axis]).toBeGreaterThanOrEqual(min[axis])
              expect(point[axis]).toBeLessThanOrEqual(max[axis])
            }
        }
        expect(next).toBe(points.length)
      }),
    )
  })

  it("ends where all points are in one place", () => {
    const { root } = grown(Array.from({ length: 200 }, () => [1, 2, 3] as const))
    expect(nodesOf(root).reduce((sum, { count }) => sum + count, 0)).toBe(200)
  })

  it("finds all points of a box, and reads few others of a large cloud", () => {
    fc.assert(
      fc.property(places, fc.tuple(coordinate, coordinate, coordinate), (given, at) => {
        const { cloud, points } = grown(given)
        const [low, high] = [-20, 20].map((by) =>
          cloud.origin.map((from, axis) => from + (at[axis] ?? 0) + by),
        ) as [unknown, unknown] as [Triple, Triple]
        const found = listStretches(cloud, low, high)
        for (const [index, point] of points.entries()) {
          const isInside = point.every((value, axis) => Math.abs(value - (at[axis] ?? 0)) <= 20)
          if (isInside) expect(found.some(({ end, start }) => index >= start && index < end)).toBe(true)
        }
      }),
    )
    const many = Array.from(
      { length: 400_000 },
      (_, index): Triple => [index % 640, Math.floor(index / 640), 0],
    )
    const cloud = prepare(cloudOf(many), undefined)
    const read = listStretches(cloud, [1010, -490, 0], [1014, -486, 40]).reduce(
      (sum, { end, start }) => sum + end - start,
      0,
    )
    expect(read).toBeLessThan(250_000)
    const near = { position: [1012, -488, 20], dimensions: [4, 4, 2], yaw: 0, rotation: undefined } as const
    expect(listPointsNear(cloud, near, [0, 0, 0])).toHaveLength(25)
  })

  it("draws the root and what is large on the screen, up to a number of points", () => {
    fc.assert(
      fc.property(
        places,
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 0, max: 400 }),
        (given, most, pixels) => {
          const { root } = grown(given)
          const stretches = chooseDrawn(root, (node) => (node === root ? pixels : pixels / 2), most)
          expect(stretches[0]?.start).toBe(0)
          const drawn = stretches.reduce((sum, { end, start }) => sum + end - start, 0)
          expect(drawn).toBeLessThanOrEqual(most + 15)
          if (pixels < 140) expect(drawn).toBe(root.count)
          else if (most >= given.length) expect(drawn).toBe(given.length)
        },
      ),
    )
  })

  it("draws nothing of what a view does not show", () => {
    const { root } = grown(Array.from({ length: 100 }, (_, index) => [index, 0, 0] as const))
    expect(chooseDrawn(root, () => undefined, 1000)).toEqual([])
  })
})
