/** Boxes whose sides are parallel to the axes, as four numbers each: left, top, right, bottom. */

/** The area of the intersection of box `i` of one list and box `j` of another. */
export const computeBoxIntersection = (
  a: ArrayLike<number>,
  i: number,
  b: ArrayLike<number>,
  j: number,
): number => {
  const [p, q] = [4 * i, 4 * j]
  const width = Math.min(a[p + 2] as number, b[q + 2] as number) - Math.max(a[p] as number, b[q] as number)
  if (!(width > 0)) return 0
  const height =
    Math.min(a[p + 3] as number, b[q + 3] as number) - Math.max(a[p + 1] as number, b[q + 1] as number)
  return height > 0 ? width * height : 0
}

export const computeBoxArea = (boxes: ArrayLike<number>, i: number): number => {
  const at = 4 * i
  const width = (boxes[at + 2] as number) - (boxes[at] as number)
  const height = (boxes[at + 3] as number) - (boxes[at + 1] as number)
  return width * height
}
