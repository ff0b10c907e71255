/** The rules of `quality_rules` written a second time, by definition and without regard to speed. */

export interface Annotation {
  readonly id: number
  readonly category_id: number
  readonly track_id?: number
  readonly type: string
  readonly position?: { readonly x: number; readonly y: number; readonly z: number }
  readonly dimensions?: { readonly x: number; readonly y: number; readonly z: number }
  readonly yaw?: number
  readonly rotation?: { readonly qx: number; readonly qy: number; readonly qz: number; readonly qw: number }
  readonly points?: ReadonlyArray<ReadonlyArray<number>>
  readonly attributes?: { readonly [name: string]: unknown }
}

export type Frames = ReadonlyArray<{ readonly annotations: ReadonlyArray<Annotation> }>

/** What is found: the frame of the later annotation, the ids, and the measured number. */
export interface Found {
  readonly frame: number
  readonly ids: ReadonlyArray<number>
  readonly measured: number | null
}

/** The annotation of a track in each frame, the first of several. */
const trackOf = (frames: Frames, track: number) =>
  frames.flatMap(({ annotations }, frame) => {
    const annotation = annotations.find(({ track_id }) => track_id === track)
    return annotation === undefined ? [] : [{ frame, annotation }]
  })

const tracks = (frames: Frames) => [
  ...new Set(frames.flatMap(({ annotations }) => annotations.flatMap(({ track_id }) => track_id ?? []))),
]

const steps = (frames: Frames) =>
  tracks(frames).flatMap((track) => {
    const seen = trackOf(frames, track)
    return seen.slice(1).flatMap((to, i) => {
      const from = seen[i]
      return from === undefined ? [] : [{ from, to }]
    })
  })

const unique = (...ids: ReadonlyArray<number>) => [...new Set(ids)]

/** The largest share by which an edge differs from the mean of its track, for each track and axis. */
export const dimensionChanges = (frames: Frames) =>
  tracks(frames).flatMap((track) =>
    (["x", "y", "z"] as const).flatMap((axis) => {
      const values = trackOf(frames, track).map(({ annotation }) => annotation.dimensions?.[axis] ?? 0)
      const mean = values.reduceRight((sum, value) => sum + value / values.length, 0)
      return [{ track, axis, ratio: Math.max(...values.map((value) => Math.abs(value / mean - 1))) }]
    }),
  )

