/** The share of passed answers of a person, with its uncertainty. Pure. */
import type { GoldCount } from "../../domain/Gold.ts"

/** The share that passed, with the limits between which the true share lies with 95 % confidence. Null without answers. */
export interface GoldShare {
  readonly share: number
  readonly low: number
  readonly high: number
}

/** The quantile of the normal distribution for 95 % between two limits. */
const z = 1.959963984540054

/** The limits are those of Wilson's score interval (1927), which also hold for few answers and for shares near 0 and 1. */
export const computeGoldShare = ({ answers, passed }: GoldCount): GoldShare | null => {
  if (answers === 0) return null
  const share = passed / answers
  const center = share + z ** 2 / (2 * answers)
  const spread = z * Math.sqrt((share * (1 - share)) / answers + (z / (2 * answers)) ** 2)
  const scale = 1 + z ** 2 / answers
  return {
    share,
    low: passed === 0 ? 0 : (center - spread) / scale,
    high: passed === answers ? 1 : (center + spread) / scale,
  }
}
