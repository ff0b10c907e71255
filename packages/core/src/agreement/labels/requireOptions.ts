/** Refuses options with which no figure has a meaning. */
import type { PairingOptions } from "./matchObjects.ts"

export const requireOptions = ({ maxMeters, maxPixels, threshold }: PairingOptions): void => {
  if (threshold !== undefined) requireThreshold(threshold)
  for (const [name, distance] of Object.entries({ maxMeters, maxPixels }))
    if (distance !== undefined && !(distance > 0 && Number.isFinite(distance)))
      throw new RangeError(`${name} must be a number above 0, not ${distance}.`)
}

/** At 0 everything would be a pair. */
export const requireThreshold = (threshold: number): void => {
  if (!(threshold > 0 && threshold <= 1))
    throw new RangeError(`The threshold must be above 0 and at most 1, not ${threshold}.`)
}
