/** The points of one object: those that are connected with what is inside the cuboid. */
import type { Vector } from "../vector.ts"

const cell = 0.3

const formatCellKey = (x: number, y: number, z: number): string => `${x} ${y} ${z}`
const findCell = ([x, y, z]: Vector): Vector => [
  Math.floor(x / cell),
  Math.floor(y / cell),
  Math.floor(z / cell),
]

/** Points with fewer others around them than this are outliers. */
const fewest = 2
/** The distance within which other points are around a point. */
const nearby = 0.4

/** The points that are connected with the seeds, without outliers. */
export const findCluster = (
  points: ReadonlyArray<Vector>,
  isSeed: (point: Vector) => boolean,
): ReadonlyArray<Vector> => {
  const cells = new Map<string, Array<Vector>>()
  for (const point of points) {
    const key = formatCellKey(...findCell(point))
    const cellPoints = cells.get(key)
    if (cellPoints === undefined) cells.set(key, [point])
    else cellPoints.push(point)
  }
  const seen = new Set<string>()
  const open: Array<Vector> = []
  const visit = (at: Vector) => {
    const key = formatCellKey(...at)
    if (seen.has(key) || !cells.has(key)) return
    seen.add(key)
    open.push(at)
  }
  for (const point of points) if (isSeed(point)) visit(findCell(point))
  for (let at = open.pop(); at !== undefined; at = open.pop()) for (const next of listAround(at)) visit(next)
  const isAlone = (point: Vector) => {
    let others = -1
    for (const [x, y, z] of listAround(findCell(point)))
      for (const other of cells.get(formatCellKey(x, y, z)) ?? []) {
        if (Math.hypot(other[0] - point[0], other[1] - point[1], other[2] - point[2]) < nearby) others += 1
        if (others >= fewest) return false
      }
    return true
  }
  return [...seen].flatMap((key) => cells.get(key) ?? []).filter((point) => !isAlone(point))
}

/** A cell and the 26 around it. */
const listAround = ([x, y, z]: Vector): ReadonlyArray<Vector> =>
  steps.flatMap((dx) => steps.flatMap((dy) => steps.map((dz): Vector => [x + dx, y + dy, z + dz])))

const steps = [-1, 0, 1]
