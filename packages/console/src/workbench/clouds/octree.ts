/**
 * Large clouds as a tree of cubes. Each node has some points of its cube, evenly chosen, and its children have the rest: a view
 * draws the nodes that it needs, and a search reads the nodes that it touches. The points of a node and of all below it are
 * one stretch of the cloud.
 */
import type { Cloud, Vector } from "./formats/Cloud.ts"

export interface CloudNode {
  /** The first of the node's own points. Those of its children follow. */
  readonly start: number
  readonly count: number
  /** The extent, relative to the origin of the cloud. */
  readonly min: Vector
  readonly max: Vector
  readonly children: ReadonlyArray<CloudNode>
}

/** Points from `start` on, without that at `end`. */
export interface Stretch {
  readonly start: number
  readonly end: number
}

/** The number of points that a node with children has itself. */
const nodeSize = 65_536

/** The number of times that cubes are divided at most: all of their points may be in one place. */
const deepest = 10
const cells = 2 ** deepest

/** The octant of a cell in its cube at a depth. A cell has ten bits for each axis. */
const findOctant = (cell: number, depth: number): number => {
  const bit = deepest - 1 - depth
  return (
    ((cell >> bit) & 1) | (((cell >> (deepest + bit)) & 1) << 1) | (((cell >> (2 * deepest + bit)) & 1) << 2)
  )
}

/**
 * The tree of a cloud. `order` is an even sample of its points from the beginning on; it is changed to the order of the tree. Points
 * move together with their cells, so that memory is read and written in stretches: ten million points take seconds otherwise.
 */
export const buildTree = (
  { positions }: Cloud,
  { max, min }: { readonly min: Vector; readonly max: Vector },
  order: Uint32Array<ArrayBuffer>,
  most = nodeSize,
): CloudNode => {
  const half = Math.max(...mapVector(min, (low, axis) => (max[axis] - low) / 2), 1e-3)
  const middle = mapVector(min, (low, axis) => (low + max[axis]) / 2)
  const makeNode = (start: number, center: Vector, reach: number) => ({
    start,
    // Cells are computed with rounding: a point may be outside of its cube by that.
    min: mapVector(min, (low, axis) => Math.max(low, center[axis] - reach - half * 1e-6)),
    max: mapVector(max, (high, axis) => Math.min(high, center[axis] + reach + half * 1e-6)),
  })
  if (order.length <= most * 1.5) return { ...makeNode(0, middle, half), count: order.length, children: [] }
  const cellOf = computeCells(order, positions, { low: mapVector(middle, (at) => at - half), size: 2 * half })
  const spare = { order: new Uint32Array(order.length), cells: new Uint32Array(order.length) }
  const divide = (start: number, end: number, center: Vector, reach: number, depth: number): CloudNode => {
    const node = makeNode(start, center, reach)
    if (end - start <= most * 1.5 || depth >= deepest) return { ...node, count: end - start, children: [] }
    const rest = start + most
    const starts = new Uint32Array(9)
    for (let at = rest; at < end; at++) {
      const octant = findOctant(cellOf[at] ?? 0, depth)
      starts[octant + 1] = (starts[octant + 1] ?? 0) + 1
    }
    for (let octant = 0; octant < 8; octant++)
      starts[octant + 1] = (starts[octant + 1] ?? 0) + (starts[octant] ?? 0)
    const next = starts.slice()
    for (let at = rest; at < end; at++) {
      const cell = cellOf[at] ?? 0
      const octant = findOctant(cell, depth)
      const to = rest + (next[octant] ?? 0)
      next[octant] = (next[octant] ?? 0) + 1
      spare.order[to] = order[at] ?? 0
      spare.cells[to] = cell
    }
    order.set(spare.order.subarray(rest, end), rest)
    cellOf.set(spare.cells.subarray(rest, end), rest)
    const children: Array<CloudNode> = []
    for (let octant = 0; octant < 8; octant++) {
      const [from, to] = [rest + (starts[octant] ?? 0), rest + (starts[octant + 1] ?? 0)]
      if (from === to) continue
      const quarter = reach / 2
      const inner = mapVector(center, (at, axis) => at + (octant & (1 << axis) ? quarter : -quarter))
      children.push(divide(from, to, inner, quarter, depth + 1))
    }
    return { ...node, count: most, children }
  }
  return divide(0, order.length, middle, half, 0)
}

