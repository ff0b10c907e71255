import { type Boxes, rotationStride, shapeStride } from "./Boxes.ts"

/**
 * Whether the interiors of two boxes overlap: they do unless an axis separates them (Gottschalk, Lin and
 * Manocha 1996, "OBBTree"). On every axis the overlap must exceed a millionth of the smaller projected length, so
 * that touching faces do not count. Allocates nothing, because it is the innermost loop.
 */
export const hasOverlap = (boxes: Boxes, a: number, b: number): boolean =>
  boxes.upright[a] === 1 && boxes.upright[b] === 1
    ? hasUprightOverlap(boxes.shapes, a * shapeStride, b * shapeStride)
    : hasTurnedOverlap(boxes, a, b)

/** A millionth of the full length is two millionths of the half length. */
const margin = 2e-6

/** The squared length of a cross product below which the edges are parallel, and the axis does not exist. */
const parallel = 1e-18

/** Whether an axis separates boxes with these half lengths and this distance between the centres. */
const isSeparated = (halfA: number, halfB: number, distance: number): boolean =>
  !(halfA + halfB - Math.abs(distance) > margin * Math.min(halfA, halfB))

/** Tests two upright boxes, given by their offsets: z and the four horizontal edges. */
const hasUprightOverlap = (s: Float64Array, a: number, b: number): boolean => {
  if (isSeparated(getNumber(s, a + 5), getNumber(s, b + 5), getNumber(s, b + 2) - getNumber(s, a + 2)))
    return false
  const cosA = getNumber(s, a + 6)
  const sinA = getNumber(s, a + 7)
  const cosB = getNumber(s, b + 6)
  const sinB = getNumber(s, b + 7)
  const dx = getNumber(s, b) - getNumber(s, a)
  const dy = getNumber(s, b + 1) - getNumber(s, a + 1)
  const cosine = Math.abs(cosA * cosB + sinA * sinB)
  const sine = Math.abs(cosA * sinB - sinA * cosB)
  const ax = getNumber(s, a + 3)
  const ay = getNumber(s, a + 4)
  const bx = getNumber(s, b + 3)
  const by = getNumber(s, b + 4)
  return !(
    isSeparated(ax, bx * cosine + by * sine, dx * cosA + dy * sinA) ||
    isSeparated(ay, bx * sine + by * cosine, dy * cosA - dx * sinA) ||
    isSeparated(bx, ax * cosine + ay * sine, dx * cosB + dy * sinB) ||
    isSeparated(by, ax * sine + ay * cosine, dy * cosB - dx * sinB)
  )
}

