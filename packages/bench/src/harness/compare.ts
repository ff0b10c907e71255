/** Runs the two sides of a comparison in alternating rounds. */
import { computeSummary, type Round, type Summary } from "./summary.ts"

/** The project's target for a figure, reported beside it. */
export interface Target {
  /** Applies to the ratio, or to our own figure. */
  readonly of: "ratio" | "ours"
  readonly atLeast?: number
  readonly atMost?: number
}

export interface Comparison {
  /** The number in the list of targets, the operation, and the unit. */
  readonly metric: string
  readonly target: Target
  /** Packages whose versions are reported. */
  readonly packages: ReadonlyArray<string>
  /** Each measures once, in the unit of the benchmark. */
  readonly ours: () => Promise<number>
  readonly peer: () => Promise<number>
  /** At least 5. */
  readonly rounds?: number
}

const fewestRounds = 5

/** One warm-up round for the compilers and caches of both sides; then the sides alternate in going first. */
export const runAlternately = async (comparison: Comparison): Promise<Summary> => {
  const { ours, peer, rounds = fewestRounds } = comparison
  if (rounds < fewestRounds) throw new Error(`${comparison.metric}: fewer than ${fewestRounds} rounds.`)
  const measured: Array<Round> = []
  for (let i = -1; i < rounds; i++) {
    const first = i % 2 === 0 ? await peer() : await ours()
    const second = i % 2 === 0 ? await ours() : await peer()
    if (i >= 0) measured.push(i % 2 === 0 ? { peer: first, ours: second } : { ours: first, peer: second })
  }
  return computeSummary(measured)
}

export const isMet = ({ of, atLeast, atMost }: Target, { ours, ratio }: Summary): boolean => {
  const value = of === "ratio" ? ratio : ours
  return (atLeast === undefined || value >= atLeast) && (atMost === undefined || value <= atMost)
}
