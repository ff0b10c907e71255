/** Finds the holes among rings that are listed without saying which of them are holes. */
import { draw, type Point, type Ring } from "../model/exactShapes.ts"
import type { Drawing } from "../model/Scene.ts"

/** One polygon, or several parts, of which each has its holes. A ring inside an odd number of other rings is a hole of the innermost one. */
export const drawNested = (rings: ReadonlyArray<Ring>): Pick<Drawing, "type" | "points" | "shape"> => {
  const polygons = nestRings(rings)
  const [outline] = polygons[0] ?? []
  if (outline !== undefined && rings.length === 1) return { type: "polygon", points: outline }
  return draw({ type: "multipolygon", polygons })
}

interface Placed {
  readonly ring: Ring
  readonly area: number
  readonly bounds: Bounds
}

/** Left, top, right and bottom. */
type Bounds = readonly [number, number, number, number]

/** Polygons in the order of their outlines: an outline, and its holes. */
export const nestRings = (rings: ReadonlyArray<Ring>): ReadonlyArray<ReadonlyArray<Ring>> => {
  const placed = rings.map((ring) => ({ ring, area: computeArea(ring), bounds: findBounds(ring) }))
  const outers = placed.map((inner) => placed.filter((outer) => isRingInside(inner, outer)))
  const polygons = new Map<Placed, Array<Ring>>()
  for (const [index, own] of placed.entries())
    if ((outers[index]?.length ?? 0) % 2 === 0) polygons.set(own, [own.ring])
  for (const [index, { ring }] of placed.entries()) {
    const around = outers[index] ?? []
    if (around.length % 2 === 0) continue
    const outlines = around.filter((outer) => polygons.has(outer)).sort((a, b) => a.area - b.area)
    const outline = outlines[0] && polygons.get(outlines[0])
    // Rings that cross each other may have no outline around them: such a ring is a separate part.
    if (outline === undefined) polygons.set(placed[index] as Placed, [ring])
    else outline.push(ring)
  }
  return [...polygons.values()]
}

const computeArea = (ring: Ring): number =>
  Math.abs(
    ring.reduce((sum, [x, y], index) => {
      const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [x, y]
      return sum + x * nextY - nextX * y
    }, 0) / 2,
  )

const findBounds = (ring: Ring): Bounds =>
  ring.reduce<Bounds>(
    ([left, top, right, bottom], [x, y]) => [
      Math.min(left, x),
      Math.min(top, y),
      Math.max(right, x),
      Math.max(bottom, y),
    ],
    [Infinity, Infinity, -Infinity, -Infinity],
  )

/** Rings may touch. The middles of sides are outside where a ring fills a bay of another one. */
const isRingInside = (inner: Placed, outer: Placed): boolean => {
  if (inner.area >= outer.area) return false
  const [[left, top, right, bottom], around] = [inner.bounds, outer.bounds]
  if (left < around[0] || top < around[1] || right > around[2] || bottom > around[3]) return false
  return inner.ring.every(([x, y], index) => {
    const [nextX, nextY] = inner.ring[(index + 1) % inner.ring.length] ?? [x, y]
    return isPointInside([x, y], outer.ring) && isPointInside([(x + nextX) / 2, (y + nextY) / 2], outer.ring)
  })
}

/** A point on the border is inside. */
const isPointInside = ([x, y]: Point, ring: Ring): boolean => {
  let isInside = false
  for (const [index, [ax, ay]] of ring.entries()) {
    const [bx, by] = ring[(index + 1) % ring.length] ?? [ax, ay]
    const side = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
    const isBeside =
      x < Math.min(ax, bx) || x > Math.max(ax, bx) || y < Math.min(ay, by) || y > Math.max(ay, by)
    if (side === 0 && !isBeside) return true
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside
  }
  return isInside
}