/** Tests two turned boxes: the three edges of each, and the nine cross products of their edges. */
const hasTurnedOverlap = ({ rotation: m, shapes }: Boxes, a: number, b: number): boolean => {
  const ofA = a * shapeStride
  const ofB = b * shapeStride
  const p = a * rotationStride
  const q = b * rotationStride
  const dx = getNumber(shapes, ofB) - getNumber(shapes, ofA)
  const dy = getNumber(shapes, ofB + 1) - getNumber(shapes, ofA + 1)
  const dz = getNumber(shapes, ofB + 2) - getNumber(shapes, ofA + 2)
  const a0 = getNumber(shapes, ofA + 3)
  const a1 = getNumber(shapes, ofA + 4)
  const a2 = getNumber(shapes, ofA + 5)
  const b0 = getNumber(shapes, ofB + 3)
  const b1 = getNumber(shapes, ofB + 4)
  const b2 = getNumber(shapes, ofB + 5)
  // The vector from a to b in the coordinates of a.
  const t0 = dx * getNumber(m, p) + dy * getNumber(m, p + 3) + dz * getNumber(m, p + 6)
  const t1 = dx * getNumber(m, p + 1) + dy * getNumber(m, p + 4) + dz * getNumber(m, p + 7)
  const t2 = dx * getNumber(m, p + 2) + dy * getNumber(m, p + 5) + dz * getNumber(m, p + 8)
  // The cosine between edge i of a and edge j of b.
  const r00 = computeDot(m, p, q)
  const r01 = computeDot(m, p, q + 1)
  const r02 = computeDot(m, p, q + 2)
  if (isSeparated(a0, b0 * Math.abs(r00) + b1 * Math.abs(r01) + b2 * Math.abs(r02), t0)) return false
  const r10 = computeDot(m, p + 1, q)
  const r11 = computeDot(m, p + 1, q + 1)
  const r12 = computeDot(m, p + 1, q + 2)
  if (isSeparated(a1, b0 * Math.abs(r10) + b1 * Math.abs(r11) + b2 * Math.abs(r12), t1)) return false
  const r20 = computeDot(m, p + 2, q)
  const r21 = computeDot(m, p + 2, q + 1)
  const r22 = computeDot(m, p + 2, q + 2)
  if (isSeparated(a2, b0 * Math.abs(r20) + b1 * Math.abs(r21) + b2 * Math.abs(r22), t2)) return false
  return !(
    isSeparated(
      a0 * Math.abs(r00) + a1 * Math.abs(r10) + a2 * Math.abs(r20),
      b0,
      t0 * r00 + t1 * r10 + t2 * r20,
    ) ||
    isSeparated(
      a0 * Math.abs(r01) + a1 * Math.abs(r11) + a2 * Math.abs(r21),
      b1,
      t0 * r01 + t1 * r11 + t2 * r21,
    ) ||
    isSeparated(
      a0 * Math.abs(r02) + a1 * Math.abs(r12) + a2 * Math.abs(r22),
      b2,
      t0 * r02 + t1 * r12 + t2 * r22,
    ) ||
    isSeparatedByCross(a1, a2, r10, r20, b1, b2, r01, r02, t2 * r10 - t1 * r20) ||
    isSeparatedByCross(a1, a2, r11, r21, b0, b2, r00, r02, t2 * r11 - t1 * r21) ||
    isSeparatedByCross(a1, a2, r12, r22, b0, b1, r00, r01, t2 * r12 - t1 * r22) ||
    isSeparatedByCross(a0, a2, r00, r20, b1, b2, r11, r12, t0 * r20 - t2 * r00) ||
    isSeparatedByCross(a0, a2, r01, r21, b0, b2, r10, r12, t0 * r21 - t2 * r01) ||
    isSeparatedByCross(a0, a2, r02, r22, b0, b1, r10, r11, t0 * r22 - t2 * r02) ||
    isSeparatedByCross(a0, a1, r00, r10, b1, b2, r21, r22, t1 * r00 - t0 * r10) ||
    isSeparatedByCross(a0, a1, r01, r11, b0, b2, r20, r22, t1 * r01 - t0 * r11) ||
    isSeparatedByCross(a0, a1, r02, r12, b0, b1, r20, r21, t1 * r02 - t0 * r12)
  )
}

/**
 * Tests the axis across edge i of a and edge j of b. Its length is that of j without its part along i: the parts of j
 * along a's other two edges. The half lengths of the boxes on it come from the other two edges of each.
 */
const isSeparatedByCross = (
  firstA: number,
  secondA: number,
  firstShareA: number,
  secondShareA: number,
  firstB: number,
  secondB: number,
  firstShareB: number,
  secondShareB: number,
  distance: number,
): boolean =>
  firstShareA * firstShareA + secondShareA * secondShareA > parallel &&
  isSeparated(
    firstA * Math.abs(secondShareA) + secondA * Math.abs(firstShareA),
    firstB * Math.abs(secondShareB) + secondB * Math.abs(firstShareB),
    distance,
  )

/** The dot product of column `p` of one matrix and column `q` of another, in the same array. */
const computeDot = (m: Float64Array, p: number, q: number): number =>
  getNumber(m, p) * getNumber(m, q) +
  getNumber(m, p + 3) * getNumber(m, q + 3) +
  getNumber(m, p + 6) * getNumber(m, q + 6)

/** An element whose index is known to be valid. */
const getNumber = (numbers: Float64Array, index: number): number => numbers[index] as number
