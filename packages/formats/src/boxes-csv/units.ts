/** Whether sides are pixels or shares of the image, where only their values say it. */
import type { Sides } from "../drawn-images/BoxRows.ts"

/** Shares are beyond the image by a hundredth at most, because numbers are rounded. */
const tolerance = 0.01

const isInside = (side: number): boolean => side >= -tolerance && side <= 1 + tolerance

/** Counts the boxes of a table. The unit of the most boxes is that of all. */
export class UnitCounter {
  #fractions = 0
  #firstFraction = ""
  #beyond = 0

  add(sides: Sides, place: string): void {
    if (sides.some((side) => side > 1 + tolerance)) this.#beyond += 1
    else if (sides.every(isInside) && !sides.every(Number.isInteger)) {
      if (this.#fractions === 0) this.#firstFraction = place
      this.#fractions += 1
    }
  }

  /** Boxes of whole numbers alone are in pixels, also those of the first one. */
  get isShare(): boolean {
    return this.#fractions > this.#beyond
  }

  /** Counts the boxes whose sides are shares. */
  get fractions(): number {
    return this.#fractions
  }

  /** For messages: the first of them. */
  get firstFraction(): string {
    return this.#firstFraction
  }
}

/** The text says what is wrong with sides. */
export const clampShares = (sides: Sides): Sides | string => {
  if (sides.some((side) => side > 1 + tolerance))
    return `has the box ${sides.join(", ")}, which is not in shares of the image, as most boxes of the table are`
  const [left, top, right, bottom] = sides.map(clamp) as [number, number, number, number]
  return [left, top, right, bottom]
}

/** Sides that are farther beyond stay. */
const clamp = (side: number): number => (isInside(side) ? Math.min(1, Math.max(0, side)) : side)
