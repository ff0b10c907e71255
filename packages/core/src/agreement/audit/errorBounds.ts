/**
 * Bounds of the number of errors in a population of which some are audited, drawn at random without replacement. They hold at every stopping time
 * together: whoever looks after each audit and stops when the bound is low enough is wrong as rarely as promised.
 *
 * The method is the prior-posterior-ratio martingale (Waudby-Smith and Ramdas 2020, "Confidence sequences for sampling without replacement",
 * theorem 2.1): a number K of errors is excluded when the probability of the draws under the prior is at least 1/α times that under K. By
 * Ville's inequality, the true number is ever excluded with a probability of at most α, whatever the prior. The prior decides how soon bounds
 * become low, and is fixed: 0.8 · beta-binomial(1, 100) + 0.2 · beta-binomial(1, 1), for labels that are mostly right.
 */
import { computeLogBeta, computeLogChoose } from "./logGamma.ts"

export interface AuditState {
  /** The size of the population. */
  readonly population: number
  readonly drawn: number
  /** The number of those drawn that have an error. */
  readonly errors: number
}

export interface ErrorBounds {
  /** Numbers of errors in the population, those that were found included. */
  readonly lower: number
  readonly upper: number
}

/** The parts of the prior: weight, and the parameters of a beta distribution of the share of errors. */
export const auditPrior = [
  { weight: 0.8, a: 1, b: 100 },
  { weight: 0.2, a: 1, b: 1 },
] as const

/** The smallest and the largest number of errors that is not excluded at the level, 0.95 by default. */
export const computeErrorBounds = (state: AuditState, level = 0.95): ErrorBounds => {
  requireState(state)
  requireLevel(level)
  const limit = -Math.log(1 - level)
  const marginal = computeLogMarginal(state)
  const isExcluded = (candidate: number): boolean => marginal + computeLogRatio(state, candidate) >= limit
  const { least, likely, most } = computeRange(state)
  return {
    lower: findLast(likely, least, isExcluded),
    upper: findLast(likely, most, isExcluded),
  }
}

/**
 * Whether the upper bound is at most this number of errors. Tests the next number alone, where `computeErrorBounds` searches for the bound: for
 * audits that ask after each draw whether they have met their goal.
 */
export const isUpperBoundAtMost = (state: AuditState, limit: number, level = 0.95): boolean => {
  requireState(state)
  requireLevel(level)
  const { likely, most } = computeRange(state)
  const candidate = Math.floor(limit) + 1
  if (candidate > most) return true
  if (candidate <= likely) return false
  return computeLogMarginal(state) + computeLogRatio(state, candidate) >= -Math.log(1 - level)
}

/**
 * The bounds after each audit, each at least as narrow as the one before: what was excluded stays excluded. The promise is the same, because it
 * is about all times together. Where everything would be excluded, the true number was so before. That happens with a probability of at most
 * 1 − level, or where the draws are not random; from then on the bounds are those of `computeErrorBounds` alone.
 */
export const followErrorBounds = (
  population: number,
  outcomes: ReadonlyArray<boolean>,
  level = 0.95,
): ReadonlyArray<ErrorBounds> => {
  requireState({ population, drawn: outcomes.length, errors: 0 })
  requireLevel(level)
  let errors = 0
  let [lower, upper] = [0, population]
  let isContradicted = false
  return outcomes.map((hasError, index) => {
    if (hasError) errors += 1
    const bounds = computeErrorBounds({ population, drawn: index + 1, errors }, level)
    lower = Math.max(lower, bounds.lower)
    upper = Math.min(upper, bounds.upper)
    isContradicted ||= lower > upper
    return isContradicted ? bounds : { lower, upper }
  })
}

/**
 * The number of further audits after which the upper bound is expected at the goal, a share of the population, when errors go on at the rate that
 * is likely now: (errors + 1) / (drawn + 101). Null when the goal will not be met: that rate, or the number of errors to which it comes in all, is
 * above it; and when only an audit of everything is enough.
 */
export const estimateRemainingAudits = (state: AuditState, goal: number, level = 0.95): number | null => {
  if (!(goal >= 0 && goal <= 1)) throw new RangeError(`The goal must be a share from 0 to 1, not ${goal}.`)
  const { drawn, errors, population } = state
  const rate = (errors + 1) / (drawn + 101)
  const isReached = (further: number): boolean => {
    const total = { population, drawn: drawn + further, errors: errors + rate * further }
    const candidate = Math.floor(goal * population) + 1
    return (
      candidate > population - total.drawn + total.errors ||
      computeLogMarginal(total) + computeLogRatio(total, candidate) >= -Math.log(1 - level)
    )
  }
  if (computeErrorBounds(state, level).upper <= goal * population) return 0
  const left = population - drawn
  if (rate >= goal || errors + rate * left > goal * population) return null
  if (left < 2 || !isReached(left - 1)) return null
  let [low, high] = [0, left - 1]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (isReached(middle)) high = middle
    else low = middle
  }
  return high
}

const requireState = ({ drawn, errors, population }: AuditState): void => {
  const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0
  if (![population, drawn, errors].every(isCount) || errors > drawn || drawn > population)
    throw new RangeError(
      `An audit needs whole numbers with errors ≤ drawn ≤ population, not population ${population}, drawn ${drawn}, errors ${errors}.`,
    )
}

const requireLevel = (level: number): void => {
  if (!(level > 0 && level < 1)) throw new RangeError(`The level must be between 0 and 1, not ${level}.`)
}

/** The numbers of errors that are possible, and the most likely one: it is never excluded, and the evidence grows to both sides of it. */
const computeRange = ({ drawn, errors, population }: AuditState) => {
  const [least, most] = [errors, population - drawn + errors]
  const likely =
    drawn === 0 ? least : Math.min(most, Math.max(least, Math.floor(((population + 1) * errors) / drawn)))
  return { least, likely, most }
}

/** ln of the probability of the draws, in their order, under the prior. */
const computeLogMarginal = ({ drawn, errors }: AuditState): number => {
  const parts = auditPrior.map(
    ({ a, b, weight }) =>
      Math.log(weight) + computeLogBeta(a + errors, b + drawn - errors) - computeLogBeta(a, b),
  )
  const largest = Math.max(...parts)
  return largest + Math.log(parts.reduce((sum, part) => sum + Math.exp(part - largest), 0))
}

/** −ln of the probability of the draws, in their order, when the population has this number of errors. */
const computeLogRatio = ({ drawn, errors, population }: AuditState, candidate: number): number =>
  computeLogChoose(population, candidate) - computeLogChoose(population - drawn, candidate - errors)

/** The last number from `start` towards `end` that is not excluded. */
const findLast = (start: number, end: number, isExcluded: (candidate: number) => boolean): number => {
  if (!isExcluded(end)) return end
  let [inside, outside] = [start, end]
  while (Math.abs(outside - inside) > 1) {
    const middle = Math.floor((inside + outside) / 2)
    if (isExcluded(middle)) outside = middle
    else inside = middle
  }
  return inside
}
