/** Computes what the tools cover on the screen: a stroke of the brush, a rectangle, and the inside of a lasso. */

/** A place of the view in pixels, from its upper left corner. */
export type Place = readonly [across: number, down: number]

export interface Cover {
  /** Nothing outside of these is covered. */
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly has: (across: number, down: number) => boolean
}

/** Computes what a round brush covers on a straight way. */
export const makeStrokeCover = (from: Place, to: Place, radius: number): Cover => {
  const [x0, y0] = from
  const [dx, dy] = [to[0] - x0, to[1] - y0]
  const length = dx * dx + dy * dy
  const squaredRadius = radius * radius
  return {
    left: Math.min(x0, to[0]) - radius,
    top: Math.min(y0, to[1]) - radius,
    right: Math.max(x0, to[0]) + radius,
    bottom: Math.max(y0, to[1]) + radius,
    has: (across, down) => {
      const [x, y] = [across - x0, down - y0]
      const share = length === 0 ? 0 : Math.min(Math.max((x * dx + y * dy) / length, 0), 1)
      const [ox, oy] = [x - dx * share, y - dy * share]
      return ox * ox + oy * oy <= squaredRadius
    },
  }
}

/** Computes what a rectangle between two corners covers. */
export const makeBoxCover = (from: Place, to: Place): Cover => ({
  left: Math.min(from[0], to[0]),
  top: Math.min(from[1], to[1]),
  right: Math.max(from[0], to[0]),
  bottom: Math.max(from[1], to[1]),
  has: () => true,
})

/**
 * Computes what a closed line covers, by the even-odd rule. Its sides are sorted into rows of the screen, so that a point is compared with those
 * few that its row crosses.
 */
export const makeLassoCover = (line: ReadonlyArray<Place>): Cover => {
  const left = Math.min(...line.map(([x]) => x))
  const right = Math.max(...line.map(([x]) => x))
  const top = Math.min(...line.map(([, y]) => y))
  const bottom = Math.max(...line.map(([, y]) => y))
  const rows = Array.from({ length: Math.max(Math.floor(bottom - top) + 1, 0) }, (): Array<number> => [])
  for (const [index, [x0, y0]] of line.entries()) {
    const [x1, y1] = line[(index + 1) % line.length] ?? [x0, y0]
    if (y0 === y1) continue
    const last = Math.floor(Math.max(y0, y1) - top)
    for (let row = Math.floor(Math.min(y0, y1) - top); row <= last; row++) rows[row]?.push(x0, y0, x1, y1)
  }
  const has = (across: number, down: number): boolean => {
    const sides = rows[Math.floor(down - top)]
    if (sides === undefined) return false
    let inside = false
    for (let at = 0; at < sides.length; at += 4) {
      const y0 = sides[at + 1] ?? 0
      const y1 = sides[at + 3] ?? 0
      if (y0 > down === y1 > down) continue
      const x0 = sides[at] ?? 0
      if (across < x0 + (((sides[at + 2] ?? 0) - x0) * (down - y0)) / (y1 - y0)) inside = !inside
    }
    return inside
  }
  return { left, top, right, bottom, has }
}
