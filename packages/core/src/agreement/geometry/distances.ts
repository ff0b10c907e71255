/** Distances between points and between polylines, in the unit of their coordinates. Points have two or three numbers. */

type Place = ReadonlyArray<number>
type Line = ReadonlyArray<Place>

export const computeDistance = (a: Place, b: Place): number =>
  Math.hypot((a[0] ?? 0) - (b[0] ?? 0), (a[1] ?? 0) - (b[1] ?? 0), (a[2] ?? 0) - (b[2] ?? 0))

/** The points at which a polyline is measured. */
const measuredPoints = 100

/**
 * The Chamfer distance: 100 points at equal steps along each polyline, the distance of each to the nearest place of the other polyline, the
 * mean for each polyline, and the mean of the two. The direction of a polyline does not matter.
 */
export const computePolylineDistance = (a: Line, b: Line): number =>
  (computeMeanDistance(a, b) + computeMeanDistance(b, a)) / 2

const computeMeanDistance = (from: Line, to: Line): number => {
  const points = placeAlong(from, measuredPoints)
  let sum = 0
  for (const point of points) sum += findNearest(point, to)
  return sum / points.length
}

/** Points at equal steps from the first point to the last one: two or more. */
export const placeAlong = (line: Line, count: number): ReadonlyArray<Place> => {
  if (!Number.isSafeInteger(count) || count < 2)
    throw new RangeError(`A polyline is measured at two points or more, not at ${count}.`)
  const lengths = line.slice(1).map((point, index) => computeDistance(line[index] ?? [], point))
  const total = lengths.reduce((sum, length) => sum + length, 0)
  const places: Array<Place> = []
  let [segment, passed] = [0, 0]
  for (let step = 0; step < count; step++) {
    const target = (total * step) / (count - 1)
    while (segment < lengths.length - 1 && passed + (lengths[segment] ?? 0) < target)
      passed += lengths[segment++] ?? 0
    const length = lengths[segment] ?? 0
    const share = length === 0 ? 0 : Math.min(1, (target - passed) / length)
    const [start, end] = [line[segment] ?? [], line[segment + 1] ?? line[segment] ?? []]
    places.push(start.map((value, axis) => value + ((end[axis] ?? value) - value) * share))
  }
  return places
}

const findNearest = (point: Place, line: Line): number => {
  if (line.length === 1) return computeDistance(point, line[0] ?? [])
  let least = Number.POSITIVE_INFINITY
  for (let index = 1; index < line.length; index++)
    least = Math.min(least, computeSegmentDistance(point, line[index - 1] ?? [], line[index] ?? []))
  return least
}

const computeSegmentDistance = (point: Place, start: Place, end: Place): number => {
  let [dot, squared] = [0, 0]
  for (let axis = 0; axis < 3; axis++) {
    const along = (end[axis] ?? 0) - (start[axis] ?? 0)
    dot += along * ((point[axis] ?? 0) - (start[axis] ?? 0))
    squared += along * along
  }
  const share = squared === 0 ? 0 : Math.min(1, Math.max(0, dot / squared))
  return computeDistance(
    point,
    start.map((value, axis) => value + ((end[axis] ?? 0) - value) * share),
  )
}
