/**
 * Differences of tiles as runs: pairs of a number of pixels and the bits that change in them. The same runs lead from
 * the first tile to the second and back.
 */

export type Runs = Uint32Array

export const isRuns = (content: Runs | number): content is Runs => typeof content !== "number"

const getPixel = (tile: Tile, index: number): number => (typeof tile === "number" ? tile : (tile[index] ?? 0))

/** The runs from a tile to another. One of them must have pixels. */
export const packRuns = (before: Tile, after: Tile): Runs => {
  const length = typeof before === "number" ? (typeof after === "number" ? 0 : after.length) : before.length
  const runs: Array<number> = []
  let start = 0
  let bits = (getPixel(before, 0) ^ getPixel(after, 0)) >>> 0
  for (let index = 1; index <= length; index++) {
    const next = index === length ? -1 : (getPixel(before, index) ^ getPixel(after, index)) >>> 0
    if (next === bits) continue
    runs.push(index - start, bits)
    start = index
    bits = next
  }
  return Uint32Array.from(runs)
}

/** Changes the pixels in place, as the runs say. */
export const applyRuns = (pixels: Uint32Array, runs: Runs): void => {
  let at = 0
  for (let run = 0; run < runs.length; run += 2) {
    const end = at + (runs[run] ?? 0)
    const bits = runs[run + 1] ?? 0
    if (bits === 0) {
      at = end
      continue
    }
    for (; at < end; at++) pixels[at] = (pixels[at] ?? 0) ^ bits
  }
}

/** The pixels that runs from an empty tile lead to. */
export const unpackRuns = (runs: Runs, length: number): Uint32Array => {
  const pixels = new Uint32Array(length)
  applyRuns(pixels, runs)
  return pixels
}

/** Whether the runs change nothing. */
export const isUnchanged = (runs: Runs): boolean => runs.length <= 2 && (runs[1] ?? 0) === 0

/** The pixels of a tile row by row, or the id that all of them have. */
export type Tile = Uint32Array | number
