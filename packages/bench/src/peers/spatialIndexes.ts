/** Pairs of boxes by common spatial indexes, each followed by our own separating axes. */
import {
  axis,
  type Bounds,
  type Boxes,
  computeBounds,
  hasOverlap,
  shapeStride,
  stride,
} from "@annotary/core/effect"
import boxIntersect from "box-intersect"
import Flatbush from "flatbush"
import KDBush from "kdbush"

/** Returns the number of pairs. */
export type CountPairs = (boxes: Boxes) => number

/** Bounds in x and y in a static R-tree; z is compared for its results. */
export const countByFlatbush: CountPairs = (boxes) => {
  const bounds = computeBounds(boxes)
  const tree = new Flatbush(boxes.count)
  for (let at = 0; at < bounds.length; at += stride)
    tree.add(getAt(bounds, at), getAt(bounds, at + 2), getAt(bounds, at + 1), getAt(bounds, at + 3))
  tree.finish()
  let pairs = 0
  for (let box = 0; box < boxes.count; box++) {
    const at = box * stride
    tree.search(
      getAt(bounds, at),
      getAt(bounds, at + 2),
      getAt(bounds, at + 1),
      getAt(bounds, at + 3),
      (other) => {
        if (other > box && isMeetingAlong(bounds, axis.z, box, other) && hasOverlap(boxes, box, other))
          pairs++
        return false
      },
    )
  }
  return pairs
}

/** Centres in a tree of points: candidates lie within the largest extent of two boxes. */
export const countByKdbush: CountPairs = (boxes) => {
  const bounds = computeBounds(boxes)
  const tree = new KDBush(boxes.count)
  let widest = 0
  let deepest = 0
  for (let box = 0; box < boxes.count; box++) {
    const at = box * stride
    tree.add(getAt(boxes.shapes, box * shapeStride), getAt(boxes.shapes, box * shapeStride + 1))
    widest = Math.max(widest, getAt(bounds, at + 1) - getAt(bounds, at))
    deepest = Math.max(deepest, getAt(bounds, at + 3) - getAt(bounds, at + 2))
  }
  tree.finish()
  const isMeeting = (box: number, other: number): boolean =>
    isMeetingAlong(bounds, axis.x, box, other) &&
    isMeetingAlong(bounds, axis.y, box, other) &&
    isMeetingAlong(bounds, axis.z, box, other)
  let pairs = 0
  for (let box = 0; box < boxes.count; box++) {
    const x = getAt(boxes.shapes, box * shapeStride)
    const y = getAt(boxes.shapes, box * shapeStride + 1)
    for (const other of tree.range(x - widest, y - deepest, x + widest, y + deepest)) {
      if (other > box && isMeeting(box, other) && hasOverlap(boxes, box, other)) pairs++
    }
  }
  return pairs
}

export const countByBoxIntersect: CountPairs = (boxes) => {
  const bounds = computeBounds(boxes)
  const list = Array.from({ length: boxes.count }, (_, box) =>
    [0, 2, 4, 1, 3, 5].map((side) => getAt(bounds, box * stride + side)),
  )
  let pairs = 0
  boxIntersect(list, (a, b) => {
    if (hasOverlap(boxes, a, b)) pairs++
  })
  return pairs
}

const getAt = (numbers: Float64Array | Float32Array, index: number): number => numbers[index] ?? Number.NaN

const isMeetingAlong = (bounds: Bounds, from: number, a: number, b: number): boolean => {
  const [one, other] = [a * stride + from, b * stride + from]
  return getAt(bounds, one) <= getAt(bounds, other + 1) && getAt(bounds, other) <= getAt(bounds, one + 1)
}