/** The cell of each point, in their order. */
const computeCells = (
  order: Uint32Array,
  positions: Float32Array,
  { low, size }: { readonly low: Vector; readonly size: number },
): Uint32Array<ArrayBuffer> => {
  const cellNumbers = new Uint32Array(order.length)
  const [x0, y0, z0] = low
  const scale = cells / size
  const toCell = (value: number, from: number) =>
    Math.min(Math.max(Math.floor((value - from) * scale), 0), cells - 1)
  for (let at = 0; at < order.length; at++) {
    const point = (order[at] ?? 0) * 3
    cellNumbers[at] =
      toCell(positions[point] ?? 0, x0) |
      (toCell(positions[point + 1] ?? 0, y0) << deepest) |
      (toCell(positions[point + 2] ?? 0, z0) << (2 * deepest))
  }
  return cellNumbers
}

const mapVector = ([x, y, z]: Vector, map: (value: number, axis: 0 | 1 | 2) => number): Vector => [
  map(x, 0),
  map(y, 1),
  map(z, 2),
]

/** A cloud with its tree, where it has one. */
export interface SearchedCloud extends Pick<Cloud, "count" | "origin" | "positions"> {
  readonly root?: CloudNode
}

/** The stretches that contain all points of a box of the world, and others. */
export const listStretches = (
  { count, origin, root }: SearchedCloud,
  low: Vector,
  high: Vector,
): ReadonlyArray<Stretch> => {
  if (root === undefined) return [{ start: 0, end: count }]
  const [from, to] = [
    mapVector(low, (at, axis) => at - origin[axis]),
    mapVector(high, (at, axis) => at - origin[axis]),
  ]
  const stretches: Array<Stretch> = []
  const visit = (node: CloudNode): void => {
    if (
      node.min.some((at, axis) => at > (to[axis] ?? 0)) ||
      node.max.some((at, axis) => at < (from[axis] ?? 0))
    )
      return
    add(stretches, node)
    for (const child of node.children) visit(child)
  }
  visit(root)
  return stretches
}

/** The radius of a node on the screen in pixels; undefined when the view does not show it. */
export type RadiusOf = (node: CloudNode) => number | undefined

/** Nodes that are smaller than this on the screen add nothing to those above them. */
const smallest = 70

/** The points to draw: the nodes that are largest on the screen, with at most about so many points. */
export const chooseDrawn = (root: CloudNode, radiusOf: RadiusOf, most: number): ReadonlyArray<Stretch> => {
  const open: Array<{ readonly node: CloudNode; readonly radius: number }> = []
  const visitNode = (node: CloudNode) => {
    const radius = radiusOf(node)
    if (radius !== undefined && (node === root || radius >= smallest)) open.push({ node, radius })
  }
  visitNode(root)
  const chosen: Array<CloudNode> = []
  let points = 0
  while (open.length > 0 && points < most) {
    const at = open.reduce(
      (best, { radius }, index) => (radius > (open[best]?.radius ?? 0) ? index : best),
      0,
    )
    const [next] = open.splice(at, 1)
    if (next === undefined) break
    chosen.push(next.node)
    points += next.node.count
    for (const child of next.node.children) visitNode(child)
  }
  const stretches: Array<Stretch> = []
  for (const node of chosen.toSorted((a, b) => a.start - b.start)) add(stretches, node)
  return stretches
}

/** Adds the node's own points: to the last stretch where they follow it. */
const add = (stretches: Array<Stretch>, { count, start }: CloudNode): void => {
  const last = stretches.at(-1)
  if (last?.end === start) stretches[stretches.length - 1] = { start: last.start, end: start + count }
  else stretches.push({ start, end: start + count })
}
