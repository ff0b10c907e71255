import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { boxHandles, handleAt, makeBox, withHandleAt } from "../../../src/workbench/geometry/box.ts"
import { findHits, pickNext } from "../../../src/workbench/geometry/hit.ts"
import {
  computeArea,
  computeBounds,
  isCovering,
  type Outline,
} from "../../../src/workbench/geometry/outline.ts"
import { isDrag, type Point, roundPoint } from "../../../src/workbench/geometry/point.ts"
import { listMidpoints, removeVertex, withVertexAfter } from "../../../src/workbench/geometry/vertices.ts"
import {
  fitArea,
  makeWholeImage,
  panBy,
  toImage,
  toScreen,
  zoomAt,
} from "../../../src/workbench/geometry/viewport.ts"

const coordinate = fc.double({ min: -5000, max: 5000, noNaN: true })
const point = fc.tuple(coordinate, coordinate).map(([x, y]): Point => [x, y])
const image = fc.record({
  width: fc.integer({ min: 1, max: 8000 }),
  height: fc.integer({ min: 1, max: 8000 }),
})
const screen = { width: 1000, height: 700 }
const box = (left: number, top: number, right: number, bottom: number): Outline => ({
  type: "bbox",
  points: [
    [left, top],
    [right, bottom],
  ],
})

describe("picking", () => {
  it("offers a small box before the large one around it, and the next below with each step", () => {
    const large = box(0, 0, 100, 100)
    const small = box(40, 40, 50, 50)
    const hits = findHits([small, large], [45, 45], 2)
    expect(hits).toEqual([small, large])
    expect(pickNext(hits, undefined)).toBe(small)
    expect(pickNext(hits, small)).toBe(large)
    expect(pickNext(hits, large)).toBe(small)
    expect(pickNext(hits, small, -1)).toBe(large)
  })

  it("picks a line by nearness, and not by what it surrounds", () => {
    const line: Outline = {
      type: "polyline",
      points: [
        [0, 0],
        [100, 0],
        [100, 100],
      ],
    }
    expect(findHits([line], [50, 1], 3)).toEqual([line])
    expect(findHits([line], [50, 30], 3)).toEqual([])
  })

  it("finds nothing among nothing", () => {
    expect(findHits([], [0, 0], 5)).toEqual([])
    expect(pickNext([], undefined)).toBeUndefined()
  })

  it("knows what a concave polygon covers", () => {
    const corner: Outline = {
      type: "polygon",
      points: [
        [0, 0],
        [10, 0],
        [10, 10],
        [5, 5],
        [0, 10],
      ],
    }
    expect(isCovering(corner, [5, 2])).toBe(true)
    expect(isCovering(corner, [5, 9])).toBe(false)
    expect(computeArea(corner)).toBe(75)
  })
})

describe("boxes", () => {
  it("stay boxes when any handle is dragged anywhere, and the opposite edge stays", () => {
    fc.assert(
      fc.property(point, point, point, fc.constantFrom(...boxHandles), (a, b, to, handle) => {
        const before = computeBounds(makeBox(a, b))
        const [[left, top] = [0, 0], [right, bottom] = [0, 0]] = withHandleAt(makeBox(a, b), handle, to)
        expect(left).toBeLessThanOrEqual(right)
        expect(top).toBeLessThanOrEqual(bottom)
        if (handle.x === 1) expect([left, right]).toContain(before.left)
        if (handle.y === 0) expect([top, bottom]).toEqual([before.top, before.bottom])
      }),
    )
  })

  it("do not change when a handle is dragged to where it is", () => {
    fc.assert(
      fc.property(point, point, fc.constantFrom(...boxHandles), (a, b, handle) => {
        const drawn = makeBox(roundPoint(a), roundPoint(b))
        expect(withHandleAt(drawn, handle, handleAt(drawn, handle)).map(roundPoint)).toEqual(drawn)
      }),
    )
  })
})

describe("vertices", () => {
  it("inserted at the middle of a side and deleted again leave the polygon as it was", () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 3, maxLength: 30 }), fc.nat(), (points, pick) => {
        const midpoints = listMidpoints("polygon", points)
        expect(midpoints).toHaveLength(points.length)
        const { after, at } = midpoints[pick % midpoints.length] ?? { after: 0, at: [0, 0] as const }
        const inserted = withVertexAfter(points, after, at)
        expect(removeVertex("polygon", inserted, after + 1)).toEqual(points)
      }),
    )
  })

  it("cannot be deleted when too few would be left", () => {
    expect(
      removeVertex(
        "polygon",
        [
          [0, 0],
          [1, 0],
          [1, 1],
        ],
        0,
      ),
    ).toBeUndefined()
    expect(removeVertex("point", [[0, 0]], 0)).toBeUndefined()
  })
})

describe("dragging", () => {
  it("begins at three pixels of the screen, whatever the zoom", () => {
    expect(isDrag([0, 0], [2.9, 0], 1)).toBe(false)
    expect(isDrag([0, 0], [0.1, 0], 30)).toBe(true)
    expect(isDrag([0, 0], [29, 0], 0.1)).toBe(false)
  })

  it("ends on hundredths of a pixel, and rounding again changes nothing", () => {
    expect(roundPoint([820.0000000000001, -0.001])).toEqual([820, 0])
    fc.assert(
      fc.property(point, (at) => {
        expect(roundPoint(roundPoint(at))).toEqual(roundPoint(at))
      }),
    )
  })
})

describe("the viewport", () => {
  it("keeps the image point under the pointer while zooming", () => {
    fc.assert(
      fc.property(image, point, fc.double({ min: 0.2, max: 5, noNaN: true }), (size, pointer, factor) => {
        const view = fitArea(makeWholeImage(size), screen)
        const [x, y] = toImage(view, pointer)
        const [nextX, nextY] = toImage(zoomAt(view, pointer, factor, size), pointer)
        expect(nextX).toBeCloseTo(x, 5)
        expect(nextY).toBeCloseTo(y, 5)
      }),
    )
  })

  it("shows the whole image when it is fitted, in the middle", () => {
    fc.assert(
      fc.property(image, (size) => {
        const view = fitArea(makeWholeImage(size), screen)
        const [left, top] = toScreen(view, [0, 0])
        const [right, bottom] = toScreen(view, [size.width, size.height])
        expect(left).toBeGreaterThanOrEqual(-1e-6)
        expect(bottom).toBeLessThanOrEqual(screen.height + 1e-6)
        expect(left + right).toBeCloseTo(screen.width, 5)
        expect(top + bottom).toBeCloseTo(screen.height, 5)
      }),
    )
  })

  it("never loses the image, however far it is panned", () => {
    fc.assert(
      fc.property(image, fc.tuple(coordinate, coordinate), (size, [dx, dy]) => {
        const view = panBy(fitArea(makeWholeImage(size), screen), [dx * 100, dy * 100], size, screen)
        const [left, top] = toScreen(view, [0, 0])
        const [right, bottom] = toScreen(view, [size.width, size.height])
        expect(left).toBeLessThan(screen.width)
        expect(top).toBeLessThan(screen.height)
        expect(right).toBeGreaterThan(0)
        expect(bottom).toBeGreaterThan(0)
      }),
    )
  })
})
