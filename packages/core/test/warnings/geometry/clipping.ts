/**
 * An oracle for overlapping boxes that shares nothing with separating axes: one box's faces are clipped by the planes of the
 * other, and what is left has a volume or has none. Slow, and plain.
 */

export type Point = readonly [x: number, y: number, z: number]

export interface Solid {
  readonly centre: Point
  readonly half: Point
  /** The directions of the edges, unit length. */
  readonly axes: readonly [Point, Point, Point]
}

const add = (a: Point, b: Point, k: number): Point => [a[0] + k * b[0], a[1] + k * b[1], a[2] + k * b[2]]
const minus = (a: Point, b: Point): Point => add(a, b, -1)
const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]

type Polygon = ReadonlyArray<Point>

/** The six faces, each with its corners around it. */
const facesOf = ({ axes, centre, half }: Solid): ReadonlyArray<Polygon> =>
  ([0, 1, 2] as const).flatMap((axis) => {
    const u = ((axis + 1) % 3) as 0 | 1 | 2
    const v = ((axis + 2) % 3) as 0 | 1 | 2
    return [1, -1].map((side) => {
      const middle = add(centre, axes[axis], side * half[axis])
      const corners = [
        [1, 1],
        [1, -1],
        [-1, -1],
        [-1, 1],
      ] as const
      return corners.map(([a, b]) => add(add(middle, axes[u], a * half[u]), axes[v], b * half[v]))
    })
  })

/**
 * Rounding puts a face that lies on a plane of the other box on either side of it. Cut off on both sides, two boxes in one
 * place would share nothing; kept on both, the volume is at most too large.
 */
const ROUNDING = 1e-12

/** Keeps the part of a polygon where `normal · p <= offset`. */
const clip = (polygon: Polygon, normal: Point, offset: number): Polygon =>
  polygon.flatMap((point, index) => {
    const next = polygon[(index + 1) % polygon.length] ?? point
    const here = dot(normal, point) - offset - ROUNDING
    const there = dot(normal, next) - offset - ROUNDING
    const kept: Array<Point> = here <= 0 ? [point] : []
    if (here <= 0 !== there <= 0) kept.push(add(point, minus(next, point), here / (here - there)))
    return kept
  })

const planesOf = ({ axes, centre, half }: Solid) =>
  ([0, 1, 2] as const).flatMap((axis) => {
    const middle = dot(axes[axis], centre)
    const opposite: Point = [-axes[axis][0], -axes[axis][1], -axes[axis][2]]
    return [
      [axes[axis], middle + half[axis]],
      [opposite, half[axis] - middle],
    ] as const
  })

/** The volume that two boxes share: the faces of each inside of the other bound it. */
export const sharedVolume = (a: Solid, b: Solid): number => {
  const inside = (one: Solid, other: Solid): ReadonlyArray<Polygon> =>
    facesOf(one).map((face) =>
      planesOf(other).reduce<Polygon>((rest, [normal, offset]) => clip(rest, normal, offset), face),
    )
  const pieces = [...inside(a, b), ...inside(b, a)].filter((polygon) => polygon.length > 2)
  const [first] = pieces.flat()
  if (first === undefined) return 0
  // Pyramids from one corner of the body, which is convex, to each of its faces.
  return pieces.reduce((sum, [start, ...rest]) => {
    if (start === undefined) return sum
    let volume = 0
    for (let at = 0; at + 1 < rest.length; at++) {
      const normal = cross(minus(rest[at] ?? start, start), minus(rest[at + 1] ?? start, start))
      volume += dot(normal, minus(start, first)) / 6
    }
    return sum + Math.abs(volume)
  }, 0)
}