/** Row by row. */
const matrixOf = ({ rotation, yaw = 0 }: Annotation): ReadonlyArray<number> => {
  const q = rotation ?? { qx: 0, qy: 0, qz: Math.sin(yaw / 2), qw: Math.cos(yaw / 2) }
  const length = Math.hypot(q.qx, q.qy, q.qz, q.qw)
  const [x, y, z, w] = [q.qx / length, q.qy / length, q.qz / length, q.qw / length]
  return [
    ...[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    ...[2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    ...[2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ]
}

/** The angle of the rotation between, in degrees, from the trace of its matrix. */
export const rotations = (frames: Frames): ReadonlyArray<Found> =>
  steps(frames)
    .filter(({ from, to }) => to.frame === from.frame + 1)
    .map(({ from, to }) => {
      const [a, b] = [matrixOf(from.annotation), matrixOf(to.annotation)]
      const trace = a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0)
      const measured = (Math.acos(Math.min(1, Math.max(-1, (trace - 1) / 2))) * 180) / Math.PI
      return { frame: to.frame, ids: unique(from.annotation.id, to.annotation.id), measured }
    })

export const displacements = (frames: Frames): ReadonlyArray<Found> =>
  steps(frames).map(({ from, to }) => {
    const [a, b] = [from.annotation.position, to.annotation.position]
    if (a === undefined || b === undefined) throw new Error("A cuboid has a position.")
    const distance = Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2 + (a.z - b.z) ** 2)
    const measured = distance / (to.frame - from.frame)
    return { frame: to.frame, ids: unique(from.annotation.id, to.annotation.id), measured }
  })

export const categoryChanges = (frames: Frames): ReadonlyArray<Found> =>
  steps(frames)
    .filter(({ from, to }) => from.annotation.category_id !== to.annotation.category_id)
    .map(({ from, to }) => ({
      frame: to.frame,
      ids: unique(from.annotation.id, to.annotation.id),
      measured: to.annotation.category_id,
    }))

export const duplicates = (frames: Frames): ReadonlyArray<Found> =>
  frames.flatMap(({ annotations }, frame) =>
    tracks(frames).flatMap((track) => {
      const same = annotations.filter(({ track_id }) => track_id === track)
      return same.length < 2 ? [] : [{ frame, ids: same.map(({ id }) => id), measured: same.length }]
    }),
  )

/** The number and the distance from the origin of each annotation with a number. */
export const pointNumbers = (frames: Frames) =>
  frames.flatMap(({ annotations }, frame) =>
    annotations.flatMap(({ attributes, id, position = { x: 0, y: 0, z: 0 } }) => {
      const number = attributes?.n
      const distance = Math.sqrt(position.x ** 2 + position.y ** 2 + position.z ** 2)
      return typeof number === "number" ? [{ frame, id, number, distance }] : []
    }),
  )

type Point = readonly [bigint, bigint]

/** For points of whole numbers, in exact arithmetic. */
export const crossesItself = (points: ReadonlyArray<ReadonlyArray<number>>): boolean => {
  const all = points.map(([x = 0, y = 0]): Point => [BigInt(x), BigInt(y)])
  const ring = all.filter(([x, y], i) => {
    const [px, py] = all.at(i - 1) ?? [x, y]
    return all.length === 1 || x !== px || y !== py
  })
  const edges = ring.map((a, i) => [a, ring[(i + 1) % ring.length] ?? a] as const)
  return edges.some(([a, b], i) =>
    edges.some(([c, d], j) => {
      if (j <= i) return false
      const common = sharedBy(a, b, c, d)
      const isNext = j === i + 1 || (i === 0 && j === edges.length - 1)
      return common === "many" || (common === "one" && !isNext)
    }),
  )
}

/** How many points two edges share, by solving a + s (b − a) = c + t (d − c). */
const sharedBy = (a: Point, b: Point, c: Point, d: Point): "none" | "one" | "many" => {
  const [ux, uy] = [b[0] - a[0], b[1] - a[1]]
  const [vx, vy] = [d[0] - c[0], d[1] - c[1]]
  const [wx, wy] = [c[0] - a[0], c[1] - a[1]]
  const determinant = ux * vy - uy * vx
  if (determinant !== 0n) {
    const sign = determinant < 0n ? -1n : 1n
    const s = (wx * vy - wy * vx) * sign
    const t = (wx * uy - wy * ux) * sign
    return s >= 0n && t >= 0n && s <= determinant * sign && t <= determinant * sign ? "one" : "none"
  }
  if (wx * uy - wy * ux !== 0n) return "none"
  // On one line: places along the first edge, in units of its squared length.
  const place = (p: Point) => (p[0] - a[0]) * ux + (p[1] - a[1]) * uy
  const inOrder = (...values: ReadonlyArray<bigint>) => [...values].sort((p, q) => (p < q ? -1 : 1))
  const [low = 0n, high = 0n] = inOrder(place(c), place(d))
  const [, from = 0n] = inOrder(low, 0n)
  const [to = 0n] = inOrder(high, ux * ux + uy * uy)
  return from > to ? "none" : from === to ? "one" : "many"
}

/** How far the farthest point is outside. */
export const outside = (
  points: ReadonlyArray<ReadonlyArray<number>>,
  width: number,
  height: number,
): number => Math.max(...points.flatMap(([x = 0, y = 0]) => [-x, -y, x - width, y - height, 0]))

/** By counting the unit squares of two boxes whose corners are whole numbers. */
export const iou = (
  a: ReadonlyArray<ReadonlyArray<number>>,
  b: ReadonlyArray<ReadonlyArray<number>>,
): number => {
  const isIn = (box: ReadonlyArray<ReadonlyArray<number>>, x: number, y: number) => {
    const [[x1 = 0, y1 = 0] = [], [x2 = 0, y2 = 0] = []] = box
    return x >= Math.min(x1, x2) && x < Math.max(x1, x2) && y >= Math.min(y1, y2) && y < Math.max(y1, y2)
  }
  let [both, any] = [0, 0]
  for (let x = -30; x < 30; x++)
    for (let y = -30; y < 30; y++) {
      const [inA, inB] = [isIn(a, x, y), isIn(b, x, y)]
      if (inA && inB) both += 1
      if (inA || inB) any += 1
    }
  return any === 0 ? 0 : both / any
}
