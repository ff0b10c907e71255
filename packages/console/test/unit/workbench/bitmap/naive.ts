/** The same operations on a plain list of pixels, as simple as they can be said. */
import fc from "fast-check"
import { MaskEdit, type Paint } from "../../../../src/workbench/documents/bitmap/MaskEdit.ts"
import { TileMask } from "../../../../src/workbench/documents/bitmap/TileMask.ts"
import { isCovering } from "../../../../src/workbench/geometry/outline.ts"
import {
  measureDistanceToSegment,
  type Point,
  type Points,
} from "../../../../src/workbench/geometry/point.ts"

/** Wider than a tile, with few pixels. */
export const size = { width: 280, height: 24 } as const

/** An operation of the person. */
export type Operation =
  | {
      readonly kind: "stroke"
      readonly from: Point
      readonly to: Point
      readonly width: number
      readonly paint: Paint
    }
  | { readonly kind: "polygon"; readonly points: Points; readonly paint: Paint }
  | { readonly kind: "fill"; readonly at: Point; readonly paint: Paint }
  | { readonly kind: "relabel"; readonly ids: ReadonlySet<number>; readonly to: number }

const coordinate = (most: number) =>
  fc.double({ min: -20, max: most + 20, noNaN: true, noDefaultInfinity: true })
export const places: fc.Arbitrary<Point> = fc.tuple(coordinate(size.width), coordinate(size.height))
const ids = fc.constantFrom(0, 1, 2, 3, 0xffffff)
const paints: fc.Arbitrary<Paint> = fc.record({
  id: ids,
  only: fc.option(ids, { nil: undefined, freq: 3 }),
  keeps: fc.uniqueArray(ids, { maxLength: 2 }).map((list) => new Set(list)),
})

export const operations: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({
    kind: fc.constant("stroke" as const),
    from: places,
    to: places,
    width: fc.integer({ min: 1, max: 60 }),
    paint: paints,
  }),
  fc.record({
    kind: fc.constant("polygon" as const),
    points: fc.array(places, { minLength: 3, maxLength: 9 }),
    paint: paints,
  }),
  fc.record({ kind: fc.constant("fill" as const), at: places, paint: paints }),
  fc.record({
    kind: fc.constant("relabel" as const),
    ids: fc.uniqueArray(ids).map((list) => new Set(list)),
    to: ids,
  }),
)

/** Does an operation on a mask. */
export const perform = (edit: MaskEdit, operation: Operation): void => {
  const { kind } = operation
  if (kind === "stroke") edit.paintStroke(operation.from, operation.to, operation.width, operation.paint)
  else if (kind === "polygon") edit.paintPolygon(operation.points, operation.paint)
  else if (kind === "fill") edit.fill(operation.at, operation.paint)
  else edit.changeIds(operation.ids, operation.to)
}

/** A mask with some edits. */
export const maskWith = (list: ReadonlyArray<Operation>): TileMask => {
  const mask = new TileMask(size.width, size.height)
  const edit = new MaskEdit(mask)
  for (const operation of list) perform(edit, operation)
  return mask
}

/** Whether two lists of pixels are the same. Quicker than an assertion on their thousands of items. */
export const isSame = (a: Uint32Array, b: Uint32Array | undefined): boolean =>
  b !== undefined && a.length === b.length && a.every((id, index) => id === b[index])

/** The ids of all pixels, row by row. */
export const idsOf = (mask: TileMask): Uint32Array =>
  Uint32Array.from({ length: mask.width * mask.height }, (_, index) =>
    mask.get(index % mask.width, Math.floor(index / mask.width)),
  )

const isPainted = (old: number, { id, keeps, only }: Paint): boolean =>
  old !== id && (only === undefined || old === only) && !keeps.has(old)

/** The middle of a pixel. */
const middleOf = (index: number): Point => [(index % size.width) + 0.5, Math.floor(index / size.width) + 0.5]

export const naiveStroke = (
  pixels: Uint32Array,
  from: Point,
  to: Point,
  width: number,
  paint: Paint,
): Uint32Array => {
  const center = ([x, y]: Point): Point =>
    width % 2 === 1 ? [Math.floor(x) + 0.5, Math.floor(y) + 0.5] : [Math.round(x), Math.round(y)]
  return pixels.map((old, index) => {
    const isIn = measureDistanceToSegment(middleOf(index), center(from), center(to)) <= width / 2
    return isIn && isPainted(old, paint) ? paint.id : old
  })
}

/** Whether a pixel lies so near to the edge of a stroke that rounding decides. */
export const isOnEdge = (index: number, from: Point, to: Point, width: number): boolean => {
  const center = ([x, y]: Point): Point =>
    width % 2 === 1 ? [Math.floor(x) + 0.5, Math.floor(y) + 0.5] : [Math.round(x), Math.round(y)]
  return Math.abs(measureDistanceToSegment(middleOf(index), center(from), center(to)) - width / 2) < 1e-9
}

export const naivePolygon = (pixels: Uint32Array, points: Points, paint: Paint): Uint32Array =>
  pixels.map((old, index) =>
    isCovering({ type: "polygon", points }, middleOf(index)) && isPainted(old, paint) ? paint.id : old,
  )

export const naiveFill = (pixels: Uint32Array, at: Point, paint: Paint): Uint32Array => {
  const [x, y] = [Math.floor(at[0]), Math.floor(at[1])]
  if (x < 0 || y < 0 || x >= size.width || y >= size.height) return pixels
  const start = y * size.width + x
  const id = pixels[start] ?? 0
  if (!isPainted(id, paint)) return pixels
  const filled = pixels.slice()
  const open = [start]
  while (open.length > 0) {
    const index = open.pop() ?? 0
    if (filled[index] !== id) continue
    filled[index] = paint.id
    const column = index % size.width
    if (column > 0) open.push(index - 1)
    if (column < size.width - 1) open.push(index + 1)
    if (index >= size.width) open.push(index - size.width)
    if (index + size.width < filled.length) open.push(index + size.width)
  }
  return filled
}
